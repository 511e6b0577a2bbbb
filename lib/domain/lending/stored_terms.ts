/** Contracts of a loan from before there were any, which was renewed by moving its maturity (lending rules 12). */
import { addMonths, FALLBACK_DATE, isCalendarDate, wholeDays, wholeMonths } from "../dates.ts";
import { contractBridgePrice, type ContractTerms, contractTerms } from "./contract.ts";
import { AMORTISATION_MONTHS, balanceAfter } from "./payments.ts";

/** A maturity further ahead than this is a mistake of the keyboard (lending rules 13). */
const MONTHS_AHEAD = 120;

/**
 * `first`, and renewals on its terms so that the last of them ends on `maturity`, as the loan had it on the day `asOf`
 * (both YYYY-MM-DD); a bridge is prolonged instead. A day less than a month after the term, or more than ten years
 * after `asOf`, is a reminder's, and moves nothing.
 */
export function storedTerms(first: ContractTerms, maturity: string, asOf: string): ContractTerms[] {
  const isRenewed = isCalendarDate(maturity) && maturity !== FALLBACK_DATE &&
    addMonths(first.maturity, 1) <= maturity && maturity <= addMonths(asOf, MONTHS_AHEAD);
  if (!isRenewed) return [first];
  if (first.structure === "Bridge") {
    const bridgeDays = wholeDays(first.effectiveDate, maturity);
    return [contractTerms({ ...first, bridgeDays, bridgePrice: contractBridgePrice(first, bridgeDays) })];
  }
  const renewals: ContractTerms[] = [];
  // To a 31st from the month before, which has none, no term leads: it begins where the first ends, and ends days
  // before.
  const last = termBefore(first, maturity) ??
    { effectiveDate: first.maturity, months: wholeMonths(first.maturity, maturity) };
  for (let found: Term | null = last; found; found = termBefore(first, found.effectiveDate)) {
    renewals.unshift(contractTerms({ ...first, ...found, ...balanceOn(first, found) }));
  }
  return [first, ...renewals];
}

type Term = { effectiveDate: string; months: number };

/** The term that ends on a day: as long as the first, or what there is since; null where no whole months lead to it. */
function termBefore(first: ContractTerms, end: string): Term | null {
  const most = Math.min(first.months ?? 0, wholeMonths(first.maturity, end));
  // Of a day that the earlier month lacks no term of so many months reaches the end: a shorter one does, or none.
  for (let months = most; months >= 1; months--) {
    const effectiveDate = addMonths(end, -months);
    if (effectiveDate >= first.maturity && addMonths(effectiveDate, months) === end) return { effectiveDate, months };
  }
  return null;
}

/** What a renewal has of its own: the balance that the payments so far leave, the rest of the amortisation, no fees. */
function balanceOn(first: ContractTerms, { effectiveDate, months }: Term) {
  const { principal, rate, amortisation } = first;
  const paid = wholeMonths(first.effectiveDate, effectiveDate), whole = amortisation ?? AMORTISATION_MONTHS;
  return {
    kind: "renewal",
    principal: first.structure === "P+I" ? balanceAfter(principal, rate, paid, whole) : principal,
    amortisation: Math.max(months, whole - paid),
    lenderFee: 0,
    brokerFee: 0,
    otherFees: 0,
    apr: null,
  } as const;
}
