/** The amendment of a funded loan: its first day, and the balance then (lending rules 11). */
import { isCalendarDate, wholeMonths } from "../dates.ts";
import type { LoanTerms } from "../lending/apr.ts";
import { ceilingOf } from "../lending/ceiling.ts";
import { contractSchedule, type ContractTerms } from "../lending/contract.ts";
import { monthsFrom } from "../lending/payment_days.ts";
import { AMORTISATION_MONTHS } from "../lending/payments.ts";
import { type DatedRow, isAdjustment, loanSchedule } from "../lending/schedule.ts";
import { fromCents } from "../money.ts";
import { amended, type LetterFacts } from "./facts.ts";
import { type LetterFigures, priced } from "./figures.ts";
import { LETTER_TITLES, type LetterKind, type LetterTerms } from "./terms.ts";

const rowsOf = (contract: ContractTerms): DatedRow[] => loanSchedule(contractSchedule(contract)).rows;

/**
 * The days from which a letter may amend the contract, YYYY-MM-DD: its first, its adjustment date, and those of its
 * payments on the day of the month that they all have. A bridge has the first alone. None where there is nothing to
 * amend.
 */
export function amendmentDays(facts: LetterFacts): string[] {
  const contract = amended(facts);
  if (!contract) return [];
  const first = contract.effectiveDate;
  if (contract.structure === "Bridge" || facts.structure === "Bridge") return [first];
  const due = rowsOf(contract).slice(0, -1).map((row) => row.due);
  return [first, ...due.filter((day) => day.slice(8) === monthsFrom(contract).slice(8))];
}

/** The first day of an amendment: as chosen, else the next payment day from the letter's date, or the last there is. */
export function amendmentStart(facts: LetterFacts, terms: LetterTerms): string {
  const days = amendmentDays(facts), date = isCalendarDate(terms.letterDate) ? terms.letterDate : facts.today;
  return terms.startsOn || (days.find((day) => day >= date) ?? days.at(-1) ?? "");
}

/** True for a letter that amends after the advance; one from the advance itself states it again, with its fees. */
export function isAmendment(facts: LetterFacts, terms: LetterTerms): boolean {
  return amended(facts) !== null && amendmentStart(facts, terms) !== facts.began?.effectiveDate;
}

export const AMENDMENT_TITLE = "Mortgage amending agreement";

/** What a letter is called: a commitment of a funded loan that advances nothing amends it. */
export const letterTitle = (kind: LetterKind, facts: LetterFacts, terms: LetterTerms): string =>
  kind === "commitment" && isAmendment(facts, terms) ? AMENDMENT_TITLE : LETTER_TITLES[kind];

/**
 * The amendment's figures: the balance that the payments up to its first day leave, by the ledger where there is one,
 * for the rest of the term.
 */
export function amendmentFigures(facts: LetterFacts, terms: LetterTerms): LetterFigures {
  const { contract, began, rate, structure } = facts, from = amendmentStart(facts, terms);
  const paid = contract ? rowsOf(contract).filter((row) => row.due <= from) : [];
  const repaid = paid.filter((row) => !isAdjustment(row)).length;
  const scheduled = fromCents(paid.at(-1)?.balance ?? 0) || (contract?.principal ?? 0);
  const principal = facts.ledger?.left[from] ?? scheduled;
  const months = facts.months !== null && began ? facts.months - wholeMonths(monthsFrom(began), from) : 0;
  const left = contract?.structure === "P+I" ? (contract.amortisation ?? AMORTISATION_MONTHS) - repaid : 0;
  const amortisation = structure === "P+I" ? { amortisation: Math.max(months, left || AMORTISATION_MONTHS) } : {};
  if (rate === null || structure === null || months < 1 || principal <= 0) {
    return priced(null, facts.cost, [], principal);
  }
  const ceiling = ceilingOf(principal, facts.commercial);
  const cost: LoanTerms = { ceiling, principal, rate, months, fees: 0, deducted: false, structure, ...amortisation };
  const paymentDay = contract?.paymentDay ?? facts.paymentDay;
  return priced({ principal, rate, months, structure, from, paymentDay, ...amortisation }, cost, [], principal);
}
