/** The data overview's figures against the same worked out from the loans (loans specification 9; lending rules 9). */
import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import {
  exposureDetails,
  loanHistory,
  rankBrokers,
  riskDetails,
  TOP_BROKERS,
} from "../../../lib/features/overview/mod.ts";
import { overviewTallies } from "../../../db/derived/mod.ts";
import { FRESH_OVERVIEW } from "../../../db/derived/overview_tallies.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { ALL_MONTHS, monthsOf, OVERVIEW_STATUSES, PERIODS } from "../../../lib/domain/lending/overview.ts";
import { overviewQuery } from "../../../lib/schemas/overview.ts";
import { PASSWORD, type TestApp, withApp } from "../../support/app.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { unusualLoans } from "../../support/unusual_loans.ts";
import { expectedExposure, expectedMonth, expectedRankings, expectedRisk, rounded } from "../../support/overview.ts";

const TODAY = "2026-11-20";

const appTest = (name: string, run: (t: TestApp) => Promise<void>) => Deno.test(name, () => withApp(run));

const everyLoan = (t: TestApp): Promise<TestLoan[]> => t.deps.db.select().from(loans);

/** Each screen's figures in each period and status are those of the loans themselves. */
async function assertAgrees(t: TestApp): Promise<void> {
  const ctx = t.context();
  const all = await everyLoan(t);
  const { globalScore } = ctx.lending().settings;
  for (const period of PERIODS) {
    const months = monthsOf(period, TODAY);
    for (const status of ["all", ...OVERVIEW_STATUSES] as const) {
      const portion = { months, statuses: status === "all" ? OVERVIEW_STATUSES : [status] };
      const where = `${period} ${status}`;
      assert.deepEqual(
        rounded(await riskDetails(ctx, portion)),
        rounded(expectedRisk(all, months, status, globalScore)),
        where,
      );
      assert.deepEqual(
        rounded(await exposureDetails(ctx, portion)),
        rounded(expectedExposure(all, months, status, TODAY)),
        where,
      );
    }
    const history = await loanHistory(ctx, months);
    for (const row of history.months) assert.deepEqual(row, expectedMonth(all, row.month), period);
    if (history.months.length > 0) {
      const shown = { from: history.months[0].month, to: history.months.at(-1)!.month };
      assert.deepEqual(history.outcome, expectedExposure(all, shown, "all", TODAY).statuses, period);
    }
  }
}

/** What triggers counted is what a fresh count of all loans gives. */
async function assertTallied(t: TestApp): Promise<void> {
  const counted = await t.deps.db.select().from(overviewTallies);
  const fresh = await t.deps.db.all(sql.raw(FRESH_OVERVIEW));
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  assert.deepEqual(sorted(counted), sorted(fresh));
}

appTest("without loans every figure is there, and says that there is no data", async (t) => {
  await assertAgrees(t);
  const risk = await riskDetails(t.context(), { months: ALL_MONTHS, statuses: OVERVIEW_STATUSES });
  assert.deepEqual(risk.rating, { average: null, warr: null, median: null });
  assert.equal(risk.weightedLtv, null);
  assert.deepEqual(await loanHistory(t.context(), ALL_MONTHS), {
    months: [],
    outcome: [],
    shortened: false,
    leftOut: [],
  });
  assert.deepEqual(await rankBrokers(t.context()), { brokers: [], of: 0 });
});

appTest("one loan, its override, and an amount of nothing", async (t) => {
  // The vectors' "second, typical": 90,000 behind 310,000 on 640,000 is an LTV of 62.5%.
  const loan = await makeLoan(t, { adminComSelect: "Funded", dateFunded: "2026-10-31", riskRatingOver: "4.5" });
  await assertAgrees(t);
  const risk = await riskDetails(t.context(), { months: ALL_MONTHS, statuses: ["Funded"] });
  assert.deepEqual(risk.rating, { average: 4.5, warr: 4.5, median: 4.5 });
  const worth = loan.appraisedValue || loan.homePurPrice!;
  assert.ok(Math.abs(risk.weightedLtv! - (loan.newLoanAmount + loan.firstMortgage!) / worth) < 1e-8);
  await t.deps.db.update(loans).set({ newLoanAmount: 0, fsfcLoan: 0 }).where(eq(loans.id, loan.id));
  await assertAgrees(t);
  const nothing = await riskDetails(t.context(), { months: ALL_MONTHS, statuses: ["Funded"] });
  assert.deepEqual(nothing.rating, { average: 4.5, warr: null, median: 4.5 });
  assert.equal(nothing.weightedLtv, null);
});

appTest("the demo's 150 loans: all figures are the domain's", async (t) => {
  await fillWithDemo(t, PASSWORD);
  assert.ok((await everyLoan(t)).length >= 150);
  await assertAgrees(t);
});

appTest("unusual loans, after changes and deletions too", async (t) => {
  await unusualLoans(t);
  await assertTallied(t);
  await assertAgrees(t);
  await t.deps.db.update(loans).set({
    adminComSelect: "Repaid",
    city: "Barrie",
    postal: "L4M 1A1",
    marketRegion: "Barrie",
    fsfcLoan: 88_000,
    dateRepaid: "2026-11-02",
  })
    .where(sql`id % 5 = 0`);
  await t.deps.db.update(loans).set({ adminComments: "changes nothing that is counted" }).where(sql`id % 2 = 0`);
  await t.deps.db.delete(loans).where(sql`id % 7 = 0`);
  await assertTallied(t);
  await assertAgrees(t);
  const [gone] = await t.deps.db.select().from(accounts).where(eq(accounts.name, "Abel"));
  await t.deps.db.delete(accounts).where(eq(accounts.id, gone.id));
  await assertTallied(t);
  await t.deps.db.delete(loans);
  assert.equal((await t.deps.db.select().from(overviewTallies)).length, 0);
});

appTest("months begin at midnight in Toronto, also where the clocks change", async (t) => {
  const instants = [
    Date.UTC(2026, 10, 1, 3, 59), // 31 October, 23:59
    Date.UTC(2026, 10, 1, 4), // 1 November, 00:00
    Date.UTC(2026, 11, 1, 4, 59), // 30 November, 23:59
    Date.UTC(2026, 11, 1, 5), // 1 December
    Date.UTC(2026, 2, 1, 4, 59), // 28 February
    Date.UTC(2026, 3, 1, 3, 59), // 31 March, in summer time
    Date.UTC(2026, 3, 1, 4), // 1 April
    Date.UTC(2025, 0, 1, 4, 59), // 31 December of the year before
    Date.UTC(2024, 2, 10, 6, 59), // the last minute before summer time
    Date.UTC(2020, 10, 1, 5, 59), // the last minute of summer time, on the first of a month
  ];
  for (const timestamp of instants) await makeLoan(t, { timestamp });
  t.advance(60 * 86_400_000);
  const expected = instants.map((at) => dateInToronto(at).slice(0, 7)).sort();
  const history = await loanHistory(t.context(), ALL_MONTHS);
  assert.deepEqual(history.months.flatMap(({ month, submitted }) => Array(submitted.count).fill(month)), expected);
});

appTest("the ranking is that of the call, the first ten, by loans or by dollars", async (t) => {
  for (let n = 0; n < 12; n++) {
    const { id } = await t.account({ name: `Broker ${n}` });
    for (let i = 0; i <= n; i++) {
      const adminComSelect = (["NA", "Funded", "Repaid", "Declined", "Trash"] as const)[(n + i) % 5];
      await makeLoan(t, { brokerId: id, adminComSelect, newLoanAmount: 1_000_000 - n * 83_000, fsfcLoan: null });
    }
  }
  const expected = expectedRankings(await everyLoan(t));
  const all = await rankBrokers(t.context());
  assert.equal(all.of, 12);
  assert.deepEqual(new Map(all.brokers.map(({ id, name: _name, ...figures }) => [id, figures])), expected);
  for (const { id, name } of all.brokers) {
    assert.equal(name, (await t.deps.db.select().from(accounts).where(eq(accounts.id, id)))[0].name);
  }
  for (const by of ["count", "amount"] as const) {
    const { brokers, of } = await rankBrokers(t.context(), { by, most: TOP_BROKERS });
    assert.equal(of, 12);
    assert.equal(brokers.length, 10);
    const measure = by === "count" ? "total" as const : "totalAmount" as const;
    const best = [...expected.values()].map((row) => row[measure]).sort((a, b) => b - a).slice(0, 10);
    assert.deepEqual(brokers.map((row) => row[measure]), best);
  }
  const [{ timestamp }] = await everyLoan(t);
  const months = { from: "2000-01", to: dateInToronto(timestamp - 40 * 86_400_000).slice(0, 7) };
  assert.deepEqual(await rankBrokers(t.context(), { months }), { brokers: [], of: 0 });
});

Deno.test("an address with invalid parameters is the default overview", () => {
  const usual = { view: "risk", period: "all", status: "Funded", by: "count" };
  assert.deepEqual(overviewQuery.parse({}), usual);
  assert.deepEqual(overviewQuery.parse({ view: "x", period: "' or 1=1 --", status: "Trash", by: "<b>" }), usual);
});

appTest(
  "a history of more than ten years is shortened; only mistyped dates are called far from the others",
  async (t) => {
    const lent = (dateFunded: string) => makeLoan(t, { adminComSelect: "Funded", dateFunded });
    for (let year = 2012; year <= 2026; year++) await lent(`${year}-05-04`);
    await lent("1019-05-04");
    const { months, shortened, leftOut } = await loanHistory(t.context(), ALL_MONTHS);
    assert.deepEqual([months.length, shortened], [120, true]);
    assert.deepEqual(leftOut, [{ series: "funded", month: "1019-05", count: 1 }]);
  },
);
