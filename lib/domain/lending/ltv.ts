import { ceilPercent, halfUp } from "../money.ts";

export const POSITIONS = ["first", "second", "third", "bridge"] as const;
export type Position = (typeof POSITIONS)[number];

/** What lending rules 2 reads. Whole dollars. */
export interface Property {
  newLoanAmount: number;
  appraisedValue: number;
  homePurPrice: number;
  firstMortgage: number;
}

/** Shown, and the submission refused, where neither an appraisal nor a purchase price is known. */
export const VALUE_REQUIRED = "Appraised Value is required!";

/** How entered text names a position, tried in this order without regard to case and outer spaces; numbers count too. */
export const POSITION_NAMES: readonly { position: Position; contains?: string[]; startsWith?: string[] }[] = [
  { position: "bridge", contains: ["bridge"] },
  { position: "first", startsWith: ["first", "1"] },
  { position: "third", startsWith: ["third", "3"] },
];

/** The position of text that names none, as in a read application (loans specification 5.5). */
export const DEFAULT_POSITION: Position = "second";

/** The position that `firstOrSecond` names: "Second Bridge" is a bridge, "1st" a first, "" a second. */
export function positionOf(firstOrSecond: string): Position {
  const text = firstOrSecond.trim().toLowerCase();
  const named = POSITION_NAMES.find(({ contains = [], startsWith = [] }) =>
    contains.some((name) => text.includes(name)) || startsWith.some((name) => text.startsWith(name))
  );
  return named?.position ?? DEFAULT_POSITION;
}

/** True for text that names one of the four positions, rather than falling back to a second. */
export function namesPosition(firstOrSecond: string): boolean {
  return positionOf(firstOrSecond) !== DEFAULT_POSITION || /^(second|2)/i.test(firstOrSecond.trim());
}

/** Value V: the appraisal if above 0, else the purchase price; 0 when neither is known. */
export function propertyValue(property: Pick<Property, "appraisedValue" | "homePurPrice">): number {
  return property.appraisedValue > 0 ? property.appraisedValue : Math.max(0, property.homePurPrice);
}

/** Positions with the first mortgage ahead of them. */
export const BEHIND_FIRST: readonly Position[] = ["second", "third"];

/** Charges that rank ahead of our loan and stay: the first mortgage behind a second or third, else 0. */
export function priorCharges(position: Position, firstMortgage: number): number {
  return BEHIND_FIRST.includes(position) ? firstMortgage : 0;
}

/** LTV in whole percent, rounded up; null when the value is unknown (lending rules 2). */
export function ltvPercent(loanAmount: number, prior: number, value: number): number | null {
  return value > 0 ? ceilPercent(loanAmount + prior, value) : null;
}

/** A quotient with 4 decimals, half up; null over nothing. */
export function ratio4(part: number, whole: number): number | null {
  return whole > 0 ? halfUp(part / whole, 10_000) : null;
}

/** LTV over all of the applicant's properties, a fraction with 4 decimals (lending rules 2). */
export function totalLtv(
  loanAmount: number,
  prior: number,
  value: number,
  otherPropertiesTotal: number,
  otherPropertiesMtgTotal: number,
): number | null {
  return ratio4(loanAmount + prior + otherPropertiesMtgTotal, value + otherPropertiesTotal);
}

/** True above the limit; the limit itself is allowed. An unknown LTV is refused elsewhere, for its missing value. */
export function exceedsMaxLtv(ltv: number | null, limit: number): boolean {
  return ltv !== null && ltv > limit;
}

/** The sentence of a refused LTV (loans specification 8). */
export function maxLtvMessage(limit: number): string {
  return `We are currently not funding LTV above ${limit}%`;
}
