/** The legal ceiling on the cost of borrowing, and what it leaves for a bridge (lending rules 3 and 8). */
import { YEAR_DAYS } from "./payments.ts";

/** Criminal Code, section 347, since 1 January 2025: an APR above 35%, fees included. */
export const CRIMINAL_RATE = 0.35;
/** The same ceiling in percent, for exact integer arithmetic. */
export const CRIMINAL_RATE_PERCENT = 35;

/**
 * The highest all-in price of a bridge in whole dollars that keeps to the ceiling beside `fees`, whole dollars that come
 * off the advance; below 0 where the fees alone pass it.
 */
export function bridgeCap(principal: number, days: number, fees = 0): number {
  const year = 100 * YEAR_DAYS;
  return Math.floor((CRIMINAL_RATE_PERCENT * (principal - fees) * days - fees * year) / year);
}
