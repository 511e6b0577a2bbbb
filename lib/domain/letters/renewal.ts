import { formatLongDate, isCalendarDate } from "../dates.ts";
import { paymentLabel } from "../lending/schedule.ts";
import { exactPercent } from "../lending/exact_percent.ts";
import { moneyWithCents } from "../money.ts";
import {
  acceptanceText,
  adjustmentLines,
  adjustmentText,
  borrowersOf,
  compounding,
  costText,
  defaultText,
  FREE_ADVICE,
  type LetterSection,
  longDate,
  MORTGAGE_STAYS,
  prepaymentText,
  termText,
  yearsText,
} from "./clauses.ts";
import { type LetterFacts } from "./facts.ts";
import { type LetterFigures, remainingAmortisation, renewalFigures, renewalStructure, renewsOn } from "./figures.ts";
import { gapMark, type GapName, orGap } from "./gaps.ts";
import { letterDay } from "./letter_days.ts";
import type { LetterTerms } from "./terms.ts";
import { termMonths } from "../loans/deal_options.ts";

/** The gap that keeps the balance unknown. */
const balanceGap = (facts: LetterFacts): GapName => facts.amount > 0 ? "balance" : "amount";

/** True where the term that is renewed ended before the letter's date. */
function hasMatured(facts: LetterFacts, terms: LetterTerms): boolean {
  const from = renewsOn(facts, terms);
  return isCalendarDate(from) && from < letterDay(facts, terms);
}

function termsText(facts: LetterFacts, terms: LetterTerms, figures: LetterFigures): string {
  const structure = renewalStructure(facts, terms);
  const from = renewsOn(facts, terms);
  const months = termMonths(terms.term);
  return [
    `Balance renewed | ${orGap(figures.principal > 0 ? moneyWithCents(figures.principal) : "", balanceGap(facts))}`,
    ...(terms.unpaidInterest
      ? [`Of which interest unpaid at the old maturity | ${moneyWithCents(terms.unpaidInterest)}`]
      : []),
    `Rate | ${orGap(exactPercent(terms.rate), "renewalRate")} a year, ${compounding(structure)}`,
    `Repayment | ${
      structure === null
        ? gapMark("structure")
        : structure === "P+I"
        ? `Principal and interest, amortised over ${yearsText(remainingAmortisation(facts, terms))}`
        : "Interest only; the principal at maturity"
    }`,
    `${paymentLabel(figures.schedule)} | ${
      figures.payment === null
        ? gapMark(terms.rate === null ? "renewalRate" : months === null ? "renewalTerm" : balanceGap(facts))
        : moneyWithCents(figures.payment)
    }`,
    `Renewal term | ${orGap(termText(months), "renewalTerm")}`,
    `Starts on | ${longDate(from, "fundedOn")}`,
    ...adjustmentLines(figures, "the start"),
    ...(figures.firstPayment ? [`First payment | ${formatLongDate(figures.firstPayment)}`] : []),
    `New maturity | ${orGap(formatLongDate(figures.maturity), months === null ? "renewalTerm" : "fundedOn")}`,
    `Renewal fee | ${terms.fee === null ? gapMark("renewalFee") : moneyWithCents(terms.fee)}`,
    "",
    `${adjustmentText(figures)}The balance assumes that every ${terms.unpaidInterest ? "other " : ""}payment up to ${
      longDate(from, "fundedOn")
    } is made. The renewal fee is paid ${
      hasMatured(facts, terms) ? "as this letter is signed" : "on or before that day"
    } and is not added to the balance.`,
  ].join("\n");
}

/** The sections of a renewal agreement, filled from the loan and the renewal's own terms. */
export function renewalSections(facts: LetterFacts, terms: LetterTerms): LetterSection[] {
  const figures = renewalFigures(facts, terms);
  const structure = renewalStructure(facts, terms);
  const from = renewsOn(facts, terms), isPast = hasMatured(facts, terms);
  return [
    {
      id: "offer",
      title: "The renewal",
      text: [
        `To ${borrowersOf(facts)}:`,
        "",
        `Your mortgage on ${orGap(facts.address, "address")} ${isPast ? "matured" : "matures"} on ${
          longDate(from, "fundedOn")
        }. ` +
        `${facts.lender.name} offers to renew it on the terms of this letter.`,
        "",
        ...(terms.retroactive
          ? [`The renewal is retroactive: it takes effect on ${longDate(from, "fundedOn")}.`, ""]
          : []),
        `The offer is open for acceptance until ${
          longDate(terms.expiresOn, "expiresOn")
        }. Without a renewal the whole ` +
        `balance ${
          isPast ? "is due" : "is due at maturity"
        }. You are free to repay the loan or to move it to another lender instead.`,
      ].join("\n"),
    },
    {
      id: "parties",
      title: "Parties and mortgage",
      text: [
        `Lender | ${facts.lender.name}`,
        `Borrower | ${borrowersOf(facts)}`,
        ...(facts.broker
          ? [
            `Mortgage broker | ${
              [facts.broker.name, facts.broker.brokerage, facts.broker.license].filter(Boolean).join(", ")
            }`,
          ]
          : []),
        `Property | ${orGap(facts.address, "address")}`,
        `Loan | ${facts.clientCode}, advanced on ${longDate(facts.funded ? facts.fundsOn : "", "fundedOn")}`,
        `Amount advanced | ${orGap(facts.amount > 0 ? moneyWithCents(facts.amount) : "", "amount")}`,
      ].join("\n"),
    },
    { id: "terms", title: "Renewal terms", text: termsText(facts, terms, figures) },
    { id: "cost", title: "Cost of borrowing", text: costText(figures, "Renewal fee", facts.commercial) },
    { id: "prepayment", title: "Repayment before maturity", text: prepaymentText({ ...facts, structure }) },
    {
      id: "unchanged",
      title: "What stays as it is",
      text: [
        MORTGAGE_STAYS,
        "",
        "The renewal depends on these:",
        "",
        `- ${
          terms.unpaidInterest ? "But for the interest that is renewed, no" : "No"
        } payment is in arrears on the day on which the renewal starts`,
        "- Property tax, prior mortgages and insurance are paid up to that day",
        "- No further claim has been registered on title without the lender's consent",
      ].join("\n"),
    },
    {
      id: "advice",
      title: "Independent legal advice",
      text: FREE_ADVICE,
    },
    { id: "default", title: "Default and remedies", text: defaultText() },
    {
      id: "acceptance",
      title: "Acceptance",
      text: acceptanceText(facts, terms, letterDay(facts, terms), "renewal"),
    },
  ];
}
