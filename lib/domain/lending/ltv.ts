import { ceilPercent, halfUp, money } from "../money.ts";

export const POSITIONS = ["first", "second", "third", "bridge"] as const;
export type Position = (typeof POSITIONS)[number];

/** What lending rules 2 reads. Whole dollars. */
export interface Property {
  newLoanAmount: number;
  appraisedValue: number;
  homePurPrice: number;
  firstMortgage: number;
  secondMortgage: number;
}

/** Shown, and the submission refused, where neither an appraisal nor a purchase price is known. */
export const VALUE_REQUIRED = "Appraised Value is required!";

/**
 * How entered text names a position, tried in this order without regard to case and outer spaces; numbers count too.
 */
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

/** A form's value for a position; undefined where it has none. */
export const positionLabel = (labels: readonly string[], position: string): string | undefined =>
  labels.find((word) => namesPosition(word) && positionOf(word) === positionOf(position));

/** Value V: the appraisal if above 0, else the purchase price; 0 when neither is known. */
export function propertyValue(property: Pick<Property, "appraisedValue" | "homePurPrice">): number {
  return property.appraisedValue > 0 ? property.appraisedValue : Math.max(0, property.homePurPrice);
}

/** Mortgages that are registered on the property already, in the order of their rank. */
export const CHARGES = ["firstMortgage", "secondMortgage"] as const;
export type ChargeName = (typeof CHARGES)[number];
/** Balances in whole dollars; 0 for none. */
export type Charges = Readonly<Record<ChargeName, number>>;

/** The charges that have to be paid out by the loan for it to have the rank of a position (lending rules 2). */
export const PAYS_OUT: Readonly<Record<Position, readonly ChargeName[]>> = {
  first: ["firstMortgage", "secondMortgage"],
  second: ["secondMortgage"],
  third: [],
  bridge: [],
};

/** The rank that a loan has beside the charges there are. Whole dollars. */
export interface Standing {
  /** The position that was asked for, or a lower one where charges stay that it would have to pay out. */
  position: Position;
  /** Charges that stay and rank before the loan, in their order, and their sum. */
  stays: { name: ChargeName; amount: number }[];
  prior: number;
  /** Charges that the loan pays out. */
  paysOut: { name: ChargeName; amount: number }[];
}

/** The rank of a loan of `loanAmount` that was asked for in a position (lending rules 2). */
export function standingOf(requested: Position, loanAmount: number, charges: Charges): Standing {
  const there = chargesOf(charges), inTheWay = PAYS_OUT[requested];
  const clears = sumOf(there, inTheWay) <= loanAmount;
  if (!clears) {
    // The rank below the lowest charge: behind a second that stays comes a third, whether a first is entered or not.
    const below = POSITIONS[CHARGES.findLastIndex((name) => charges[name] > 0) + 1];
    return { position: below, stays: there, prior: sumOf(there), paysOut: [] };
  }
  const stays = there.filter(({ name }) => !inTheWay.includes(name));
  const paysOut = there.filter(({ name }) => inTheWay.includes(name));
  return { position: requested, stays, prior: sumOf(stays), paysOut };
}

/** Those that there are, in their order. */
function chargesOf(charges: Charges): Standing["stays"] {
  const there: Standing["stays"] = [];
  for (const name of CHARGES) if (charges[name] > 0) there.push({ name, amount: charges[name] });
  return there;
}

/** Whole dollars of all, or of those that are named. */
function sumOf(charges: Standing["stays"], names: readonly ChargeName[] = CHARGES): number {
  let sum = 0;
  for (const { name, amount } of charges) if (names.includes(name)) sum += amount;
  return sum;
}

const RANKS: Readonly<Record<ChargeName, string>> = { firstMortgage: "first", secondMortgage: "second" };

/** `first of $420,000 and second of $60,000`. */
const chargesText = (charges: Standing["stays"]): string =>
  charges.map(({ name, amount }) => `${RANKS[name]} of ${money(amount)}`).join(" and ");

/** Said of a third without both mortgages before it: the LTV cannot count what is not entered. */
export const CHARGE_MISSING = "A third ranks behind a first and a second, and not both are entered";

/**
 * Says that a loan has a lower rank than was asked for, or, of a bridge, what ranks before it; null where the rank is
 * the one asked for. Without a full stop, as reasons are.
 */
export function rankNotice(requested: Position, { position, stays }: Standing): string | null {
  if (requested === "third" && stays.length < CHARGES.length) return CHARGE_MISSING;
  const inTheWay = requested === "bridge" ? stays : stays.filter(({ name }) => PAYS_OUT[requested].includes(name));
  if (inTheWay.length === 0) return null;
  const isOne = inTheWay.length === 1;
  const stay = `An existing ${chargesText(inTheWay)} ${isOne ? "stays" : "stay"}`;
  if (requested === "bridge") return `${stay} and ${isOne ? "ranks" : "rank"} before this bridge`;
  return `${stay}: this would be a ${position}`;
}

/** Why a loan cannot have the position asked for, and what to do instead; null where it has it (lending rules 13). */
export function rankRefusal(requested: Position, standing: Standing): string | null {
  const notice = rankNotice(requested, standing);
  if (notice === null || standing.position === requested) return null;
  const rest = standing.stays.filter(({ name }) => PAYS_OUT[requested].includes(name));
  const needed = money(rest.reduce((sum, { amount }) => sum + amount, 0));
  const what = rest.length === 1 ? `the ${RANKS[rest[0].name]}` : "both";
  return `${notice}. Choose ${standing.position}, or ask for at least ${needed} to pay ${what} out.`;
}

/** Charges that rank ahead of our loan and stay, in whole dollars. */
export function priorCharges(requested: Position, loanAmount: number, charges: Charges): number {
  return standingOf(requested, loanAmount, charges).prior;
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
