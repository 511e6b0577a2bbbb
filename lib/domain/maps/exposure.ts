/** Our money by region, in classes with limits that people would say. */

/** Shares of the regions below each limit between two classes. */
const SHARES = [0.3, 0.55, 0.75, 0.9];

/** An amount as people say it, $250k and not $247,310; not above `most`, so that the last class holds the largest. */
function rounded(dollars: number, most: number): number {
  const step = dollars > 1_000_000 ? 250_000 : dollars > 50_000 ? 50_000 : 10_000;
  return Math.min(Math.round(dollars / step), Math.floor(most / step)) * step;
}

/** The rising limits between the classes, in dollars; fewer where amounts are alike. */
export function exposureLimits(amounts: readonly number[]): number[] {
  const sorted = amounts.filter((amount) => amount > 0).sort((a, b) => a - b);
  const most = sorted.at(-1) ?? 0;
  const limits = SHARES.map((share) => rounded(sorted[Math.floor(sorted.length * share)] ?? 0, most));
  return [...new Set(limits)].filter((limit) => limit > 0);
}

/** The class of an amount: 0 for none, else 1 to 5. */
export const exposureClass = (amount: number, limits: readonly number[]): number =>
  amount > 0 ? 1 + limits.filter((limit) => amount >= limit).length : 0;
