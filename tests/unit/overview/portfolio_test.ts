/** Lending rules 9; loans specification 4.2 and 9. */
import assert from "node:assert/strict";
import {
  average,
  creditBucket,
  creditBuckets,
  marketInclination,
  median,
  type PortfolioLoan,
  riskRating,
  sizeBucket,
  sizeBuckets,
  summarise,
  weightedLtv,
} from "../../../lib/domain/lending/portfolio.ts";

const TODAY = "2026-11-20";

function loan(changes: Partial<PortfolioLoan>): PortfolioLoan {
  return {
    adminComSelect: "Funded",
    firstOrSecond: "Second",
    newLoanAmount: 100_000,
    fsfcLoan: null,
    appraisedValue: 500_000,
    homePurPrice: 0,
    firstMortgage: 200_000,
    shownScore: 2,
    creditScore: 650,
    totalLtv: 0.6,
    dateFunded: "2026-11-10",
    dateRepaid: null,
    ...changes,
  };
}

const book = [
  loan({ shownScore: 1 }),
  loan({ shownScore: 4, fsfcLoan: 300_000, newLoanAmount: 999_999, dateFunded: "2026-10-31" }),
  loan({ firstOrSecond: "First", shownScore: 3, dateFunded: "2026-11-15" }),
  loan({ firstOrSecond: "bridge", shownScore: 2, newLoanAmount: 500_000 }),
];

Deno.test("summary: total, average, count, WARR, WAMS and WAMF", () => {
  assert.deepEqual(summarise(book, TODAY), {
    total: 1_000_000,
    average: 250_000,
    count: 4,
    // (100 x 1 + 300 x 4 + 100 x 3 + 500 x 2) / 1,000.
    warr: 2.6,
    // Seconds: (100 x 10 + 300 x 20) / 400 days.
    wams: 17.5,
    wamf: 5,
  });
  assert.deepEqual(summarise([], TODAY), { total: 0, average: null, count: 0, warr: null, wams: null, wamf: null });
});

Deno.test("a funded amount of 0 is an amount, not a missing one", () => {
  assert.deepEqual([summarise([loan({ fsfcLoan: 0 })], TODAY).total, summarise([loan({})], TODAY).total], [0, 100_000]);
});

Deno.test("repaid loans count the days up to their repayment", () => {
  const repaid = loan({ adminComSelect: "Repaid", dateFunded: "2026-01-01", dateRepaid: "2026-03-01" });
  assert.equal(summarise([repaid], TODAY).wams, 59);
});

Deno.test("weighted LTV adds the first behind a second and leaves out a total LTV above 1", () => {
  // Second: 300 / 500 = 0.6; first of 100: 100 / 500 = 0.2.
  const first = loan({ firstOrSecond: "First" });
  assert.equal(weightedLtv([loan({}), first]), 0.4);
  assert.equal(weightedLtv([loan({ totalLtv: 1.01 }), first]), 0.2);
  assert.equal(weightedLtv([loan({ totalLtv: 1 }), first]), 0.4);
  assert.equal(weightedLtv([loan({ appraisedValue: 0 }), first]), 0.2);
  assert.equal(weightedLtv([]), null);
});

Deno.test("risk rating: average and WARR over Funded and Repaid, median over Funded", () => {
  const loans = [...book, loan({ adminComSelect: "Repaid", shownScore: 8 }), loan({ adminComSelect: "Loss" })];
  // Weighted: (2,600 + 100 x 8) / 1,100.
  assert.deepEqual(riskRating(loans), { average: 3.6, warr: 3400 / 1100, median: 2.5 });
});

Deno.test("average and median are plain", () => {
  assert.deepEqual([average([]), average([1, 2, 6])], [null, 3]);
  assert.deepEqual([median([]), median([5]), median([9, 1, 2]), median([4, 1, 3, 2])], [null, 5, 2, 2.5]);
});

Deno.test("size buckets: up to leaves the bound to the next, to keeps it", () => {
  const at = [49_999, 50_000, 99_999, 100_000, 249_999, 250_000, 500_000, 500_001].map(sizeBucket);
  assert.deepEqual(at, [0, 1, 1, 2, 2, 3, 3, 4]);
  const buckets = sizeBuckets(book);
  assert.deepEqual(buckets.map(({ count }) => count), [0, 0, 2, 2, 0]);
  assert.deepEqual(buckets.map(({ amount }) => amount), [0, 0, 200_000, 800_000, 0]);
});

Deno.test("credit score buckets", () => {
  assert.deepEqual([549, 550, 649, 650, 750, 751].map(creditBucket), [0, 1, 1, 2, 2, 3]);
  assert.deepEqual(creditBuckets(book).map(({ count }) => count), [0, 0, 4, 0]);
});

Deno.test("market inclination: under 40% buyer's, over 60% seller's, both bounds balanced", () => {
  const markets = [399, 400, 600, 601].map((sold) => marketInclination(sold, 1000)!.market);
  assert.deepEqual(markets, ["buyer", "balanced", "balanced", "seller"]);
  assert.equal(marketInclination(10, 0), null);
});
