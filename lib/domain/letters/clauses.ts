/** Clauses that commitments, amendments and renewals share, in plain words. */
import { daysText, formatLongDate, monthsText } from "../dates.ts";
import { aprText } from "../lending/apr.ts";
import { CRIMINAL_RATE } from "../lending/ceiling.ts";
import { penaltyMonths } from "../lending/payout.ts";
import { statedRate } from "../lending/bridge.ts";
import type { Structure } from "../lending/payments.ts";
import type { ScheduleTerms } from "../lending/schedule.ts";
import { exactPercent } from "../lending/exact_percent.ts";
import { moneyWithCents, percent } from "../money.ts";
import type { PrintRow } from "../print/document.ts";
import type { LetterFacts } from "./facts.ts";
import type { LetterFigures } from "./figures.ts";
import { gapMark, orGap } from "./gaps.ts";
import type { LetterTerms } from "./terms.ts";
import { withFullStop } from "../sentence.ts";

/** A section of a letter: a heading and its plain text (`blocksOf`). */
export interface LetterSection {
  id: string;
  title: string;
  text: string;
}

export const longDate = (day: string, gap: Parameters<typeof gapMark>[0]): string => orGap(formatLongDate(day), gap);

/** The co-borrower's name, a gap where the form only says that there is one; empty for none. */
export const coBorrowerOf = ({ coBorrower }: LetterFacts): string =>
  /^yes$/i.test(coBorrower) ? gapMark("coBorrower") : coBorrower;

/** `Daniel Smithers and Anna Smithers`. */
export const borrowersOf = (facts: LetterFacts): string =>
  [orGap(facts.borrower, "borrower"), coBorrowerOf(facts)].filter(Boolean).join(" and ");

/** How interest is calculated, as the Interest Act requires for blended payments. */
export function compounding(structure: Structure | null): string {
  if (structure === "P+I") return "calculated half-yearly, not in advance";
  return structure === "Bridge" ? "simple interest for the days of the loan" : "calculated monthly, not in advance";
}

/** The rate that letters and statements state: of a bridge whose price is not rate x days, the price's equivalent. */
export function shownRate({ principal, rate, bridge }: ScheduleTerms): { label: string; rate: string } {
  if (!bridge) return { label: "Rate", rate: exactPercent(rate) };
  const stated = statedRate({ principal, rate, ...bridge });
  return stated.isEquivalent
    ? { label: "Equivalent annual rate", rate: percent(stated.rate) }
    : { label: "Rate", rate: exactPercent(rate) };
}

/** The stated rate as a row, with how interest is calculated. */
export function rateRow(terms: ScheduleTerms): PrintRow {
  const { label, rate } = shownRate(terms);
  const how = label === "Rate"
    ? ` a year, ${compounding(terms.structure)}`
    : ", of the price over the days of the loan";
  return { label, value: `${rate}${how}` };
}

/** An amortisation as text: `25 years`, `23 years and 6 months`. */
export function yearsText(months: number): string {
  const years = Math.floor(months / 12), rest = months % 12;
  const parts = [years > 0 && `${years} ${years === 1 ? "year" : "years"}`, rest > 0 && monthsText(rest)];
  return parts.filter(Boolean).join(" and ");
}

/** A term as text: `12 months`; empty for none. */
export const termText = (months: number | null): string => months === null ? "" : monthsText(months);

/** The interest up to the adjustment date, as rows: the first day is named as `from`; none where there is none. */
export function adjustmentLines({ adjustment }: LetterFigures, from: string): string[] {
  if (adjustment === null) return [];
  return [
    `Interest adjustment date | ${formatLongDate(adjustment.date)}`,
    `Interest from ${from} to that date | ${moneyWithCents(adjustment.interest)}, for ${daysText(adjustment.days)}`,
  ];
}

/** When that interest is paid, as a sentence with a space after it; empty where there is none. */
export const adjustmentText = ({ adjustment }: LetterFigures): string =>
  adjustment === null
    ? ""
    : "Interest up to the interest adjustment date is paid by itself on that date, by pre-authorised debit, and the " +
      "term counts from it. ";

/** The cost of early repayment, by the payment penalty (loans specification 5.6). */
export function prepaymentText(facts: Pick<LetterFacts, "penalty" | "structure" | "bridgeMinimum">): string {
  if (facts.structure === "Bridge") {
    return "The loan may be repaid in full on any day before the maturity date. Its price is then that of the days for " +
      `which it was outstanding, but not below ${
        moneyWithCents(facts.bridgeMinimum)
      }, as far as the legal ceiling on ` +
      "the cost of borrowing allows.";
  }
  const months = penaltyMonths(facts.penalty);
  if (months === undefined) {
    return `${gapMark("penalty")}\n\nAt maturity the loan may be repaid in full without any charge for repayment.`;
  }
  const end = "At maturity the loan may be repaid in full without any charge for repayment.";
  if (months === null) {
    return "The mortgage is closed: it may not be repaid, in whole or in part, before the maturity date unless the " +
      `lender agrees in writing.\n\n${end}`;
  }
  if (months === 0) {
    return "The mortgage is open: it may be repaid in whole or in part at any time without notice, bonus or penalty, " +
      `together with the interest owed to that day.\n\n${end}`;
  }
  const penaltyText = months === 1 ? "one month's interest" : `${months === 2 ? "two" : "three"} months' interest`;
  return `The loan may be repaid in full at any time before the maturity date on payment of ${penaltyText} on the principal ` +
    "then outstanding, at the rate of the mortgage, or of the interest from that day to the maturity date where that is " +
    `less, together with the interest owed to that day.\n\n${end}`;
}

/** The cost-of-borrowing disclosure with the APR (O. Reg. 191/08). */
export function costText(figures: LetterFigures, feeWords: string, commercial: string): string {
  const { interest, fees, costOfBorrowing, totalPaid } = figures;
  if (interest === null || costOfBorrowing === null || totalPaid === null) {
    return "The cost of borrowing can be stated once the amount, the rate, the term and the structure are set.";
  }
  return [
    `Interest over the term | ${moneyWithCents(interest)}`,
    `${feeWords} | ${moneyWithCents(fees)}`,
    `= Cost of borrowing over the term | ${moneyWithCents(costOfBorrowing)}`,
    `Total of all payments, principal included | ${moneyWithCents(totalPaid)}`,
    `= Annual percentage rate (APR) | ${aprText(figures.apr)}`,
    "",
    "The APR is the cost of borrowing, expressed as an annual rate as Ontario Regulation 191/08 sets out: the interest " +
    "and the fees above, over the term, on the average principal that the borrower has the use of. It assumes that " +
    `every payment is made when due. ${ceilingText(figures, commercial)}`,
  ].join("\n");
}

/** What the law allows a loan to cost, and for a commercial one why (lending rules 8). */
function ceilingText({ ceiling }: LetterFigures, commercial: string): string {
  const most = ceiling === null ? "sets no highest rate" : `does not allow a rate above ${percent(ceiling, 0)}`;
  const lent = commercial && ceiling !== CRIMINAL_RATE
    ? ` on a loan of this amount for a business (${commercial})`
    : "";
  return `The Criminal Code ${most}${lent}.`;
}

/** Default and remedies as the law gives them. */
export function defaultText(): string {
  return [
    "The borrower is in default when a payment is not made on the day it is due, when another duty of this letter or of " +
    "the mortgage is not kept, or when a statement on which the lender relied proves to be materially untrue.",
    "",
    "On default, and after the notices and waiting periods that the law requires, the lender may demand the amount " +
    "owed and use the remedies that the mortgage and the law of Ontario give to a mortgagee, among them sale of the " +
    "property under the Mortgages Act and action for the debt. The borrower keeps every right that the law gives to " +
    "put the mortgage back in good standing.",
    "",
    "Arrears bear interest at the rate of the mortgage. No higher rate, fine or penalty applies to them. Reasonable " +
    "costs that the lender pays to protect or enforce its security are added to the debt as far as the law allows.",
  ].join("\n");
}

/** Independent legal advice, and who pays the lender's lawyer. */
export function adviceText(facts: LetterFacts, lawyerFee: number | null): string {
  return [
    "Each borrower, and any guarantor, receives independent legal advice from an Ontario lawyer of their own choosing " +
    "before signing the mortgage. That lawyer's certificate of independent legal advice goes to the lender before the " +
    "advance. The borrower names the lawyer in good time" +
    (facts.broker ? withFullStop(`, through ${facts.broker.name}`) : "."),
    "",
    "The lender's lawyer acts for the lender alone. The reasonable fees and disbursements of preparing and registering " +
    `the security are for the borrower${
      lawyerFee
        ? `: ${moneyWithCents(lawyerFee)}, paid from the advance.`
        : "; the lender states them before the advance."
    }`,
  ].join("\n");
}

/** What a letter about a loan that is lent leaves as it is. */
export const MORTGAGE_STAYS =
  "The registered mortgage stays in force with its rank. But for what this letter changes, all its terms stay as " +
  "they are, and each borrower stays liable for the whole debt.";

/** The advice that a borrower may take on a letter that changes a mortgage which there is already. */
export const FREE_ADVICE =
  "You may take this letter to an Ontario lawyer of your own choosing before you sign it, and the lender asks you to. " +
  "The lender's lawyer, where there is one, acts for the lender alone.";

/** Signature lines for the lender and each borrower. */
export function signatureLines(facts: LetterFacts): string {
  const second = coBorrowerOf(facts);
  return [
    `____ ${facts.lender.name}, lender`,
    `____ ${orGap(facts.borrower, "borrower")}, borrower`,
    ...(second ? [`____ ${second}, co-borrower`] : []),
  ].join("\n");
}

export const GOVERNING_LAW =
  "This letter is governed by the law of Ontario and the law of Canada that applies there. Nothing in it takes away a " +
  "right that cannot be given up by agreement.";

/** When a renewal or an amendment is made, the governing law, and the lines to sign. `date` is the letter's. */
export const acceptanceText = (
  facts: LetterFacts,
  terms: LetterTerms,
  date: string,
  what: "renewal" | "amendment",
): string =>
  [
    `This letter is dated ${formatLongDate(date)}. The ${what} is made once every borrower has signed it and it is ` +
    `back with the lender by ${longDate(terms.expiresOn, "expiresOn")}.`,
    "",
    GOVERNING_LAW,
    "",
    signatureLines(facts),
  ].join("\n");
