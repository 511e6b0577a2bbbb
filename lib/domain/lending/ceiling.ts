/** The legal ceiling on the cost of borrowing, and what it leaves for a bridge (lending rules 3 and 8). */
import { YEAR_DAYS } from "./payments.ts";
import type { LendingSettings } from "./settings.ts";

/** Criminal Code, section 347, since 1 January 2025: an APR above 35%, fees included. */
export const CRIMINAL_RATE = 0.35;
/** The same ceiling in percent, for exact integer arithmetic. */
const CRIMINAL_RATE_PERCENT = 35;

/** Amounts above which a commercial loan may cost more, and the APR up to the second of them (SOR/2024-114). */
const COMMERCIAL = { above: 10_000, upTo: 500_000, rate: 0.48 } as const;

/** The purpose that lifts the ceiling: the reason that marks a loan as commercial, empty where the settings keep it. */
export const commercialPurpose = (reason: unknown, settings: Pick<LendingSettings, "commercial">): string =>
  settings.commercial?.ceiling === "law" ? String(reason ?? "").trim() : "";

/**
 * The highest APR of a loan of `principal` dollars, a fraction; null where the law sets none. `purpose` as
 * `commercialPurpose` gives it (lending rules 8).
 */
export function ceilingOf(principal: number, purpose: string): number | null {
  if (purpose === "" || principal <= COMMERCIAL.above) return CRIMINAL_RATE;
  return principal <= COMMERCIAL.upTo ? COMMERCIAL.rate : null;
}

/**
 * The highest all-in price of a bridge in whole dollars under the ceiling beside `fees`, whole dollars that come off
 * the advance; below 0 where the fees alone exceed it.
 */
export function bridgeCap(principal: number, days: number, fees = 0): number {
  const year = 100 * YEAR_DAYS;
  return Math.floor((CRIMINAL_RATE_PERCENT * (principal - fees) * days - fees * year) / year);
}
