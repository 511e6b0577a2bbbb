/** Portfolio figures of stored loans, worked out by hand (lending rules 9; loans specification 4.2 and 9). */
import assert from "node:assert/strict";
import { loans } from "../../../db/schema/mod.ts";
import { ALL_MONTHS, OVERVIEW_STATUSES } from "../../../lib/domain/lending/overview.ts";
import { summariseLoans } from "../../../lib/features/loans/mod.ts";
import { exposureDetails, riskDetails } from "../../../lib/features/overview/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { rounded } from "../../support/overview.ts";

type Fields = Partial<typeof loans.$inferInsert>;

const loan = (t: TestApp, changes: Fields): typeof loans.$inferInsert => ({
  adminComSelect: "Funded",
  firstOrSecond: "Second",
  newLoanAmount: 100_000,
  appraisedValue: 500_000,
  firstMortgage: 200_000,
  shownScore: 2,
  creditScore: 650,
  totalLtv: 0.6,
  dateFunded: "2026-11-10",
  timestamp: t.now(),
  updatedAt: t.now(),
  ...changes,
});

const BOOK: Fields[] = [
  { shownScore: 1 },
  { shownScore: 4, fsfcLoan: 300_000, newLoanAmount: 999_999, dateFunded: "2026-10-31" },
  { firstOrSecond: "First", shownScore: 3, dateFunded: "2026-11-15" },
  { firstOrSecond: "bridge", shownScore: 2, newLoanAmount: 500_000 },
];

/** The figures of these loans alone, on 20 November 2026. */
async function figuresOf(t: TestApp, book: Fields[]) {
  await t.deps.db.delete(loans);
  if (book.length) await t.deps.db.insert(loans).values(book.map((changes) => loan(t, changes)));
  const ctx = t.context(), all = { months: ALL_MONTHS, statuses: OVERVIEW_STATUSES };
  return {
    funded: await summariseLoans(ctx, "Funded"),
    repaid: await summariseLoans(ctx, "Repaid"),
    risk: await riskDetails(ctx, all),
    exposure: await exposureDetails(ctx, all),
  };
}

Deno.test("portfolio figures of stored loans", (test) =>
  withApp(async (t) => {
    await test.step("summary: total, average, count, WARR, WAMS and WAMF", async () => {
      assert.deepEqual((await figuresOf(t, BOOK)).funded, {
        total: 1_000_000,
        average: 250_000,
        count: 4,
        // (100 x 1 + 300 x 4 + 100 x 3 + 500 x 2) / 1,000.
        warr: 2.6,
        // Seconds: (100 x 10 + 300 x 20) / 400 days.
        wams: 17.5,
        wamf: 5,
      });
    });

    await test.step("a funded amount of 0 is an amount, not a missing one", async () => {
      assert.equal((await figuresOf(t, [{ fsfcLoan: 0 }])).funded.total, 0);
      assert.equal((await figuresOf(t, [{}])).funded.total, 100_000);
    });

    await test.step("repaid loans count the days up to their repayment", async () => {
      const repaid: Fields = { adminComSelect: "Repaid", dateFunded: "2026-01-01", dateRepaid: "2026-03-01" };
      assert.equal((await figuresOf(t, [repaid])).repaid.wams, 59);
    });

    await test.step("weighted LTV adds the first behind a second and leaves out a total LTV above 1", async () => {
      // Second: 300 / 500 = 0.6; first of 100 with nothing before it: 100 / 500 = 0.2.
      const first: Fields = { firstOrSecond: "First", firstMortgage: 0 };
      const weightedLtv = async (second: Fields) => (await figuresOf(t, [second, first])).risk.weightedLtv;
      assert.equal(rounded(await weightedLtv({})), 0.4);
      assert.equal(rounded(await weightedLtv({ totalLtv: 1.01 })), 0.2);
      assert.equal(rounded(await weightedLtv({ totalLtv: 1 })), 0.4);
      assert.equal(rounded(await weightedLtv({ appraisedValue: 0 })), 0.2);
      const stays: Fields = { firstOrSecond: "First", firstMortgage: 200_000 };
      assert.equal(rounded((await figuresOf(t, [stays])).risk.weightedLtv), 0.6, "a first that stays counts");
      assert.equal((await figuresOf(t, [])).risk.weightedLtv, null);
    });

    await test.step("risk rating: average and WARR over Funded and Repaid, median over Funded", async () => {
      const book: Fields[] = [...BOOK, { adminComSelect: "Repaid", shownScore: 8 }, { adminComSelect: "Loss" }];
      // Weighted: (2,600 + 100 x 8) / 1,100.
      assert.deepEqual((await figuresOf(t, book)).risk.rating, { average: 3.6, warr: 3400 / 1100, median: 2.5 });
    });

    await test.step("loans by size and by credit score", async () => {
      const { exposure, risk } = await figuresOf(t, BOOK);
      assert.deepEqual(exposure.sizes.map(({ count }) => count), [0, 0, 2, 2, 0]);
      assert.deepEqual(exposure.sizes.map(({ amount }) => amount), [0, 0, 200_000, 800_000, 0]);
      assert.deepEqual(risk.credit.map(({ count }) => count), [0, 0, 4, 0]);
    });
  }));
