/** The text of an amendment: a commitment's sections, and what it says otherwise after the advance. */
import { formatLongDate, isCalendarDate } from "../dates.ts";
import { AMORTISATION_MONTHS } from "../lending/payments.ts";
import { paymentLabel } from "../lending/schedule.ts";
import { exactPercent } from "../lending/exact_percent.ts";
import { moneyWithCents } from "../money.ts";
import { amendmentFigures, amendmentStart } from "./amendment.ts";
import {
  acceptanceText,
  borrowersOf,
  compounding,
  costText,
  FREE_ADVICE,
  type LetterSection,
  longDate,
  MORTGAGE_STAYS,
  yearsText,
} from "./clauses.ts";
import { commitmentSections, partiesText } from "./commitment.ts";
import { type LetterFacts, missingTerms } from "./facts.ts";
import type { LetterFigures } from "./figures.ts";
import { gapMark, orGap } from "./gaps.ts";
import type { LetterTerms } from "./terms.ts";

function rateText(facts: LetterFacts, figures: LetterFigures, from: string): string {
  const { schedule } = figures, gap = missingTerms(facts)[0] ?? "term";
  const isOnly = schedule?.months === 1;
  const repayment = facts.structure === "P+I"
    ? `Principal and interest, amortised over ${yearsText(schedule?.amortisation ?? AMORTISATION_MONTHS)}`
    : "Interest only; the principal at maturity";
  return [
    `Amends from | ${formatLongDate(from)}`,
    `Rate | ${orGap(exactPercent(facts.rate), "rate")} a year, ${compounding(facts.structure)}`,
    `Repayment | ${facts.structure === null ? gapMark("structure") : repayment}`,
    `${paymentLabel(schedule)} | ${orGap(moneyWithCents(figures.payment), gap)}`,
    `Months left of the term | ${orGap(schedule ? String(schedule.months) : "", "term")}`,
    ...(figures.firstPayment && !isOnly ? [`First payment | ${formatLongDate(figures.firstPayment)}`] : []),
    `Maturity | ${orGap(formatLongDate(figures.maturity), gap)}`,
    "",
    `Up to ${formatLongDate(from)} the terms in force so far hold, and the payment due on that day is the last under ` +
    `them. ${isOnly ? "" : "Payments are made monthly, by pre-authorised debit, on the same day of each month. "}` +
    "The balance of principal and interest is due at maturity. The lender has no duty to renew.",
  ].join("\n");
}

/** The sections of an amendment, filled from the loan. Missing figures are named in the text. */
export function amendmentSections(facts: LetterFacts, terms: LetterTerms): LetterSection[] {
  const figures = amendmentFigures(facts, terms), from = amendmentStart(facts, terms), day = formatLongDate(from);
  const date = isCalendarDate(terms.letterDate) ? terms.letterDate : facts.today;
  const own: Record<string, Partial<LetterSection>> = {
    offer: {
      title: "The amendment",
      text: `To ${borrowersOf(facts)}:\n\n${facts.lender.name} offers to amend your mortgage on ${
        orGap(facts.address, "address")
      } from ${day}, on the terms of this letter.\n\nThe offer is open for acceptance until ${
        longDate(terms.expiresOn, "expiresOn")
      }. Without it the mortgage goes on as it is.`,
    },
    parties: { text: partiesText(facts, false) },
    amount: {
      title: "Balance",
      text:
        `Balance on ${day} | ${
          moneyWithCents(figures.principal)
        }\n\nThe balance assumes that every payment up to ${day}` +
        " is made. Nothing is advanced, and no fee is charged for this amendment.",
    },
    rate: { text: rateText(facts, figures, from) },
    cost: { text: costText(figures, "Fees", facts.commercial) },
    conditions: {
      title: "What stays as it is",
      text: [
        MORTGAGE_STAYS,
        "",
        `The amendment depends on no payment being in arrears on ${day}.`,
      ].join("\n"),
    },
    advice: { title: "Independent legal advice", text: FREE_ADVICE },
    acceptance: {
      text: acceptanceText(facts, terms, date, "amendment"),
    },
  };
  // What the advance paid out, or lacked before it, is done: an amendment pays nothing out.
  const advanced = { ...facts, paysOut: [], chargeMissing: false };
  return commitmentSections(advanced, terms).map((section) => ({ ...section, ...own[section.id] }));
}
