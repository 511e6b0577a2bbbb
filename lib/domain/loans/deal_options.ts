import { type Structure, STRUCTURE_NAMES } from "../lending/payments.ts";

/** An option of a deal's select: stored value and label. */
export interface DealOption<V extends string | number> {
  value: V;
  label: string;
}

/** Marked so that a script leaves out the lists which it does not use. */
/* @__NO_SIDE_EFFECTS__ */ function same<const V extends string>(values: readonly V[]): readonly DealOption<V>[] {
  return values.map((value) => ({ value, label: value }));
}

/** Rating override, stored as text; Nil shows the final score (loans specification 5.6). */
export const RATING_OVERRIDES = same(["Nil", "0", "1", "2", "3", "3.5", "4", "4.5", "5", "5.5", "6", "7", "8"]);

/** Terms, stored as text (loans specification 5.6). */
export const TERMS = same(["3 months", "6 months", "9 months", "1 year", "2 years"]);

const TERM_MONTHS: Readonly<Record<string, number>> = {
  "3 months": 3,
  "6 months": 6,
  "9 months": 9,
  "1 year": 12,
  "2 years": 24,
};

/** Structures (loans specification 5.6). */
export const STRUCTURES: readonly DealOption<Structure>[] = same(STRUCTURE_NAMES);

/** Payment penalties (loans specification 5.6). */
export const PENALTIES = same(["3 months", "2 months", "1 month", "none", "closed"]);

/** Exit strategy: yes or no (loans specification 5.6). */
export const EXIT_STRATEGIES = same(["No", "Yes"]);

/** Assumed tax on income, fractions (loans specification 5.6). */
export const ASSUMED_TAXES: readonly DealOption<number>[] = [
  { value: 0, label: "0%" },
  { value: 0.25, label: "25%" },
  { value: 0.35, label: "35%" },
  { value: 0.5, label: "50%" },
];

/** A term's months; null for any other text. */
export function termMonths(term: string | null | undefined): number | null {
  return term == null ? null : TERM_MONTHS[term] ?? null;
}

/** The term of so many months; null where the list has none. */
export const termOfMonths = (months: number): string | null =>
  Object.keys(TERM_MONTHS).find((term) => TERM_MONTHS[term] === months) ?? null;

/** A structure from its text; null for any other text. */
export function structureOf(text: string | null | undefined): Structure | null {
  return STRUCTURES.find(({ value }) => value === text)?.value ?? null;
}
