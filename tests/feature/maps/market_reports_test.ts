/** Region settings and market reports: saved by hand and by CSV, stale answers, audit rows, the specification's shapes. */
import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import { auditRows } from "../../../db/schema/mod.ts";
import { ALL_MONTHS } from "../../../lib/domain/lending/overview.ts";
import { TEMPLATE_HEADS } from "../../../lib/domain/maps/market_import.ts";
import { FIGURE_NAMES, type MarketFigures } from "../../../lib/domain/maps/market_report.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import type { Refusal } from "../../../lib/domain/refusal.ts";
import {
  getMapSettings,
  importMarketReports,
  listMarkets,
  loadRegion,
  previewMarketImport,
  removeMarketReport,
  saveMapSettings,
  saveMarketReport,
} from "../../../lib/features/maps/mod.ts";
import { riskDetails } from "../../../lib/features/overview/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";

const NOTHING = Object.fromEntries(FIGURE_NAMES.map((name) => [name, null])) as unknown as MarketFigures;
const OCTOBER: MarketFigures = {
  newListings: 1500,
  homesSold: 600,
  averageDaysOnMarket: 43,
  listingToSellingPrice: 97.3,
  monthlyChange: -0.4,
  medianPrice: 958_000,
  detachedSales: 280,
  townhouseSales: 120,
  condoSales: 200,
};

const staff = async (t: TestApp, name = "Ines Duarte") =>
  t.context(await t.account({ role: ROLE.administrator, name }));
const regionAudit = (t: TestApp) =>
  t.deps.db.select().from(auditRows).where(eq(auditRows.entity, "region")).orderBy(desc(auditRows.id));
const refused = (status: number, reason: RegExp) => (error: Refusal) => {
  assert.equal(error.status, status, error.message);
  assert.match(error.message, reason);
  return true;
};

Deno.test("getmapsettings answers settings, data and history in the specification's fields", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    await saveMarketReport(ctx, { region: "Toronto", month: "2026-09", ...NOTHING, medianPrice: 950_000 });
    await saveMarketReport(ctx, { region: "Toronto", month: "2026-10", ...OCTOBER });
    const { settings, data, historyData } = await getMapSettings(ctx);
    assert.equal(settings.length, 81, "80 areas and Rural");
    assert.deepEqual(settings[0], {
      name: "Toronto",
      enabled: true,
      predict: true,
      fillColor: "Sand",
      colorWeight: 0.4,
      savedAt: null,
    });
    assert.ok(settings.slice(1).every(({ predict }) => !predict), "no data forces predict off");
    assert.deepEqual(data, [{
      name: "Toronto",
      updated: "2026-10-31",
      monthlyChange: -0.4,
      stats: [
        { name: "new listings", value: 1500 },
        { name: "homes sold", value: 600 },
        { name: "average days on market", value: 43 },
        { name: "LTS price", value: 97.3 },
      ],
      saleTypes: { detached_sales: 280, townhouse_sales: 120, condo_sales: 200 },
      duration: [{ range: "Oct 2026", days: 43 }],
      avgPrice: [{ month: "2026-09", median_price: 950_000 }, { month: "2026-10", median_price: 958_000 }],
    }]);
    assert.deepEqual(historyData.map(({ date, data }) => [date, data.map(({ name }) => name)]), [
      ["2026-09", ["Toronto"]],
      ["2026-10", ["Toronto"]],
    ]);
    assert.deepEqual(historyData[0].data[0].avgPrice, [{ month: "2026-09", median_price: 950_000 }]);
  }));

Deno.test("settings that were read are saved again; a region without data keeps predict off; a stale one is refused", () =>
  withApp(async (t) => {
    const ines = await staff(t), omar = await staff(t, "Omar Reid");
    const { settings } = await getMapSettings(ines);
    assert.deepEqual(await saveMapSettings(ines, settings), settings, "nothing changed, nothing written");
    assert.equal((await regionAudit(t)).length, 0);
    await saveMarketReport(ines, { region: "Toronto", month: "2026-10", ...OCTOBER });
    const toronto = { ...settings[0], predict: true };
    const [saved] = await saveMapSettings(ines, [{ ...toronto, colorWeight: 0.27, fillColor: "Plum" }]);
    assert.deepEqual(saved, { ...toronto, colorWeight: 0.27, fillColor: "Plum", savedAt: t.now() });
    const kenora = settings.find(({ name }) => name === "Kenora")!;
    assert.equal((await saveMapSettings(ines, [{ ...kenora, predict: true, enabled: false }]))[0].predict, false);
    await assert.rejects(
      saveMapSettings(omar, [{ ...kenora, savedAt: undefined, colorWeight: 0.1 }, { ...toronto, enabled: false }]),
      (error: Refusal) => {
        refused(409, /^Ines Duarte changed how the map draws Toronto on /)(error);
        assert.deepEqual((error.more as { theirs: unknown }).theirs, saved);
        return true;
      },
    );
    const now = (await getMapSettings(omar)).settings;
    assert.equal(now.find(({ name }) => name === "Kenora")!.colorWeight, 0.4, "all or none");
    const [row] = (await regionAudit(t)).filter(({ entityId }) => entityId === "Toronto");
    assert.deepEqual([row.action, row.actorName, JSON.parse(row.before!), JSON.parse(row.after!)], [
      "region.setting",
      "Ines Duarte",
      { fillColor: "Sand", colorWeight: 0.4 },
      { fillColor: "Plum", colorWeight: 0.27 },
    ]);
  }));

Deno.test("a report by hand adds or replaces its month, and is refused where it is wrong or stale", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    const toronto = { region: "Toronto", month: "2026-11" };
    assert.equal((await saveMarketReport(ctx, { ...toronto, ...OCTOBER, seen: null })).date, "2026-11-20", "today");
    const wrong: [object, RegExp][] = [
      [{ month: "2026-12" }, /has not begun/],
      [{ month: "1999-12" }, /January 2000/],
      [{ homesSold: 599 }, /^Sales by type add up to 600, more than the homes sold\.$/],
      [{ homesSold: 7501 }, /^7,501 homes sold of 1,500 new listings: check both\.$/],
      [NOTHING, /at least one figure/],
      [{ newListings: 2.5 }, /whole number/],
    ];
    for (const [change, reason] of wrong) {
      await assert.rejects(saveMarketReport(ctx, { ...toronto, ...OCTOBER, ...change }), refused(422, reason));
    }
    await saveMarketReport(ctx, { ...toronto, ...OCTOBER, homesSold: 640, seen: OCTOBER });
    await assert.rejects(
      saveMarketReport(ctx, { ...toronto, ...OCTOBER, homesSold: 650, seen: OCTOBER }),
      refused(409, /changed the report of Toronto/),
    );
    const rows = await regionAudit(t);
    assert.equal(rows.length, 2);
    assert.deepEqual([rows[0].entityId, rows[0].before, rows[0].after], [
      "Toronto 2026-11",
      '{"homesSold":600}',
      '{"homesSold":640}',
    ]);
    await removeMarketReport(ctx, toronto);
    assert.deepEqual((await getMapSettings(ctx)).data, []);
    assert.equal(JSON.parse((await regionAudit(t))[0].before!).homesSold, 640, "the trail keeps the figures");
    await assert.rejects(removeMarketReport(ctx, toronto), refused(404, /does not exist/));
  }));

const HEADS = Object.values(TEMPLATE_HEADS).join(",");
const GOOD = [
  'Toronto,2026-10,1512,641,43,97.3%,-0.4,"$958,000",286,131,224',
  "city of hamilton,Oct 2026,318,166,36,98.1,0.2,745000,100,40,20",
  "Scarborough,2026-09-06,1500,600,40,97,-0.2,950000,,,",
];
const csv = (...rows: string[]) => [HEADS, ...rows].join("\r\n");

Deno.test("a CSV is imported whole, names its regions by the gazetteer, and changes nothing the second time", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    const text = csv(...GOOD);
    const preview = await previewMarketImport(ctx, { text });
    assert.deepEqual(preview.counts, { new: 3, replaces: 0, same: 0, wrong: 0 });
    assert.deepEqual(preview.rows.map(({ region, month }) => `${region} ${month}`), [
      "Toronto 2026-10",
      "Hamilton 2026-10",
      "Toronto 2026-09",
    ]);
    assert.deepEqual((await getMapSettings(ctx)).data, [], "a preview saves nothing");
    assert.deepEqual(await importMarketReports(ctx, { text, leaveOut: 0 }), {
      added: 3,
      replaced: 0,
      unchanged: 0,
      leftOut: 0,
    });
    const before = await getMapSettings(ctx);
    assert.deepEqual(before.data.map(({ name, updated }) => [name, updated]), [
      ["Hamilton", "2026-10-31"],
      ["Toronto", "2026-10-31"],
    ]);
    const audited = await regionAudit(t);
    assert.deepEqual(audited.map(({ action, entityId }) => [action, entityId]), [
      ["region.import", "Hamilton"],
      ["region.import", "Toronto"],
    ]);
    assert.deepEqual(await importMarketReports(ctx, { text, leaveOut: 0 }), {
      added: 0,
      replaced: 0,
      unchanged: 3,
      leftOut: 0,
    });
    assert.deepEqual(await getMapSettings(ctx), before);
    assert.equal((await regionAudit(t)).length, audited.length, "nothing changed, nothing written down");
  }));

Deno.test("a file with wrong rows imports nothing, unless they are left out as the preview counted them", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    const text = csv(
      ...GOOD,
      "Sudbry,2026-10,96,51,34,98.9,,,,,",
      "Barrie,2026-10,88,many,40,97.2,,,,,",
      "Toronto,2026-10,1,1,1,99,,,,,",
    );
    const preview = await previewMarketImport(ctx, { text });
    assert.deepEqual(preview.counts, { new: 3, replaces: 0, same: 0, wrong: 3 });
    assert.deepEqual(preview.rows.slice(0, 3).map(({ line, problem }) => [line, problem]), [
      [5, "Unknown region: Greater Sudbury?"],
      [6, "Homes sold: enter a number"],
      [7, "There twice: see line 2"],
    ]);
    await assert.rejects(
      importMarketReports(ctx, { text, leaveOut: 0 }),
      refused(422, /^Line 5: Unknown region: Greater Sudbury\?\. 2 more rows are wrong\. Nothing was imported/),
    );
    await assert.rejects(importMarketReports(ctx, { text, leaveOut: 2 }), refused(409, /changed since this preview/));
    assert.deepEqual((await getMapSettings(ctx)).data, [], "nothing half imported");
    assert.equal((await importMarketReports(ctx, { text, leaveOut: 3 })).leftOut, 3);
    assert.equal((await getMapSettings(ctx)).data.length, 2);
  }));

Deno.test("columns are mapped by hand, other separators are read, and what a file lacks stays as it is", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    await saveMarketReport(ctx, { region: "Toronto", month: "2026-10", ...OCTOBER });
    const text = '\uFEFFOrt;Monat;Preis\nToronto;2026-10;961000\n\nOttawa;2026-10;"670,500"\n';
    const guessed = await previewMarketImport(ctx, { text });
    assert.deepEqual([guessed.heads, guessed.columns], [["Ort", "Monat", "Preis"], ["", "", ""]]);
    assert.equal(guessed.counts.wrong, 2);
    const columns = ["region", "month", "medianPrice"] as const;
    assert.deepEqual((await previewMarketImport(ctx, { text, columns: [...columns] })).counts, {
      new: 1,
      replaces: 1,
      same: 0,
      wrong: 0,
    });
    await importMarketReports(ctx, { text, columns: [...columns], leaveOut: 0 });
    const [ottawa, toronto] = (await getMapSettings(ctx)).data;
    assert.deepEqual(ottawa.avgPrice, [{ month: "2026-10", median_price: 670_500 }]);
    assert.equal(toronto.avgPrice[0].median_price, 961_000);
    assert.equal(toronto.stats[1].value, 600, "homes sold was not in the file");
    for (const bad of [["region", "month"], ["region", "region", "month"]] as const) {
      await assert.rejects(previewMarketImport(ctx, { text, columns: [...bad] }), refused(422, /column/i));
    }
    await assert.rejects(previewMarketImport(ctx, { text: "Region,Month\n" }), refused(422, /no rows/));
    const spaced = csv(...Array.from({ length: 4000 }, (_, i) => `Toronto,${1000 + i}-10,1\r\n`));
    const { counts } = await previewMarketImport(ctx, { text: spaced });
    assert.equal(counts.new + counts.replaces + counts.wrong, 4000, "blank lines between rows cut nothing off");
    const long = csv(...Array.from({ length: 5001 }, () => "Toronto,2026-10,1"));
    await assert.rejects(previewMarketImport(ctx, { text: long }), refused(422, /takes 5000 rows/));
  }));

Deno.test("every region's market is rated, drawn and dated, in a digit a month", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    for (const month of ["2026-08", "2026-10"]) {
      await saveMarketReport(ctx, { region: "Toronto", month, ...OCTOBER });
    }
    await saveMarketReport(ctx, {
      region: "Ottawa",
      month: "2026-02",
      ...OCTOBER,
      monthlyChange: 3,
      averageDaysOnMarket: 9,
    });
    await saveMapSettings(ctx, [{
      name: "Ottawa",
      enabled: true,
      predict: false,
      fillColor: "Plum",
      colorWeight: 0.5,
    }]);
    const { months, markets } = await listMarkets(ctx);
    assert.deepEqual([months.length, months[0], months[11]], [12, "2025-12", "2026-11"]);
    const [toronto, ottawa] = markets;
    assert.deepEqual([toronto.name, toronto.rating?.rating, toronto.outdated], ["Toronto", 4, false]);
    assert.deepEqual([toronto.fill, toronto.steps], [{ step: 3, weight: 0.42 }, "000000003333"]);
    assert.deepEqual([ottawa.outdated, ottawa.fill, ottawa.steps], [true, { step: 5, weight: 0.5 }, "001111111111"]);
    const kenora = markets.find(({ name }) => name === "Kenora")!;
    assert.deepEqual([kenora.report, kenora.rating, kenora.setting.predict, kenora.fill.step], [null, null, false, 0]);
  }));

Deno.test("a region's page has its reports, our active loans there, and its row of Region Rating", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    await saveMarketReport(ctx, { region: "Toronto", month: "2026-10", ...OCTOBER });
    const place = { marketRegion: "Toronto", newLoanAmount: 100_000 };
    // Seconds behind 310,000: (100,000 + 310,000) / value is 0.41 and 0.82; 300,000 and 100,000 weigh them to 0.5125.
    const second = { ...place, firstOrSecond: "Second", firstMortgage: 310_000 };
    await makeLoan(t, { ...second, adminComSelect: "Funded", fsfcLoan: 300_000, appraisedValue: 1_000_000 });
    await makeLoan(t, { ...second, adminComSelect: "NA", appraisedValue: 500_000 });
    await makeLoan(t, { ...second, adminComSelect: "NA", totalLtv: 1.2 });
    await makeLoan(t, { ...second, adminComSelect: "Repaid", appraisedValue: 2_000_000 });
    const toronto = await loadRegion(ctx, "Toronto");
    assert.deepEqual([toronto.updated, toronto.outdated, toronto.score !== null], ["2026-10-31", false, true]);
    assert.deepEqual({ ...toronto.exposure, weightedLtv: toronto.exposure.weightedLtv!.toFixed(4) }, {
      loans: 3,
      amount: 500_000,
      weightedLtv: "0.5125",
    });
    const overview = await riskDetails(ctx, { months: ALL_MONTHS, statuses: ["NA", "Funded"] });
    assert.equal(toronto.exposure.weightedLtv, overview.weightedLtv, "the overview's figure, where all loans are here");
    const kenora = await loadRegion(ctx, "Kenora");
    assert.deepEqual([kenora.reports, kenora.updated, kenora.setting.predict, kenora.score], [[], null, false, null]);
    assert.deepEqual(kenora.exposure, { loans: 0, amount: 0, weightedLtv: null });
  }));
