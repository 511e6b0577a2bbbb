/** Days that a letter cannot have, and what needs a person's word before it is generated (lending rules 11). */
import { addMonths, formatLongDate, isCalendarDate } from "../dates.ts";
import { agreedRate } from "../lending/contract.ts";
import { exceedsMaxLtv } from "../lending/ltv.ts";
import { monthsFrom } from "../lending/payment_days.ts";
import { perDiemCents } from "../lending/payments.ts";
import { isLent } from "../loans/status.ts";
import { exactPercent } from "../lending/exact_percent.ts";
import { money, moneyOfCents, moneyWithCents } from "../money.ts";
import { amendmentDays, amendmentStart, isAmendment } from "./amendment.ts";
import type { LetterFacts } from "./facts.ts";
import { balanceAtMaturity, type LetterFigures, renewsOn } from "./figures.ts";
import type { LetterKind, LetterTerms } from "./terms.ts";

/** What stops a letter, as a sentence, and the term of the letter that mends it, where one does. */
export interface LetterProblem {
  text: string;
  term?: keyof LetterTerms;
}

/** The letter's date; that of today where none is entered. */
export const letterDay = (facts: LetterFacts, terms: LetterTerms): string =>
  isCalendarDate(terms.letterDate) ? terms.letterDate : facts.today;

/** What is wrong with the first day of an amendment, or with what cannot change after the advance. */
function amendmentProblems(facts: LetterFacts, terms: LetterTerms): LetterProblem[] {
  const { began, amount, months } = facts, from = amendmentStart(facts, terms);
  const days = amendmentDays(facts);
  if (terms.startsOn && days.length > 0 && !days.includes(terms.startsOn)) {
    const text = `The contract cannot be amended from ${formatLongDate(from)}. ` +
      "Choose a day on which a payment falls due.";
    return [{ text, term: "startsOn" }];
  }
  if (!began || !isAmendment(facts, terms)) return [];
  const instead = days.includes(began.effectiveDate)
    ? `, or amend from the advance on ${formatLongDate(began.effectiveDate)}.`
    : " on the loan: an amended contract keeps what was advanced.";
  const sums = `${money(began.principal)} was advanced, but the loan's amount is ${money(amount)}.`;
  return [
    ...(amount === began.principal ? [] : [{ text: `${sums} Correct the amount${instead}` }]),
    ...(facts.ledger?.left[from] === 0
      ? [{
        text: `Nothing is left to owe on ${formatLongDate(from)} by the ledger: there is nothing to amend. ` +
          "Set the loan to Repaid.",
      }]
      : []),
    ...(months !== null && addMonths(monthsFrom(began), months) <= from
      ? [{
        text: `The term ends before ${formatLongDate(from)}. Choose a longer term on the loan, or an earlier day.`,
        term: "startsOn" as const,
      }]
      : []),
  ];
}

/** What is wrong with a commitment's days. An amendment of a funded loan goes back to its advance. */
function commitmentDays(facts: LetterFacts, terms: LetterTerms, { maturity }: LetterFigures): LetterProblem[] {
  const date = letterDay(facts, terms), advance = facts.fundsOn;
  const problems = amendmentProblems(facts, terms);
  if (!isLent(facts.status) && isCalendarDate(advance)) {
    if (advance < date) {
      const text = `The advance on ${formatLongDate(advance)} comes before the letter's date. ` +
        "Set a later closing date on the loan.";
      // A letter of today has no other date to take.
      problems.push(date > facts.today ? { text, term: "letterDate" } : { text });
    } else if (terms.expiresOn > advance) {
      const text = `The offer is open past the advance on ${formatLongDate(advance)}. Let it expire by that day.`;
      problems.push({ text, term: "expiresOn" });
    }
  }
  if (facts.maturitySet && maturity && facts.maturitySet !== maturity) {
    problems.push({
      text: `The loan's maturity is set to ${formatLongDate(facts.maturitySet)}, but its term ends on ${
        formatLongDate(maturity)
      }. Correct the maturity or the term on the loan.`,
    });
  }
  if (facts.contract?.kind === "renewal") {
    problems.push({ text: "This loan was renewed: a new commitment would undo that. Amend the renewal instead." });
  }
  return problems;
}

/** What is wrong with a renewal's days. */
function renewalDays(facts: LetterFacts, terms: LetterTerms, figures: LetterFigures): LetterProblem[] {
  const from = renewsOn(facts, terms);
  if (!isCalendarDate(from)) return [];
  const problems: LetterProblem[] = [];
  if (!terms.retroactive && from < letterDay(facts, terms)) {
    const text = `The renewal starts on ${formatLongDate(from)}, before the letter's date. Tick that below, or date ` +
      "the letter earlier.";
    problems.push({ text, term: "letterDate" });
  } else if (!terms.retroactive && terms.expiresOn > from) {
    const text = `The offer is open past the start on ${formatLongDate(from)}. Let it expire by that day.`;
    problems.push({ text, term: "expiresOn" });
  }
  if (isCalendarDate(figures.maturity) && figures.maturity <= facts.today) {
    const text = `The new maturity, ${formatLongDate(figures.maturity)}, is not in the future. Choose a longer term.`;
    problems.push({ text, term: "term" });
  }
  return problems;
}

/** The days that block a letter. */
export function dayProblems(
  kind: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
  figures: LetterFigures,
): LetterProblem[] {
  const problems = kind === "commitment" ? commitmentDays(facts, terms, figures) : renewalDays(facts, terms, figures);
  if (isCalendarDate(terms.expiresOn) && terms.expiresOn < letterDay(facts, terms)) {
    problems.push({ text: "The offer expires before the day of the letter. Choose a later day.", term: "expiresOn" });
  }
  return problems;
}

/** The days from which a letter may continue the loan, YYYY-MM-DD: those of an amendment, and the terms' ends. */
export function balanceDays(facts: LetterFacts): string[] {
  const contracts = [facts.contract, facts.renewed].filter((one) => one !== null);
  return [...new Set([...amendmentDays(facts), ...contracts.map(({ maturity }) => maturity)])];
}

/** What runs on a loan past its maturity, as a sentence; empty before it. */
export function overholdingText(facts: LetterFacts): string {
  const contract = facts.contract;
  if (!contract || facts.status !== "Funded" || contract.maturity >= facts.today) return "";
  const matured = `This loan matured on ${formatLongDate(contract.maturity)}.`;
  if (facts.ledger?.perDay === 0) return `${matured} By its ledger nothing is unpaid: no interest runs.`;
  const rate = agreedRate(contract);
  const perDay = facts.ledger
    ? moneyWithCents(facts.ledger.perDay)
    : contract.structure === "P+I"
    ? ""
    : moneyOfCents(perDiemCents(contract.principal, rate));
  return `${matured} Until it is renewed or repaid, interest runs at ${exactPercent(rate)} a year${
    perDay && `, ${perDay} a day`
  }.`;
}

/** What a renewal leaves out of what the loan's ledger owes, or adds to it, as sentences. */
export function renewalWarnings(facts: LetterFacts, terms: LetterTerms): string[] {
  const { ledger } = facts, left = balanceAtMaturity(facts, { ...terms, balance: null });
  if (!ledger || left === null) return [];
  const warnings: string[] = [], from = formatLongDate(renewsOn(facts, terms));
  if (terms.balance !== null && terms.balance !== left) {
    const [owed, renewed] = [left, terms.balance].map(moneyWithCents);
    warnings.push(
      `The ledger leaves ${owed} on ${from}, and this letter renews ${renewed}. Empty the balance to take the ledger's.`,
    );
  }
  if (ledger.unpaid > 0 && terms.unpaidInterest === null) {
    const unpaid = `By the ledger ${moneyWithCents(ledger.unpaid)} of payments is unpaid.`;
    warnings.push(
      `${unpaid} Collect it before the renewal starts, or enter what stays unpaid, and it is renewed too.`,
    );
  }
  return warnings;
}

/** What a person has to confirm before the letter is generated, as sentences. */
export function confirmations(kind: LetterKind, facts: LetterFacts, figures: LetterFigures): string[] {
  const { ltv, ltvLimit, paysOut } = facts;
  const toPayOut = paysOut.reduce((sum, { amount }) => sum + amount, 0);
  if (kind === "renewal") return [];
  return [
    ...(exceedsMaxLtv(ltv, ltvLimit) ? [`The LTV of ${ltv}% is above the limit of ${ltvLimit}%.`] : []),
    ...(!isLent(facts.status) && figures.netAdvance < toPayOut
      ? [
        `The net advance of ${moneyWithCents(figures.netAdvance)} does not pay out the ${moneyWithCents(toPayOut)} ` +
        "that ranks before it: the rest has to come from elsewhere.",
      ]
      : []),
    ...(isLent(facts.status) && !facts.signed ? ["The commitment of this loan has not come back signed."] : []),
  ];
}
