/** Region settings and market reports: saved by hand, stale answers, audit rows, the specification's shapes. */
import assert from "node:assert/strict";
import { ALL_MONTHS } from "../../../lib/domain/lending/overview.ts";
import type { Refusal } from "../../../lib/domain/refusal.ts";
import {
  getMapSettings,
  listMarkets,
  loadRegion,
  removeMarketReport,
  saveMapSettings,
  saveMarketReport,
} from "../../../lib/features/maps/mod.ts";
import { riskDetails } from "../../../lib/features/overview/mod.ts";
import { withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";
import { NOTHING, OCTOBER, refused, regionAudit, staff } from "../../support/market.ts";

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

Deno.test("settings that were read are saved again; a region without data keeps predict off; a stale save is refused", () =>
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
    await assert.rejects(
      removeMarketReport(await staff(t, "Omar Reid"), { ...toronto, seen: OCTOBER }),
      refused(409, /^Ines Duarte changed the report of Toronto on .* Nothing was removed\. Reload the page/),
    );
    await removeMarketReport(ctx, { ...toronto, seen: { ...OCTOBER, homesSold: 640 } });
    assert.deepEqual((await getMapSettings(ctx)).data, []);
    assert.equal(JSON.parse((await regionAudit(t))[0].before!).homesSold, 640, "the trail keeps the figures");
    await assert.rejects(removeMarketReport(ctx, toronto), refused(404, /does not exist/));
  }));

Deno.test("every region's market is rated, drawn and dated, as one digit a month", () =>
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
