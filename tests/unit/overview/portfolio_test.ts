/** Lending rules 9 over loans counted together; the same figures from stored loans are in tests/feature/overview. */
import assert from "node:assert/strict";
import { CREDIT_STEPS, SIZE_STEPS, stepOf } from "../../../lib/domain/lending/buckets.ts";
import {
  DAY_ZERO,
  type DayGroup,
  marketInclination,
  medianScore,
  riskRating,
  type ScoreGroup,
  summarise,
  weightedDays,
  weightedLtv,
} from "../../../lib/domain/lending/portfolio.ts";

const TODAY = "2026-11-20";

const scored = (score: number, loans = 1, amount = 100_000, status = "Funded"): ScoreGroup => ({
  status,
  loans,
  amount,
  score,
});

Deno.test("a group counts as so many loans: average, WARR and median", () => {
  // (2 x 1 + 3 x 4) / 5 loans; (100 x 1 + 300 x 4) / 400 dollars; of 1 1 4 4 4.
  const groups = [scored(4, 3, 300_000), scored(1, 2)];
  assert.deepEqual(riskRating(groups), { average: 2.8, warr: 3.25, median: 4 });
  const none = { average: null, warr: null, median: null };
  assert.deepEqual([riskRating([]), riskRating([scored(3, 2, 100_000, "Loss")])], [none, none]);
  assert.deepEqual(riskRating([scored(8, 1, 0, "Repaid")]), { average: 8, warr: null, median: null });
});

Deno.test("the median is the middle one, or the mean of the two middle ones", () => {
  const of = (...scores: number[]) => medianScore(scores.map((score) => scored(score)));
  assert.deepEqual([of(), of(5), of(9, 1, 2), of(4, 1, 3, 2)], [null, 5, 2, 2.5]);
  assert.equal(medianScore([scored(7, 2), scored(1, 2)]), 4);
});

Deno.test("days weighted by amount: to today while Funded, and by position as the type is spelled", () => {
  const group = (changes: Partial<DayGroup>): DayGroup => ({
    status: "Repaid",
    firstOrSecond: "2nd",
    loans: 1,
    amount: 100,
    weighted: 0,
    ...changes,
  });
  // Repaid: 100 x 59 days. Funded: 300 on the 10th day after DAY_ZERO, 20 days before the 30th.
  assert.equal(DAY_ZERO, "1970-01-01");
  const groups = [group({ weighted: 5900 }), group({ status: "Funded", amount: 300, weighted: 3000 })];
  assert.equal(weightedDays(groups, "second", "1970-01-31"), (5900 + 300 * 20) / 400);
  assert.equal(weightedDays(groups, "first", TODAY), null);
  assert.equal(weightedDays([group({ firstOrSecond: " FIRST", weighted: 700 })], "first", TODAY), 7);
});

Deno.test("weighted LTV is a fraction, and nothing over nothing", () => {
  assert.equal(weightedLtv([{ amount: 100, weighted: 600_000 }, { amount: 100, weighted: 200_000 }]), 0.4);
  assert.equal(weightedLtv([]), null);
});

Deno.test("summary of nothing", () => {
  const nothing = { total: 0, average: null, count: 0, warr: null, wams: null, wamf: null };
  assert.deepEqual(summarise([], [], TODAY), nothing);
});

Deno.test("sizes and credit scores: up to leaves the bound to the next, to keeps it", () => {
  const sizes = [49_999, 50_000, 99_999, 100_000, 249_999, 250_000, 500_000, 500_001];
  assert.deepEqual(sizes.map((amount) => stepOf(SIZE_STEPS, amount)), [0, 1, 1, 2, 2, 3, 3, 4]);
  const scores = [549, 550, 649, 650, 750, 751];
  assert.deepEqual(scores.map((score) => stepOf(CREDIT_STEPS, score)), [0, 1, 1, 2, 2, 3]);
});

Deno.test("market inclination: under 40% buyer's, over 60% seller's, both bounds balanced", () => {
  const markets = [399, 400, 600, 601].map((sold) => marketInclination(sold, 1000)!.market);
  assert.deepEqual(markets, ["buyer", "balanced", "balanced", "seller"]);
  assert.equal(marketInclination(10, 0), null);
});
