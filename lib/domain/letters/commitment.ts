import { daysText, formatLongDate, isCalendarDate } from "../dates.ts";
import { AMORTISATION_MONTHS } from "../lending/payments.ts";
import { paymentLabel } from "../lending/schedule.ts";
import { exactPercent } from "../lending/exact_percent.ts";
import { moneyWithCents } from "../money.ts";
import {
  adjustmentLines,
  adjustmentText,
  adviceText,
  borrowersOf,
  coBorrowerOf,
  compounding,
  costText,
  defaultText,
  GOVERNING_LAW,
  type LetterSection,
  longDate,
  prepaymentText,
  rateRow,
  signatureLines,
  termText,
  yearsText,
} from "./clauses.ts";
import { type LetterCharge, type LetterFacts, missingTerms } from "./facts.ts";
import { commitmentFigures, LAWYER_FEE, type LetterFigures } from "./figures.ts";
import { gapMark, orGap } from "./gaps.ts";
import type { LetterTerms } from "./terms.ts";
import { inSentence, withFullStop } from "../sentence.ts";

const CHARGES = { first: "first", second: "second", third: "third", bridge: "" } as const;

function offerText(facts: LetterFacts, terms: LetterTerms): string {
  const loan = facts.position === "bridge" ? "a bridge loan" : "a mortgage loan";
  return [
    `To ${borrowersOf(facts)}:`,
    "",
    `${facts.lender.name} offers you ${loan} of ${
      orGap(facts.amount > 0 ? moneyWithCents(facts.amount) : "", "amount")
    } ` +
    `secured on ${orGap(facts.address, "address")}, on the terms of this letter.`,
    "",
    `The offer is open for acceptance until ${
      longDate(terms.expiresOn, "expiresOn")
    }. It lapses after that day unless ` +
    "the lender extends it in writing.",
  ].join("\n");
}

/** Who the parties are; where the broker `isPaid`, by whom. */
export function partiesText(facts: LetterFacts, isPaid: boolean): string {
  const second = coBorrowerOf(facts);
  const broker = facts.broker;
  return [
    `Lender | ${facts.lender.name}`,
    `Borrower | ${orGap(facts.borrower, "borrower")}`,
    ...(second ? [`Co-borrower | ${second}`] : []),
    ...(broker
      ? [`Mortgage broker | ${[broker.name, broker.brokerage, broker.license].filter(Boolean).join(", ")}`]
      : []),
    ...(broker && isPaid
      ? [
        "",
        "The mortgage broker is paid the broker fee shown below. Whom the broker acts for is in the broker's own disclosure.",
      ]
      : []),
  ].join("\n");
}

/** A registered mortgage in a row: `First mortgage of $420,000.00 held by Dominion Trust`. */
export const chargeText = ({ rank, amount, holder }: LetterCharge): string =>
  `${rank === "first" ? "First" : "Second"} mortgage of ${moneyWithCents(amount)}${holder ? ` held by ${holder}` : ""}`;

function securityText(facts: LetterFacts): string {
  const { position, prior, paysOut } = facts;
  const charge = position === null ? gapMark("position") : CHARGES[position];
  const use = facts.ownerOccupied
    ? (/^y/i.test(facts.ownerOccupied) ? "occupied by the owner" : "not owner-occupied")
    : "";
  return [
    `Property | ${orGap(facts.address, "address")}`,
    ...(facts.propertyType ? [`Kind | ${[facts.propertyType, use].filter(Boolean).join(", ")}`] : []),
    `Security | ${["A", charge, "charge (mortgage) registered on title"].filter(Boolean).join(" ")}`,
    ...prior.map((one) => `Ranking before it | ${chargeText(one)}`),
    ...(facts.chargeMissing ? [`Ranking before it | ${gapMark("chargeBefore")}`] : []),
    ...paysOut.map((one) => `Paid out from the advance | ${chargeText(one)}`),
    "",
    "The lender also receives an assignment of rents, title insurance or a lawyer's opinion on title, and fire " +
    "insurance for the full insurable value with loss payable to the lender as its interest may appear." +
    (prior.length > 0
      ? " Mortgages that rank before this one are not increased, renewed above their balance or redrawn."
      : ""),
  ].join("\n");
}

function amountText(facts: LetterFacts, figures: LetterFigures): string {
  const isLawyerPaid = figures.deductions.some(({ label }) => label === LAWYER_FEE);
  return [
    `Principal | ${orGap(facts.amount > 0 ? moneyWithCents(facts.amount) : "", "amount")}`,
    ...(facts.lenderFee === null ? [`Less lender fee | ${gapMark("lenderFee")}`] : []),
    ...(facts.brokerFee === null ? [`Less broker fee | ${gapMark("brokerFee")}`] : []),
    ...figures.deductions.map(({ label, amount }) => `Less ${inSentence(label)} | ${moneyWithCents(-amount)}`),
    `= Net advance | ${facts.amount > 0 ? moneyWithCents(figures.netAdvance) : gapMark("amount")}`,
    "",
    "The net advance goes through the lawyers. Arrears of property tax, income tax and prior mortgages, judgments and " +
    `${
      isLawyerPaid ? "the borrower's lawyer" : "the lawyers' accounts"
    } are paid from it first; the rest goes to the ` +
    "borrower." +
    (facts.useOfProceeds ? ` ${withFullStop(`Purpose of the loan: ${facts.useOfProceeds}`)}` : ""),
  ].join("\n");
}

function rateText(facts: LetterFacts, figures: LetterFigures): string {
  const rate = orGap(exactPercent(facts.rate), "rate");
  const funds = longDate(facts.fundsOn, "fundsOn");
  const maturity = orGap(formatLongDate(figures.maturity), missingTerms(facts)[0] ?? "fundsOn");
  if (facts.structure === "Bridge") {
    const bridge = figures.schedule?.bridge;
    const isMinimum = bridge && bridge.price === facts.bridgeMinimum;
    const stated = bridge && figures.schedule ? rateRow(figures.schedule) : { label: "Rate", value: rate };
    return [
      `${stated.label} | ${stated.value}`,
      `Term | ${orGap(facts.bridgeDays === null ? "" : daysText(facts.bridgeDays), "term")}`,
      `${isMinimum ? "Minimum charge" : "Price"} for the whole term | ${
        bridge ? moneyWithCents(bridge.price) : gapMark(missingTerms(facts)[0] ?? "rate")
      }`,
      `Advance | ${funds}`,
      `Maturity | ${maturity}`,
      "",
      "There are no monthly payments. The principal and the price are paid together at maturity.",
    ].join("\n");
  }
  const blended = facts.structure === "P+I";
  return [
    `Rate | ${rate} a year, ${compounding(facts.structure)}`,
    `Repayment | ${
      facts.structure === null
        ? gapMark("structure")
        : blended
        ? `Principal and interest, amortised over ${yearsText(AMORTISATION_MONTHS)}`
        : "Interest only; the principal at maturity"
    }`,
    `${paymentLabel(figures.schedule)} | ${orGap(moneyWithCents(figures.payment), missingTerms(facts)[0] ?? "amount")}`,
    `Term | ${orGap(termText(facts.months), "term")}`,
    `Advance | ${funds}`,
    ...adjustmentLines(figures, "the advance"),
    ...(figures.firstPayment ? [`First payment | ${formatLongDate(figures.firstPayment)}`] : []),
    `Maturity | ${maturity}`,
    "",
    `Interest runs from the day of the advance. ${
      adjustmentText(figures)
    }Payments are made monthly, by pre-authorised ` +
    "debit, on the same day of each month. The balance of principal and interest is due at maturity. The lender has no " +
    "duty to renew.",
  ].join("\n");
}

function conditionsText(facts: LetterFacts): string {
  const open = facts.conditions.filter(({ settled, optional }) => !settled && !optional);
  return [
    "The lender advances the loan once each of these is in its hands, in a form that it accepts:",
    "",
    ...open.map(({ title }) => `- ${title}`),
    "- A search of title that shows no claim other than those named in this letter",
    "- Proof that property tax and prior mortgages are paid up to the advance, or are paid from it",
    "- No material change for the worse in the property or in the borrower's circumstances before the advance",
  ].join("\n");
}

function dischargeText({ contract }: LetterFacts, terms: LetterTerms): string {
  const fee = terms.dischargeFee ?? contract?.dischargeFee;
  return fee ? `\n\nFee for the discharge of the mortgage | ${moneyWithCents(fee)}` : "";
}

/** The sections of a commitment, filled from the loan. Missing figures are named in the text. */
export function commitmentSections(facts: LetterFacts, terms: LetterTerms): LetterSection[] {
  const figures = commitmentFigures(facts, terms);
  const date = isCalendarDate(terms.letterDate) ? terms.letterDate : facts.today;
  return [
    { id: "offer", title: "The offer", text: offerText(facts, terms) },
    { id: "parties", title: "Parties", text: partiesText(facts, facts.brokerFee !== 0) },
    { id: "security", title: "Property and security", text: securityText(facts) },
    { id: "amount", title: "Amount and net advance", text: amountText(facts, figures) },
    { id: "rate", title: "Rate, payment and term", text: rateText(facts, figures) },
    {
      id: "cost",
      title: "Cost of borrowing",
      text: costText(figures, "Fees taken from the advance", facts.commercial),
    },
    { id: "prepayment", title: "Repayment before maturity", text: prepaymentText(facts) + dischargeText(facts, terms) },
    {
      id: "duties",
      title: "The borrower's duties",
      text: [
        "Until the loan is repaid the borrower pays property tax and prior mortgages when due, keeps the property " +
        "insured and in good repair, and does not sell it or place a further charge on it without the lender's consent " +
        "in writing, which is not unreasonably withheld.",
        "",
        "On request the borrower shows the lender proof of any of this.",
      ].join("\n"),
    },
    { id: "conditions", title: "Conditions of the advance", text: conditionsText(facts) },
    { id: "advice", title: "Lawyers and independent legal advice", text: adviceText(facts, terms.lawyerFee) },
    { id: "default", title: "Default and remedies", text: defaultText() },
    {
      id: "acceptance",
      title: "Acceptance",
      text: [
        `This letter is dated ${
          formatLongDate(date)
        }. It binds the lender once it is signed by every borrower and is ` +
        `back with the lender by ${longDate(terms.expiresOn, "expiresOn")}, subject to the conditions above. Each ` +
        "borrower is liable for the whole debt. The lender's disclosure statement is given apart from this letter, in " +
        "the time that the law sets before signing.",
        "",
        GOVERNING_LAW,
        "",
        signatureLines(facts),
      ].join("\n"),
    },
  ];
}
