/** The loans of the map: filters, cells, first view, list, one loan's place; and that its index is used. */
import assert from "node:assert/strict";
import type { InValue } from "@libsql/client";
import { desc, eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { formatShortMonth } from "../../../lib/domain/dates.ts";
import * as schema from "../../../db/schema/mod.ts";
import {
  exportMapLoans,
  getLoanPlace,
  listLoansInView,
  listLoanSpots,
  saveMarketReport,
  summariseLoanMap,
} from "../../../lib/features/maps/mod.ts";
import { ACTIVE_STATUSES } from "../../../lib/domain/loans/status.ts";
import { type Extent, ONTARIO } from "../../../lib/domain/maps/extent.ts";
import { type LoanPin, type LoanSpots, PINS_MAX, unpackPins } from "../../../lib/domain/maps/loan_spots.ts";
import { FIGURE_NAMES, type MarketFigures, monthsFrom } from "../../../lib/domain/maps/market_report.ts";
import { lookInMonth } from "../../../lib/domain/maps/region_look.ts";
import { type LoanMapQuery, loanMapQuery } from "../../../lib/schemas/maps/loan_map.ts";
import { makeApp } from "../../support/app.ts";
import { planOf } from "../../support/plans_of.ts";

const { loans } = schema;
const t = await makeApp();
const admin = await t.account({ role: 9 });
const broker = await t.account({ name: "Rosa Valdez" });
Deno.test.afterAll(() => t.close());
const ctx = () => t.context(admin);

const HAMILTON = { latitude: 43.2557, longitude: -79.8711, marketRegion: "Hamilton" };
const TORONTO = { latitude: 43.6532, longitude: -79.3832, marketRegion: "Toronto" };
const KENORA = { latitude: 49.767, longitude: -94.489, marketRegion: "Kenora" };

type Row = Partial<typeof loans.$inferInsert>;
async function add(...rows: Row[]): Promise<number[]> {
  const common = { timestamp: t.now(), updatedAt: t.now(), placePrecision: "address" as const };
  const made = await t.deps.db.insert(loans).values(rows.map((row) => ({ ...common, ...row }))).returning();
  return made.map(({ id }) => id);
}

// Default thresholds: yellow and red are those of the settings in force.
const { yellowScore, redScore } = ctx().lending().settings.globalScore;
const [green, yellow, red, repaid, unplaced, small] = await add(
  { ...HAMILTON, clientCode: "GRE-1", newLoanAmount: 200_000, shownScore: yellowScore - 0.5, firstOrSecond: "First" },
  {
    ...HAMILTON,
    clientCode: "YEL-2",
    newLoanAmount: 300_000,
    fsfcLoan: 250_000,
    shownScore: yellowScore,
    brokerId: broker.id,
  },
  { ...TORONTO, clientCode: "RED-3", newLoanAmount: 900_000, shownScore: redScore, firstOrSecond: "Second" },
  { ...TORONTO, clientCode: "REP-4", newLoanAmount: 70_000, adminComSelect: "Repaid" },
  { clientCode: "UNP-5", newLoanAmount: 60_000, marketRegion: "Rural", placePrecision: null },
  { ...KENORA, clientCode: "KEN-6", newLoanAmount: 45_000, firstName: "Ada" },
);
await add({ ...TORONTO, clientCode: "TRA-7", newLoanAmount: 1, adminComSelect: "Trash" });

const query = (change: Partial<LoanMapQuery> = {}): LoanMapQuery => ({ ...loanMapQuery.defaults, ...change });
function pinsOf(spots: LoanSpots): LoanPin[] {
  assert.ok(spots.kind === "pins");
  return unpackPins(spots.pins);
}
const found = async (change: Partial<LoanMapQuery>): Promise<number[]> => {
  const data = await listLoanSpots(ctx(), { ...query(change), extent: ONTARIO, zoom: 6 });
  return pinsOf(data.spots).map(([id]) => id);
};

Deno.test("the map shows active loans with their band and amount; one without a place is counted apart", async () => {
  const data = await listLoanSpots(ctx(), { ...query(), extent: ONTARIO, zoom: 6 });
  assert.deepEqual([data.loans, data.amount, data.unplaced], [5, 1_455_000, 1]);
  assert.deepEqual(data.bands, [3, 1, 1]);
  assert.deepEqual(data.regions.map(({ region, loans, amount }) => [region, loans, amount]), [
    ["Toronto", 1, 900_000],
    ["Hamilton", 2, 450_000],
    ["Rural", 1, 60_000],
    ["Kenora", 1, 45_000],
  ]);
  const pins = pinsOf(data.spots);
  assert.deepEqual(pins.find(([id]) => id === yellow), [yellow, -79.8711, 43.2557, 1, 250_000]);
  assert.equal(pins.length, 4);
});

Deno.test("each filter narrows: status, type, risk, broker, region, amount, rectangle, words", async () => {
  assert.deepEqual(await found({ status: "Repaid" }), [repaid]);
  assert.deepEqual(await found({ status: "any" }), [green, yellow, red, repaid, small]);
  assert.deepEqual(await found({ status: "Trash" }), [small + 1]);
  assert.deepEqual(await found({ type: "second", region: "Toronto" }), [red]);
  assert.deepEqual(await found({ risk: "yellow" }), [yellow]);
  assert.deepEqual(await found({ risk: "red" }), [red]);
  assert.deepEqual(await found({ broker: broker.id }), [yellow]);
  assert.deepEqual(await found({ region: "Hamilton" }), [green, yellow]);
  // Sizes of the specification: under 50k, 100k to 250k, 250k to 500k (500k is in), over 500k.
  assert.deepEqual(await found({ size: "0" }), [small]);
  assert.deepEqual(await found({ size: "2" }), [green]);
  assert.deepEqual(await found({ size: "3" }), [yellow]);
  assert.deepEqual(await found({ size: "4" }), [red]);
  assert.deepEqual(await found({ box: "-80,43,-79.5,43.5" }), [green, yellow]);
  assert.deepEqual(await found({ q: "ada" }), [small]);
  assert.deepEqual(await found({ q: "%' or 1=1" }), []);
});

Deno.test("the list holds the loans of the view in order, and their figures", async () => {
  const extent: Extent = [-80, 43, -79, 44];
  const view = await listLoansInView(ctx(), { ...query({ order: "amount" }), extent });
  assert.deepEqual([view.loans, view.amount, view.bands], [3, 1_350_000, [1, 1, 1]]);
  assert.deepEqual(view.rows.map(({ id }) => id), [red, yellow, green]);
  assert.equal(view.rows[1].broker, "Rosa Valdez");
  assert.deepEqual((await listLoansInView(ctx(), { ...query({ order: "new" }), extent })).rows.map(({ id }) => id), [
    red,
    yellow,
    green,
  ]);
  const nothing = await listLoansInView(ctx(), { ...query(), extent: [-85, 55, -84, 56] });
  assert.deepEqual(nothing, { loans: 0, amount: 0, bands: [0, 0, 0], rows: [] });
});

Deno.test("on a phone a region says its market and our loans in sentences with one end each", async () => {
  const html = await (await t.get("/dashboard/maploans?view=regions", admin)).text();
  assert.match(html, />This Region has no data! 2 loans</);
  assert.doesNotMatch(html, /!\./);
});

Deno.test("a loan's place comes with the active loans around it, nearest first, and its region's market", async () => {
  const [near] = await add({ latitude: 43.2557, longitude: -79.8, marketRegion: "Hamilton", newLoanAmount: 10_000 });
  const data = await getLoanPlace(ctx(), { id: green });
  assert.deepEqual(data.near.map(({ id }) => id), [yellow, near]);
  assert.equal(data.near[0].away, 0);
  // 0.0711 degrees of longitude at 43.26 degrees: 5.8 km. Toronto is 59 km away.
  assert.equal(data.near[1].away.toFixed(1), "5.8");
  assert.equal(data.sum, "$460,000 within 10 km with this loan", "200,000, 250,000 and 10,000");
  await t.deps.db.update(loans).set({ adminComSelect: "Declined" }).where(eq(loans.id, green));
  assert.equal((await getLoanPlace(ctx(), { id: green })).sum, "$260,000 within 10 km", "nothing is lent on it");
  await t.deps.db.update(loans).set({ adminComSelect: "NA" }).where(eq(loans.id, green));
  assert.equal(data.market?.word, "No data");
  assert.equal((await getLoanPlace(ctx(), { id: unplaced })).near.length, 0);
  // Twenty more: 1 to 20 times 0.01 degrees north of it, 1.112 km each. 8 are shown; 8 lie within 10 km.
  const north = await add(
    ...Array.from({ length: 20 }, (_, i) => ({
      ...HAMILTON,
      latitude: HAMILTON.latitude + (i + 1) / 100,
      clientCode: `NOR-${i}`,
      newLoanAmount: 1000,
      shownScore: 1,
    })),
  );
  const crowded = await getLoanPlace(ctx(), { id: green });
  assert.deepEqual(crowded.near.map(({ id }) => id), [yellow, ...north.slice(0, 5), near, north[5]]);
  assert.equal(crowded.sum, "$468,000 within 10 km with this loan");
  await t.deps.db.delete(loans).where(inArray(loans.id, north));
  await assert.rejects(getLoanPlace(ctx(), { id: 999_999 }), /exist|found/i);
  await t.deps.db.run(sql`delete from loans where id = ${near}`);
});

Deno.test("the region of a loan's place is hatched where its newest report is outdated", async () => {
  const nothing = Object.fromEntries(FIGURE_NAMES.map((name) => [name, null])) as unknown as MarketFigures;
  const months = monthsFrom("2020-01", new Date(t.now()).toISOString().slice(0, 7));
  for (const month of [months.at(-18)!, months.at(-9)!]) {
    const report = { ...nothing, averageDaysOnMarket: 30, homesSold: 54, newListings: 100 };
    await saveMarketReport(ctx(), { ...report, region: "Hamilton", month });
  }
  const { market, figures } = await getLoanPlace(ctx(), { id: green });
  assert.deepEqual(figures.filter(([label]) => /^(Inclination|Homes sold|Report)$/.test(label)), [
    ["Inclination", "Balanced market, 54%"],
    ["Homes sold", "54"],
    ["Report", formatShortMonth(months.at(-9)!)],
  ]);
  assert.equal(market!.outdated, true);
  assert.equal(lookInMonth(market!, market!.steps.length - 1).hatched, true);
  await t.deps.db.delete(schema.regionReports);
});

Deno.test("more loans than pins are counted in cells of a grid, which add up to the loans", async () => {
  const before = await summariseLoanMap(ctx(), query());
  await t.deps.db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PINS_MAX})
    insert into loans (client_code, new_loan_amount, shown_score, latitude, longitude, market_region, timestamp, updated_at)
    select 'N-' || i, 1000, (i % 3) * ${redScore} / 2.0, 43 + (i % 100) / 100.0, -80 + (i % 97) / 97.0, 'Hamilton', 0, 0 from n`);
  const data = await listLoanSpots(ctx(), { ...query(), extent: ONTARIO, zoom: 7 });
  assert.ok(data.spots.kind === "cells");
  const { cells } = data.spots;
  assert.equal(data.loans, before.loans + PINS_MAX);
  assert.ok(cells.length < 60, `${cells.length} cells`);
  const sum = (pick: (cell: (typeof cells)[number]) => number) => cells.reduce((all, cell) => all + pick(cell), 0);
  // Of each three loans two are below the yellow threshold and one is at the red one; the loan without a place is
  // green.
  assert.deepEqual(data.bands, [before.bands[0] + 3333, before.bands[1], before.bands[2] + 1667]);
  assert.deepEqual(
    [sum((cell) => cell[2]), sum((cell) => cell[3]), sum((cell) => cell[4])],
    [data.bands[0] - 1, data.bands[1], data.bands[2]],
  );
  assert.equal(sum((cell) => cell[5]), data.amount - 60_000);
  // The one in Kenora is outside the middle of them.
  assert.ok(data.around && data.around.wide[0] > -81);
  assert.ok(data.around.all[0] < KENORA.longitude && data.around.all[3] > KENORA.latitude, "all of them hold it");
});

Deno.test("a view shows pins once its loans are few, and cells before", async () => {
  const spots = async (extent: Extent, zoom: number) =>
    (await listLoanSpots(ctx(), { ...query(), extent, zoom })).spots;
  const near = await spots([-79.6, 43.4, -79.5, 43.5], 12), pins = pinsOf(near);
  assert.ok(near.kind === "pins" && !near.whole);
  assert.ok(pins.length > 20 && pins.every(([, x, y]) => x > -79.7 && x < -79.4 && y > 43.3 && y < 43.6));
  const wider = await spots([-79.9, 43.1, -79.4, 43.6], 12);
  assert.ok(wider.kind === "cells" && wider.cells.every(([x]) => x > -80.1 && x < -79.2), "only the view's");
  // No screen shows the province at zoom 22: its cells would be one a loan.
  const claimed = await spots(ONTARIO, 22);
  assert.ok(claimed.kind === "cells" && claimed.zoom === 8 && claimed.cells.length < 200);
});

Deno.test("cells are the same from stored counts and counted loan by loan", async () => {
  for (const zoom of [4, 7, 8]) {
    for (const change of [{}, { region: "Hamilton" }, { risk: "red" as const }, { status: "any" as const }]) {
      const kept = await listLoanSpots(ctx(), { ...query(change), extent: ONTARIO, zoom });
      const box = "-179,-84,179,84";
      const counted = await listLoanSpots(ctx(), { ...query({ ...change, box }), extent: ONTARIO, zoom });
      assert.deepEqual(kept.spots, counted.spots, JSON.stringify({ zoom, ...change }));
      assert.equal(kept.loans - kept.unplaced, counted.loans);
      assert.deepEqual(kept.around, counted.around);
    }
  }
});

Deno.test("a loan on a border counts in the cell east of it alone, however it is counted", async () => {
  // The west side of column 1823 at zoom 10; the view and what is around it end in column 1822.
  const [id] = await add({ ...HAMILTON, longitude: 360 * 40 / (256 * 2 ** 10) * 1823 - 180 });
  const view = { extent: [-80.25, 43.1, -79.95, 43.9] as const, zoom: 10 };
  const [kept, counted] = await Promise.all(
    ["", "-179,-84,179,84"].map((box) => listLoanSpots(ctx(), { ...query({ box }), ...view })),
  );
  assert.ok(kept.spots.kind === "cells");
  assert.deepEqual(counted.spots, kept.spots);
  await t.deps.db.delete(loans).where(eq(loans.id, id));
});

Deno.test("the export has every loan once, whatever changes between its pages", async () => {
  const read: number[] = [];
  for (let after = 0;;) {
    const part = await exportMapLoans(ctx(), { ...query(), after });
    read.push(...part.map(({ id }) => id));
    if (part.length === 0) break;
    after = read[read.length - 1];
    // By amount the next loan would move to the end, and another one into this part.
    await t.deps.db.update(loans).set({ newLoanAmount: 5 }).where(eq(loans.id, after - 1));
  }
  const all = await t.deps.db.select({ id: loans.id }).from(loans).where(inArray(loans.adminComSelect, ACTIVE_STATUSES))
    .orderBy(desc(loans.id));
  assert.deepEqual(read, all.map(({ id }) => id));
  assert.ok(read.length > 5000);
});

Deno.test("the map's queries read its index and the stored counts alone", async () => {
  const asked: { sql: string; args: InValue[] }[] = [];
  const logger = { logQuery: (sql: string, params: unknown[]) => void asked.push({ sql, args: params as InValue[] }) };
  const { $client: client } = t.deps.db;
  const watched = { ...ctx(), db: Object.assign(drizzle(client, { schema, logger }), { $client: client }) };
  const plansOf = async (change: Partial<LoanMapQuery>, zoom: number): Promise<string[]> => {
    asked.length = 0;
    await listLoanSpots(watched, { ...query(change), extent: [-79.9, 43.1, -79.4, 43.6], zoom });
    return await Promise.all(asked.map((one) => planOf(client, one)));
  };
  for (const [change, zoom] of [[{}, 9], [{ region: "Hamilton", status: "any" }, 9]] as const) {
    const plans = await plansOf(change, zoom);
    assert.equal(plans.length, 2, "a summary and its cells");
    for (const plan of plans) assert.match(plan, /SEARCH loan_cells USING PRIMARY KEY \(status=\?/);
  }
  for (const [change, zoom] of [[{}, 12], [{ type: "first" }, 9], [{ broker: broker.id }, 9]] as const) {
    const plans = await plansOf(change, zoom);
    const read = plans.filter((plan) => !/loan_cells/.test(plan));
    assert.ok(read.length > 0);
    for (const plan of read) assert.match(plan, /SEARCH f USING COVERING INDEX loans_map \(admin_com_select=\?/);
  }
  asked.length = 0;
  await listLoansInView(watched, { ...query(), extent: ONTARIO });
  assert.equal(asked.length, 2);
  for (const one of asked) {
    assert.match(
      await planOf(client, one),
      /SEARCH f USING COVERING INDEX loans_map \(admin_com_select=\? AND latitude>\?/,
    );
  }
});

Deno.test("the map's filters are saved with their path, and hold only choices of the map", async () => {
  const sent = { name: "Ours in Hamilton", screen: "map", query: "region=Hamilton&by=heat&page=3&loan=4&evil=1" };
  assert.equal((await t.post("/api/loans/savefilter", sent, admin)).status, 200);
  const { data } = await (await t.get("/api/loans/getsavedfilters", admin)).json();
  assert.deepEqual(data.map(({ query }: { query: string }) => query), ["/dashboard/maploans?region=Hamilton&by=heat"]);
});
