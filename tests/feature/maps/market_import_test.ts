/** Market reports from a CSV: previewed, refused or imported whole, once, in few statements. */
import assert from "node:assert/strict";
import { guessColumns, planImport, TEMPLATE_HEADS, withSuggestion } from "../../../lib/domain/maps/market_import.ts";
import { REGIONS } from "../../../lib/domain/places/regions.ts";
import {
  getMapSettings,
  importMarketReports,
  previewMarketImport,
  saveMarketReport,
} from "../../../lib/features/maps/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { OCTOBER, refused, regionAudit, staff } from "../../support/market.ts";

/** How many statements the transactions of `run` have. */
async function countStatements(t: TestApp, run: () => Promise<void>): Promise<number> {
  const { $client } = t.deps.db, { transaction } = $client;
  let count = 0;
  $client.transaction = async (...mode: []) => {
    const tx = await transaction.apply($client, mode), { execute } = tx;
    tx.execute = (...statement: Parameters<typeof execute>) => (count++, execute.apply(tx, statement));
    return tx;
  };
  await run();
  $client.transaction = transaction;
  return count;
}

const HEADS = Object.values(TEMPLATE_HEADS).join(",");
const GOOD = [
  'Toronto,2026-10,1512,641,43,97.3%,-0.4,"$958,000",286,131,224',
  "city of hamilton,Oct 2026,318,166,36,98.1,0.2,745000,100,40,20",
  "Scarborough,2026-09-06,1500,600,40,97,-0.2,950000,,,",
];
const csv = (...rows: string[]) => [HEADS, ...rows].join("\r\n");

Deno.test("a CSV is imported whole, its regions named by the gazetteer, and a second import changes nothing", () =>
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
      [7, "Twice in this file: see line 2"],
    ]);
    await assert.rejects(
      importMarketReports(ctx, { text, leaveOut: 0 }),
      refused(422, /^Line 5: Unknown region: Greater Sudbury\?\. 2 more rows are wrong\. Nothing was imported/),
    );
    const two = text.slice(0, text.lastIndexOf("Toronto,2026-10,1,"));
    await assert.rejects(
      importMarketReports(ctx, { text: two, leaveOut: 0 }),
      refused(422, /Greater Sudbury\?\. 1 more row is wrong\. Nothing was imported/),
    );
    await assert.rejects(importMarketReports(ctx, { text, leaveOut: 2 }), refused(409, /changed since this preview/));
    assert.deepEqual((await getMapSettings(ctx)).data, [], "nothing half imported");
    assert.equal((await importMarketReports(ctx, { text, leaveOut: 3 })).leftOut, 3);
    assert.equal((await getMapSettings(ctx)).data.length, 2);
  }));

Deno.test("a file of 5,000 reports takes few statements, with one audit row a region", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    const months = Array.from(
      { length: 63 },
      (_, i) => `${2021 + Math.floor(i / 12)}-${String(i % 12 + 1).padStart(2, "0")}`,
    );
    const regions = REGIONS.slice(0, 79).map(({ name }) => name);
    const rows = regions.flatMap((region) => months.map((month) => `${region},${month},${month.slice(-2)}`));
    const text = `Region,Month,New listings\n${rows.join("\n")}`;
    const statements = await countStatements(t, async () => {
      assert.equal((await importMarketReports(ctx, { text, leaveOut: 0 })).added, 79 * 63);
    });
    assert.ok(statements < 79 + 10, `${statements} statements: an audit row a region, and a few`);
    const { data } = await getMapSettings(ctx);
    assert.deepEqual([data.length, data[0].stats[0].value], [79, 3], "March 2026 is the newest");
    assert.equal((await importMarketReports(ctx, { text, leaveOut: 0 })).unchanged, 79 * 63);
  }));

Deno.test("columns are assigned by hand, other separators are read, and missing figures stay as they are", () =>
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
    await assert.rejects(previewMarketImport(ctx, { text: long }), refused(422, /takes 5,000 rows/));
  }));

Deno.test("a file of decimal commas is read as a table, and figures that differ from stored ones are named", () =>
  withApp(async (t) => {
    const ctx = await staff(t);
    await saveMarketReport(ctx, { region: "Toronto", month: "2026-10", ...OCTOBER });
    const text = "City;Month;Sales;Avg. DOM;Avg. SP/LP\nTORONTO;2026-10;1;30;98,5\nAjax;2026-10;90;31;99,5\n";
    const { columns, rows, counts } = await previewMarketImport(ctx, { text });
    assert.deepEqual(columns, ["region", "month", "homesSold", "averageDaysOnMarket", "listingToSellingPrice"]);
    assert.deepEqual([counts.new, counts.wrong], [1, 1]);
    const averages = await previewMarketImport(ctx, { text: "City;Month;Average price\nAjax;2026-10;1000000\n" });
    assert.deepEqual(averages.columns, ["region", "month", ""], "an average is no median");
    assert.match(rows[0].problem, /^Sales by type add up to \d+, more than the homes sold, with the figures stored/);
  }));

Deno.test("near spellings of a region are looked up only where a person reads the result", () => {
  const heads = ["Region", "Month", "Homes sold"];
  const table = {
    heads,
    rows: [{ line: 2, cells: ["Sudbry", "2026-10", "5"] }, { line: 3, cells: ["", "2026-10", "5"] }],
  };
  const [[misspelt, missing]] = planImport(table, guessColumns(heads), () => undefined, "2026-11-20");
  assert.equal(misspelt.problem, "Unknown region");
  assert.equal(withSuggestion(misspelt).problem, "Unknown region: Greater Sudbury?");
  assert.equal(withSuggestion(missing).problem, "The region is missing");
});

Deno.test("a day that has not come yet is wrong, in this month too: the region would say that it was updated then", () => {
  const heads = ["Region", "Month", "Homes sold"];
  const rows = ["2026-11-20", "2026-11-21", "2026-11"].map((month, i) => ({
    line: i + 2,
    cells: ["Toronto", month, "5"],
  }));
  const problems = rows.map((row) =>
    planImport({ heads, rows: [row] }, guessColumns(heads), () => undefined, "2026-11-20").next().value![0].problem
  );
  assert.deepEqual(problems, ["", "This day has not come yet", ""]);
});
