/** The settings' descriptors, their problems and their differences (loans specification 2.6, 3.6 and 5.6). */
import assert from "node:assert/strict";
import * as v from "valibot";
import defaults from "../../../db/seed/default_settings.json" with { type: "json" };
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { auditHalves, documentChanges } from "../../../lib/domain/settings/document_changes.ts";
import { GENERAL_SECTIONS } from "../../../lib/domain/settings/general_panels.ts";
import { DEFAULT_MAP_SETTINGS } from "../../../lib/domain/settings/map_settings.ts";
import { completeSettings } from "../../../lib/domain/settings/stored_documents.ts";
import {
  blankRow,
  cellText,
  cellValue,
  cellValueText,
  isStepInBounds,
  type NumberCell,
  rowName,
} from "../../../lib/domain/settings/panel.ts";
import { moveItem, valueAt, withValue } from "../../../lib/domain/settings/paths.ts";
import { RATING_SECTIONS } from "../../../lib/domain/settings/rating_panels.ts";
import {
  panelAt,
  PANELS,
  selectorOf,
  settingName,
  settingValueText,
} from "../../../lib/domain/settings/settings_names.ts";
import { settingsProblems, sortedSettings } from "../../../lib/domain/settings/settings_problems.ts";
import { weightShares } from "../../../lib/domain/settings/weight_shares.ts";
import { SettingsDocument } from "../../../lib/schemas/settings/settings.ts";
import fc from "../../support/properties.ts";

const DEFAULTS = defaults as LendingSettings;
const complete = completeSettings({ ...DEFAULTS, lendingAreas: [{ value: "N0E", rule: "lower", maxLtv: 65 }] });

/** Every leaf of a document by its path; rows of a list are one path. */
function leaves(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((row) => leaves(row, `${path}[]`)))];
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key));
}

Deno.test("every cell of the default settings has one descriptor, and every descriptor a cell", () => {
  const described = PANELS.flatMap((panel) =>
    panel.kind === "table"
      ? panel.columns.map(({ key }) => `${panel.path}[].${key}`)
      : panel.kind === "fields"
      ? panel.cells.map(({ key }) => `${panel.path}.${key}`)
      : []
  );
  assert.equal(new Set(described).size, described.length);
  const cells = leaves({ ...complete, partnerEmails: undefined }).filter((path) => path !== "partnerEmails");
  assert.deepEqual(cells.toSorted(), described.toSorted());
  assert.ok(
    leaves(DEFAULTS).every((path) => described.includes(path)),
    "the file of the lending rules is covered whole",
  );
});

Deno.test("the sections are those of loans specification 2.6, the lending areas and the news", () => {
  assert.deepEqual(RATING_SECTIONS.map(({ title }) => title), [
    "Cash Flow Coverage and Stability",
    "Willingness To Pay",
    "Collateral Coverage Stability and Liquidity",
    "Default Management",
    "Loan Pricing",
    "Just Quote",
  ]);
  assert.deepEqual(GENERAL_SECTIONS.map(({ title }) => title), [
    "Color Scoring",
    "Limits",
    "Region Rating",
    "Map Settings",
    "Lending Areas",
    "Reminders and News",
  ]);
  assert.ok(GENERAL_SECTIONS[1].panels.some(({ title }) => title === "Max LTV"));
});

Deno.test("slider bounds are those of loans specification 5.6", () => {
  const cells = PANELS.flatMap((panel) =>
    panel.kind === "table" ? panel.columns.map((cell) => ({ path: panel.path, cell })) : []
  );
  const of = (key: string, map: boolean) =>
    cells.filter(({ path, cell }) => cell.key === key && path.startsWith("map.") === map).map(({ cell }) =>
      cell
    ) as NumberCell[];
  for (const { min, max, step } of [...of("score", false), ...of("rentability", false)]) {
    assert.deepEqual([min, max, step], [-8, 8, 0.5]);
  }
  for (const { min, max, step } of of("score", true)) assert.deepEqual([min, max, step], [1, 8, 0.5]);
  for (const { min, max, step } of [...of("weight", false), ...of("weight", true)]) {
    assert.deepEqual([min, max, step], [0, 1, 0.01]);
  }
  assert.equal(of("weight", false).length, 10, "every rating table has weights");
  assert.equal(of("score", false).length, 10 + 1, "those and the regions have scores");
  assert.equal(of("rentability", false).length, 1, "of the regions");
  assert.deepEqual(
    [of("score", true).length, of("weight", true).length],
    [3, 3 + 1],
    "the map's lists, and its ratings",
  );
});

Deno.test("the installed settings and the map's defaults have no problem", () => {
  assert.deepEqual(settingsProblems(DEFAULTS), []);
  assert.deepEqual(settingsProblems(complete), []);
  assert.equal(complete.map, DEFAULT_MAP_SETTINGS);
});

/** Path, value, the path of the problem, and what its sentence must say. */
const WRONG: [string, unknown, string, RegExp][] = [
  [
    "ratings.dsc.2.score",
    9,
    "ratings.dsc.2.score",
    /^Debt service, Net TDSC from 0\.80, score goes from −8 to 8 in steps of 0\.5\.$/,
  ],
  ["ratings.dsc.2.score", 6.3, "ratings.dsc.2.score", /steps of 0\.5/],
  ["ratings.employer.1.weight", 1.01, "ratings.employer.1.weight", /^Sector, Health Care, weight goes from 0 to 1/],
  ["ratings.employer.1.weight", "much", "ratings.employer.1.weight", /^Sector, Health Care, weight: enter a number/],
  ["ratings.employer.1.value", " ", "ratings.employer.1.value", /row 2: enter a name/],
  ["ratings.employer.1.value", "public sector", "ratings.employer.1.value", /there twice, in rows 1 and 2/],
  ["ratings.credit.3.value", 550, "ratings.credit.3.value", /Credit score from 550 is there twice/],
  ["ratings.credit.3.value", 520, "ratings.credit.3.value", /rows go from low to high/],
  ["pricing.bridgePricing", [], "pricing.bridgePricing", /^Bridge needs at least one row/],
  ["pricing.regions.0.score", -8.5, "pricing.regions.0.score", /^Regions, Toronto, score/],
  ["map.duration.0.score", 0.5, "map.duration.0.score", /^Duration, Listed from 0 days, score goes from 1 to 8/],
  ["map.final.1.color", "Blue", "map.final.1.color", /choose one of the list/],
  ["globalScore.yellowScore", 4.5, "globalScore.redScore", /^Final score, red from 4 is below yellow from 4\.5\.$/],
  ["netTdsc.yellowScore", 1.5, "netTdsc.yellowScore", /above green above 1\.25/],
  [
    "netEquity.yellowScore",
    2e5,
    "netEquity.yellowScore",
    /^Net equity, yellow above \$200,000 is above green above \$150,000\.$/,
  ],
  ["maxLtv.limit", 0, "maxLtv.limit", /^Max LTV, limit goes from 1% to 100%/],
  ["justQuote.region", "Atlantis", "justQuote.region", /“Atlantis” is not in its table any more/],
  ["justQuote.assumedTax", 0.3, "justQuote.assumedTax", /choose one of the list/],
  ["justQuote.rateAdjustment", -0.09, "justQuote.rateAdjustment", /below 0%/],
  ["lendingAreas.0.value", "Atlantis", "lendingAreas.0.value", /row 1: enter a region such as Toronto, or the first/],
  ["lendingAreas.0.value", "V5K", "lendingAreas.0.value", /the first three characters of a postal code such as N0E/],
  ["lendingAreas.0.maxLtv", 0, "lendingAreas.0.maxLtv", /^Lending areas, N0E, max LTV goes from 1% to 100%/],
  ["lendingAreas.0.maxLtv", 62.5, "lendingAreas.0.maxLtv", /in steps of 1%/],
  ["partnerEmails", ["a@b.example", "nobody"], "partnerEmails.1", /Partner address 2: Invalid Email/],
  ["partnerEmails", ["a@b.example", "A@B.example"], "partnerEmails.1", /there twice/],
];

for (const [path, value, at, says] of WRONG) {
  Deno.test(`${path} = ${JSON.stringify(value)} is named at its cell`, () => {
    const problems = settingsProblems(withValue(complete, path, value));
    assert.deepEqual(problems.map((problem) => problem.path), [at]);
    assert.match(problems[0].message, says);
    const parsed = v.safeParse(SettingsDocument, withValue(complete, path, value));
    assert.equal(parsed.success, false, "the server's schema refuses it too");
  });
}

Deno.test("a price past the criminal rate is refused with a sentence that names the rate (lending rules 8)", () => {
  const problems = (path: string, value: number) => settingsProblems(withValue(complete, path, value));
  assert.deepEqual(problems("pricing.loanPricing.7.secondMtgPrice", 0.36), [{
    path: "pricing.loanPricing.7.secondMtgPrice",
    message: "A second mortgage from score 7 would cost 36.00% a year, fees included; the legal ceiling is 35%.",
  }]);
  // 0.001 a day is 36.5% a year.
  assert.deepEqual(problems("pricing.bridgePricing.2.perDay", 0.001), [{
    path: "pricing.bridgePricing.2.perDay",
    message: "A bridge from an LTV of 75% would cost 36.50% a year, fees included; the legal ceiling is 35%.",
  }]);
  const adjusted = withValue(
    withValue(complete, "pricing.loanPricing.0.firstMtgPrice", 0.3),
    "justQuote.rateAdjustment",
    0.06,
  );
  assert.deepEqual(settingsProblems(adjusted).map(({ path }) => path), ["pricing.loanPricing.0.firstMtgPrice"]);
});

Deno.test("thresholds may be equal, and an adjustment may take no price below 0%, nor a bridge's", () => {
  const level = { greenScore: 2, yellowScore: 2, redScore: 2 };
  assert.deepEqual(settingsProblems({ ...complete, globalScore: level, netTdsc: level }), []);
  // 0.0001 a day is 3.65% a year, below every mortgage of the default settings.
  const cheap = withValue(complete, "pricing.bridgePricing.0.perDay", 0.0001);
  const less = (by: number) =>
    settingsProblems(withValue(cheap, "justQuote.rateAdjustment", by)).map(({ path }) => path);
  assert.deepEqual([less(-0.0365), less(-0.0366)], [[], ["justQuote.rateAdjustment"]]);
});

Deno.test("number tables are sorted, named ones stay as they are", () => {
  const turned = withValue(complete, "ratings.credit", complete.ratings.credit.toReversed());
  assert.deepEqual(sortedSettings(turned).ratings.credit, complete.ratings.credit);
  assert.ok(settingsProblems(turned).length > 0);
  assert.deepEqual(settingsProblems(turned, "any order"), [], "while they are edited, rows may wait for their place");
  const named = withValue(complete, "ratings.employer", complete.ratings.employer.toReversed());
  assert.equal(sortedSettings(named), named);
  const unread = withValue(turned, "ratings.credit.0.value", "x");
  assert.equal(sortedSettings(unread), unread, "text in a number cell stays where its message is");
});

Deno.test("differences are matched by a row's name, and have the screen's labels", () => {
  const rows = complete.ratings.dsc.filter((_, i) => i !== 3);
  let after = withValue(complete, "ratings.dsc", rows);
  after = withValue(after, "ratings.yoe.2.value", 2.5);
  after = withValue(after, "pricing.loanPricing.3.firstMtgPrice", 0.0975);
  after = withValue(after, "ratings.lit", moveItem(complete.ratings.lit, 0, 1));
  after = withValue(after, "partnerEmails", ["deals@partner.example"]);
  const changes = documentChanges(complete, after);
  assert.deepEqual(
    changes.map((
      { path, before, after },
    ) => [settingName(path), settingValueText(path, before), settingValueText(path, after)]),
    [
      ["Debt service, Net TDSC from 0.90", "net TDSC 0.90, score 5, weight 0.15", "none"],
      ["Years employed, Years from 2: Years", "2", "2.5"],
      ["Litigation: order", "None, Settled, Threatened, Active", "Settled, None, Threatened, Active"],
      ["Annual rate by score, Score from 3: First mortgage", "9.49%", "9.75%"],
      ["Partners", "none", "deals@partner.example"],
    ],
  );
  const last = documentChanges(complete, {
    ...complete,
    ratings: { ...complete.ratings, lit: complete.ratings.lit.slice(0, 3) },
  });
  assert.deepEqual(last, [{ path: "ratings.lit[Active]", before: complete.ratings.lit[3] }]);
  const halves = auditHalves(changes);
  assert.equal(halves.before["pricing.loanPricing[3].firstMtgPrice"], 0.0949);
  assert.equal(halves.after["pricing.loanPricing[3].firstMtgPrice"], 0.0975);
  assert.ok(!("ratings.dsc[0.9]" in halves.after));
  assert.deepEqual(documentChanges(complete, structuredClone(complete)), []);
});

Deno.test("cells show and read percentages, dollars and words", () => {
  const rate: NumberCell = { kind: "number", key: "r", label: "Rate", min: 0, max: 0.35, step: 0.0001, percent: true };
  assert.equal(cellText(rate, 0.0949), "9.49");
  assert.equal(cellValueText(rate, 0.1), "10.00%");
  const dollars: NumberCell = { kind: "number", key: "d", label: "Owed", min: -1e6, max: 1e6, step: 1, unit: "$" };
  assert.equal(cellText(dollars, -100000), "-100,000");
  assert.deepEqual(["9.49", "9.49 %", "9.49%%", "9,49", "", "-"].map((text) => cellValue(rate, text)), [
    0.0949,
    0.0949,
    "9.49%%",
    "9,49",
    "",
    "-",
  ]);
  assert.deepEqual(["$ -1,000", "5%"].map((text) => cellValue(dollars, text)), [-1000, "5%"]);
  assert.equal(cellText(dollars, 1000.5), "1000.5", "what is wrong with it stays to be seen");
  assert.equal(cellValueText(dollars, 15000), "$15,000");
  assert.ok(isStepInBounds(rate, 0.0949) && !isStepInBounds(rate, 0.09495) && !isStepInBounds(rate, 0.3501));
  const panel = panelAt("ratings.dsc.0.score");
  assert.ok(panel?.kind === "table");
  assert.equal(rowName(panel, { value: 0.8 }, 2), "Net TDSC from 0.80");
  assert.equal(rowName(panel, { value: "" }, 2), "Net TDSC, row 3");
  assert.deepEqual(blankRow(panel, [{ value: 2, score: 1, weight: 0.15 }]), { value: "", score: 1, weight: 0.15 });
  assert.equal(selectorOf("ratings.dsc.0.score"), "rating");
  assert.equal(selectorOf("map.final.0.weight"), "general");
});

Deno.test("the four pillars share the weight as the default tables have it", () => {
  // Default settings: 0.15 + 0.06 + 0.06, 0.08 + 0.06 + 0.13, 0.06 + 0.04 + 0.17, 0.06 + 0.05 + 0.08; together 1.
  const shares = weightShares(DEFAULTS);
  const rounded = Object.fromEntries(Object.entries(shares).map(([id, share]) => [id, Math.round(share * 100)]));
  assert.deepEqual(rounded, { "cash-flow": 27, willingness: 27, collateral: 27, default: 19 });
});

/** A value within a cell's bounds and on its steps. */
const cellOf = ({ min, max, step }: NumberCell) =>
  fc.integer({ min: Math.ceil(min / step - 1e-9), max: Math.floor(max / step + 1e-9) })
    .map((steps) => Math.round(steps * step * 1e8) / 1e8);

Deno.test("settings on their steps have no problem, and come back from JSON and the schema as they were", () => {
  const editable = PANELS.flatMap((panel) =>
    panel.kind !== "table" || panel.path === "pricing.bridgePricing"
      ? []
      : panel.columns.flatMap((cell, i) => i > 0 && cell.kind === "number" ? [{ panel, cell }] : [])
  );
  const edits = fc.array(
    fc.constantFrom(...editable).chain(({ panel, cell }) =>
      fc.record({
        panel: fc.constant(panel.path),
        key: fc.constant(cell.key),
        row: fc.nat({ max: 40 }),
        value: cellOf(cell),
      })
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(edits, (list) => {
      let edited: LendingSettings = complete;
      for (const { panel, key, row, value } of list) {
        const rows = valueAt(edited, panel) as unknown[];
        edited = withValue(edited, `${panel}.${row % rows.length}.${key}`, value);
      }
      assert.deepEqual(settingsProblems(edited), []);
      assert.deepEqual(v.parse(SettingsDocument, JSON.parse(JSON.stringify(edited))), edited);
    }),
    { numRuns: 150 },
  );
});
