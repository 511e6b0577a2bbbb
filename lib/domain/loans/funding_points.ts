/** What is open when a loan is set to Funded: asked once, and written down (lending rules 12). */
import { formatDate, isCalendarDate } from "../dates.ts";
import { contractFrom, type ContractTerms, penaltyOf } from "../lending/contract.ts";
import { exceedsMaxLtv } from "../lending/ltv.ts";
import { lapseText, type OutstandingOffer } from "../letters/lapse.ts";
import { contractDifferences, differenceText } from "./contract_differences.ts";
import type { LoanEntries, LoanFigures } from "./deal.ts";
import { ADVANCE_DAY, paymentDayText } from "../lending/payment_days.ts";
import { missingFromForm } from "./form_contract.ts";

/** A condition as far as funding asks for it. */
export interface FundingCondition {
  title: string;
  completed: boolean;
  /** `isSettled`. */
  settled: boolean;
  optional: boolean;
}

/**
 * What is asked before a loan is funded: the open points as sentences, and the commitment that would come into force.
 */
export interface FundingPoints {
  open: string[];
  offerId: number | null;
}

/** The points of one of many loans; `refusal` says why it cannot be funded at all. */
export interface LoanFundingPoints extends FundingPoints {
  id: number;
  clientCode: string;
  refusal: string | null;
}

const MOST_NAMED = 4;

function named(conditions: readonly FundingCondition[], what: string): string[] {
  const n = conditions.length;
  if (n === 0) return [];
  const titles = conditions.slice(0, MOST_NAMED).map(({ title }) => title).join(", ");
  const more = n > MOST_NAMED ? ` and ${n - MOST_NAMED} more` : "";
  return [`${n} ${n === 1 ? "condition is" : "conditions are"} ${what}: ${titles}${more}.`];
}

/**
 * The open points as sentences; none where nothing is open. `offer` is the commitment whose terms would come into
 * force, `outstanding` the letter that is out, `dateFunded` the day of the advance (YYYY-MM-DD). `entries.adminRate` is
 * a fraction.
 */
export function fundingPoints(about: {
  entries: LoanEntries;
  figures: LoanFigures;
  offer: ContractTerms | null;
  /** Of the form's contract, where there is no offer. */
  paymentDay: number;
  conditions: readonly FundingCondition[];
  dateFunded: string;
  outstanding: OutstandingOffer | null;
  /** Says that the letter was signed too early; empty where it was not. */
  signedEarly: string;
  /** The day of the first payment where it has passed and the ledger will not begin by itself; else empty. */
  firstDuePassed: string;
}): string[] {
  const { entries, figures, offer, dateFunded } = about;
  const needed = about.conditions.filter(({ optional }) => !optional);
  const missing = offer ? [] : missingFromForm(entries, figures);
  const isBridge = (offer?.structure ?? figures.structure) === "Bridge";
  const isPenaltyOpen = !isBridge && penaltyOf(offer, String(entries.adminPenalty ?? "")) === "";
  const lapsed = offer ? lapseText(about.outstanding, dateFunded) : "";
  const days = new Set(["Funded on", "Maturity"]);
  const differing = offer ? contractDifferences(offer, entries).filter(({ term }) => !days.has(term)) : [];
  return [
    ...(offer ? [] : [formText(figures, about.paymentDay)]),
    ...(missing.length > 0 ? [`Not set: ${missing.join(", ")}. No terms come into force until they are.`] : []),
    ...(isPenaltyOpen ? ["No payment penalty is set: there is no payout before maturity until it is."] : []),
    ...differing.map((one) => `${one.term}: ${differenceText(one)}. The letter's comes into force.`),
    ...[lapsed, about.signedEarly].filter(Boolean),
    ...(isCalendarDate(dateFunded) ? [] : ["Not set: date funded. No terms come into force until it is."]),
    ...(offer && isCalendarDate(dateFunded) && offer.effectiveDate !== dateFunded
      ? [
        `The letter names ${formatDate(offer.effectiveDate)} as the advance: ${movedText(offer, dateFunded)}.`,
      ]
      : []),
    ...(about.firstDuePassed
      ? [
        `A payment fell due on ${formatDate(about.firstDuePassed)}, so the loan's ledger does not begin by itself: ` +
        "begin it with the balance then, under Ledger.",
      ]
      : []),
    ...named(needed.filter(({ completed }) => !completed), "still to do"),
    ...named(needed.filter(({ completed, settled }) => completed && !settled), "still to accept"),
    ...(figures.rankNotice !== null && figures.position !== "bridge" ? [`${figures.rankNotice}.`] : []),
    ...(exceedsMaxLtv(figures.lentLtv, figures.ltvLimit)
      ? [`The LTV of ${figures.lentLtv}% is above the limit of ${figures.ltvLimit}%.`]
      : []),
  ];
}

/** That there is no letter, with the day that the form does not show; a bridge has none. */
const formText = ({ structure }: LoanFigures, paymentDay: number): string =>
  `No commitment letter was generated: the terms of the form come into force${
    structure === "Bridge" ? "" : `, with payments on ${paymentDayText(paymentDay)}`
  }.`;

/** What moves with the advance to another day: all payments, or with a set day interest and the term's end. */
function movedText(offer: ContractTerms, dateFunded: string): string {
  const moved = contractFrom(offer, dateFunded);
  return offer.paymentDay === ADVANCE_DAY
    ? `payments and maturity move to ${formatDate(dateFunded)}`
    : `interest runs from ${formatDate(dateFunded)}, and the term ends on ${formatDate(moved.maturity)}`;
}
