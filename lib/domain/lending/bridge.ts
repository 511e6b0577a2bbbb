import { halfUp } from "../money.ts";
import { bridgeCap } from "./ceiling.ts";
import { type CompiledSettings, stepIndex } from "./compile.ts";
import { YEAR_DAYS } from "./payments.ts";

export { bridgeCap };

/** Days of a bridge without a chosen term: the quote tool's default (accounts specification 9). */
export const DEFAULT_BRIDGE_DAYS = 60;

/** A bridge's annual rate at an LTV, and its price for a number of days. */
export interface BridgeOffer {
  /** Shown rate a year, a fraction: perDay x 365. */
  rate: number;
  /** All-in price in whole dollars. */
  price: number;
}

/** The days of a term in months, at a twelfth of a year each. */
export function daysOfMonths(months: number): number {
  return halfUp((months * YEAR_DAYS) / 12);
}

/** The price of these days at an annual rate, in whole dollars. */
const priceAtRate = (principal: number, rate: number, days: number): number =>
  halfUp((principal * rate * days) / YEAR_DAYS);

/** The pricing row of an LTV; an unknown LTV takes the last row. */
function bridgeRow({ bridgeLtvs, bridgeRows }: CompiledSettings, ltv: number | null) {
  return bridgeRows[ltv === null ? bridgeRows.length - 1 : stepIndex(bridgeLtvs, ltv)];
}

/** The minimum price of a bridge at an LTV, in whole dollars, before the cap. */
export function bridgeMinimum(tables: CompiledSettings, ltv: number | null): number {
  return bridgeRow(tables, ltv).min;
}

/**
 * max(minimum, P x rate x days / 365) in whole dollars, at most what the ceiling leaves beside `fees` that come off the
 * advance, and 0 where the fees alone exceed it (lending rules 3). `rate` is a yearly fraction.
 */
export function bridgePrice(principal: number, rate: number, minimum: number, days: number, fees = 0): number {
  const price = Math.max(minimum, priceAtRate(principal, rate, days));
  return Math.max(0, Math.min(price, bridgeCap(principal, days, fees)));
}

/**
 * The annual rate that a letter states for a bridge's price: the rate itself where the price follows from it, else the
 * equivalent of the price, price / P x 365 / days, with the two decimals of a percentage that letters state (Interest
 * Act, s. 4; lending rules 3).
 */
export function statedRate(bridge: { principal: number; rate: number; days: number; price: number }): {
  rate: number;
  isEquivalent: boolean;
} {
  const { principal, rate, days, price } = bridge;
  if (price === priceAtRate(principal, rate, days)) return { rate, isEquivalent: false };
  return { rate: halfUp((price * YEAR_DAYS) / (principal * days), 1e4), isEquivalent: true };
}

/**
 * The price of a bridge in whole dollars: max(min, P x perDay x days), at most the cap. An unknown LTV takes the last
 * row. `adminRate` replaces perDay x 365 and `adjustment` is added to it, both yearly fractions.
 */
export function bridgeOffer(
  tables: CompiledSettings,
  principal: number,
  ltv: number | null,
  days: number,
  adminRate: number | null = null,
  adjustment = 0,
): BridgeOffer {
  const row = bridgeRow(tables, ltv);
  const rate = halfUp((adminRate ?? row.perDay * YEAR_DAYS) + adjustment, 1e8);
  return { rate, price: bridgePrice(principal, rate, row.min, days) };
}
