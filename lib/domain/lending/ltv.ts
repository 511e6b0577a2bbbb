import { ceilPercent, halfUp } from "../money.ts";

export type Position = "first" | "second" | "third" | "bridge";

/** What section 2 of the lending rules reads. Whole dollars. */
export interface Property {
  newLoanAmount: number;
  appraisedValue: number;
  homePurPrice: number;
  firstMortgage: number;
}

/** Shown, and the submission refused, where neither an appraisal nor a purchase price is known. */
export const VALUE_REQUIRED = "Appraised Value is required!";

/**
 * The position in `firstOrSecond`, ignoring case: anything with "bridge" is a bridge, else first, second or third.
 * Numbers count too ("2nd", "1"); text that names none is a second, as in a read application (spec 001, section 5.5).
 */
export function positionOf(firstOrSecond: string): Position {
  const text = firstOrSecond.trim().toLowerCase();
  if (text.includes("bridge")) return "bridge";
  if (text.startsWith("first") || text.startsWith("1")) return "first";
  if (text.startsWith("third") || text.startsWith("3")) return "third";
  return "second";
}

/** Value V: the appraisal if above 0, else the purchase price; 0 when neither is known. */
export function propertyValue(property: Pick<Property, "appraisedValue" | "homePurPrice">): number {
  return property.appraisedValue > 0 ? property.appraisedValue : Math.max(0, property.homePurPrice);
}

/** Charges that rank ahead of our loan and stay: the first mortgage behind a second or third, else 0. */
export function priorCharges(position: Position, firstMortgage: number): number {
  return position === "second" || position === "third" ? firstMortgage : 0;
}

/** LTV in whole percent, rounded up; null when the value is unknown (lending rules, section 2). */
export function ltvPercent(loanAmount: number, prior: number, value: number): number | null {
  return value > 0 ? ceilPercent(loanAmount + prior, value) : null;
}

/** LTV as an exact fraction; null when the value is unknown. */
export function ltvFraction(property: Property, position: Position): number | null {
  const value = propertyValue(property);
  if (value <= 0) return null;
  return (property.newLoanAmount + priorCharges(position, property.firstMortgage)) / value;
}

/** A quotient with 4 decimals, half up; null over nothing. */
export function ratio4(part: number, whole: number): number | null {
  return whole > 0 ? halfUp(part / whole, 10_000) : null;
}

/** LTV over all of the applicant's properties, a fraction with 4 decimals (lending rules, section 2). */
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

/** The sentence of a refused LTV (spec 001, section 8). */
export function maxLtvMessage(limit: number): string {
  return `We are currently not funding LTV above ${limit}%`;
}
