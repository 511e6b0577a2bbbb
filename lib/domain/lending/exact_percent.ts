import { halfUp, percent } from "../money.ts";

/** Decimals of a percentage, from the least to the most. */
const DIGITS = [2, 3, 4, 5, 6];

/** A contract's rate with all of its decimals, at least 2: 0.08125 is `8.125%`, not `8.13%`. Empty for none. */
export function exactPercent(rate: number | null | undefined): string {
  const whole = (rate ?? 0) * 100;
  return percent(rate, DIGITS.find((digits) => Math.abs(halfUp(whole, 10 ** digits) - whole) < 1e-9) ?? DIGITS.at(-1));
}
