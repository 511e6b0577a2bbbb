import { CHARGES, type Charges, PAYS_OUT, type Position, standingOf } from "./ltv.ts";
import { largestLoan } from "./quote_sliders.ts";

/**
 * The largest loan within a limit, of `most` at most, that has the position asked for, whole dollars; null where none
 * has (lending rules 2).
 */
export function fittingLoan(
  requested: Position,
  charges: Charges,
  value: number,
  limit: number,
  most = Infinity,
): number | null {
  const stays = CHARGES.filter((name) => !PAYS_OUT[requested].includes(name));
  const amount = Math.min(most, largestLoan(limit, stays.reduce((sum, name) => sum + charges[name], 0), value));
  return amount > 0 && standingOf(requested, amount, charges).position === requested ? amount : null;
}
