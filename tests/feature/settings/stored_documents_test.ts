/**
 * Settings and configurations as earlier versions of the program stored them are read in today's format, wherever they
 * are.
 */
import assert from "node:assert/strict";
import * as v from "valibot";
import { sql } from "drizzle-orm";
import { configVersions, settingsVersions } from "../../../db/schema/mod.ts";
import seeded from "../../../db/seed/default_settings.json" with { type: "json" };
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import type { FormConfig } from "../../../lib/domain/settings/form_config.ts";
import { DEFAULT_MAP_SETTINGS } from "../../../lib/domain/settings/map_settings.ts";
import { DEFAULT_NEWS_SETTINGS } from "../../../lib/domain/news/settings.ts";
import { withSecondMortgage } from "../../../lib/domain/settings/second_mortgage.ts";
import {
  completeSettings,
  DEFAULT_DISCLOSURE,
  packDocument,
  upgradeDocument,
} from "../../../lib/domain/settings/stored_documents.ts";
import { listVersions, readDocument, restoreVersion } from "../../../lib/features/settings/mod.ts";
import { ConfigDocument, SettingsDocument } from "../../../lib/schemas/settings/settings.ts";
import { type TestApp, withApp } from "../../support/app.ts";

/** The default form before bridges had a term of their own: no input bridgeTerm. */
function configWithoutBridgeTerm(): FormConfig {
  const config = structuredClone(SCORING_CONFIG), { inputs, settings } = config.loanInfo;
  const without = (ids: string[]) => ids.filter((id) => id !== "bridgeTerm");
  config.loanInfo.inputs = inputs.filter(({ id }) => id !== "bridgeTerm");
  config.loanInfo.settings = { order: without(settings.order), brokerOrder: without(settings.brokerOrder) };
  return config;
}

/** The settings as they were seeded before there were a least loan and a day of payments, and what that means today. */
const { minLoan: _least, payments: _day, ...defaults } = seeded;
const ANY = { amount: 0 }, OFF = { ceiling: "default" }, ADVANCE = { day: 0 };

/** The default form as it was before a second mortgage had fields, and a lender had moved the boxes. */
function configWithoutSecond(): FormConfig {
  const config = structuredClone(SCORING_CONFIG), { inputs, settings } = config.homeInformation;
  const without = (ids: string[]) => ids.filter((id) => !id.startsWith("secondMortgage"));
  config.homeInformation.inputs = inputs.filter(({ id }) => !id.startsWith("secondMortgage"));
  config.homeInformation.settings = { order: without(settings.order), brokerOrder: without(settings.brokerOrder) };
  return config;
}

const partners = { ...defaults, partnerEmails: ["deals@partner.example"] };
const custom = { ...DEFAULT_MAP_SETTINGS, final: [] };
/** Map settings with the colours of format 2, and the same today. */
const coloured = (...colors: string[]) => ({
  ...DEFAULT_MAP_SETTINGS,
  final: colors.map((color, i) => ({ value: i + 1, color, weight: 0.5 })),
});

const WITH_NEWS = { map: DEFAULT_MAP_SETTINGS, lendingAreas: [], news: DEFAULT_NEWS_SETTINGS };

/** Each older text, and what it is today. */
const OLDER = {
  settings: [
    ["format 1, as first seeded", defaults, {
      ...defaults,
      map: DEFAULT_MAP_SETTINGS,
      partnerEmails: [],
      lendingAreas: [],
      news: DEFAULT_NEWS_SETTINGS,
      disclosure: DEFAULT_DISCLOSURE,
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
    ["format 1, saved with partners", partners, {
      ...partners,
      map: DEFAULT_MAP_SETTINGS,
      lendingAreas: [],
      news: DEFAULT_NEWS_SETTINGS,
      disclosure: DEFAULT_DISCLOSURE,
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
    ["format 1, saved whole", { ...partners, map: custom }, {
      ...partners,
      map: custom,
      lendingAreas: [],
      news: DEFAULT_NEWS_SETTINGS,
      disclosure: DEFAULT_DISCLOSURE,
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
  ],
  /** What a step makes of the format before it. */
  later: [
    [2, { ...partners, map: coloured("Green", "Yellow", "Red") }, {
      ...partners,
      map: coloured("Teal", "Sand", "Plum"),
      lendingAreas: [],
      news: DEFAULT_NEWS_SETTINGS,
      disclosure: DEFAULT_DISCLOSURE,
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
    [3, { ...partners, map: DEFAULT_MAP_SETTINGS }, {
      ...partners,
      map: DEFAULT_MAP_SETTINGS,
      lendingAreas: [],
      news: DEFAULT_NEWS_SETTINGS,
      disclosure: DEFAULT_DISCLOSURE,
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
    [4, { ...partners, map: DEFAULT_MAP_SETTINGS, lendingAreas: [] }, {
      ...partners,
      map: DEFAULT_MAP_SETTINGS,
      lendingAreas: [],
      news: DEFAULT_NEWS_SETTINGS,
      disclosure: DEFAULT_DISCLOSURE,
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
    [5, { ...partners, map: DEFAULT_MAP_SETTINGS, lendingAreas: [], news: DEFAULT_NEWS_SETTINGS }, {
      ...partners,
      map: DEFAULT_MAP_SETTINGS,
      lendingAreas: [],
      news: DEFAULT_NEWS_SETTINGS,
      disclosure: DEFAULT_DISCLOSURE,
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
    [6, { ...partners, ...WITH_NEWS, disclosure: { businessDays: 3 } }, {
      ...partners,
      ...WITH_NEWS,
      disclosure: { businessDays: 3 },
      minLoan: ANY,
      commercial: OFF,
      payments: ADVANCE,
    }],
    [7, { ...partners, ...WITH_NEWS, disclosure: { businessDays: 3 }, minLoan: { amount: 50_000 } }, {
      ...partners,
      ...WITH_NEWS,
      disclosure: { businessDays: 3 },
      minLoan: { amount: 50_000 },
      commercial: OFF,
      payments: ADVANCE,
    }],
    [8, { ...partners, ...WITH_NEWS, disclosure: { businessDays: 3 }, minLoan: ANY, commercial: { ceiling: "law" } }, {
      ...partners,
      ...WITH_NEWS,
      disclosure: { businessDays: 3 },
      minLoan: ANY,
      commercial: { ceiling: "law" },
      payments: ADVANCE,
    }],
  ],
  config: [
    ["format 1 without a number, before bridgeTerm", configWithoutBridgeTerm(), configWithoutBridgeTerm()],
    ["format 1 without a number", SCORING_CONFIG, SCORING_CONFIG],
  ],
} as const;

Deno.test("each older format becomes a document of today, which may be saved again", () => {
  for (const [what, stored, today] of OLDER.settings) {
    const document = upgradeDocument("settings", JSON.stringify(stored));
    assert.deepEqual(document, today, what);
    assert.deepEqual(upgradeDocument("settings", packDocument("settings", document)), document, what);
  }
  for (const [format, document, today] of OLDER.later) {
    assert.deepEqual(upgradeDocument("settings", JSON.stringify({ format, document })), today, `format ${format}`);
  }
  for (const [what, stored, today] of OLDER.config) {
    const document = upgradeDocument("config", JSON.stringify(stored));
    assert.deepEqual(document, today, what);
    assert.ok(v.is(ConfigDocument, document), what);
  }
  assert.ok(v.is(SettingsDocument, upgradeDocument("settings", JSON.stringify(defaults))));
});

Deno.test("an older form gets a second mortgage's fields behind the first's, once: a lender may remove them again", () => {
  const older = configWithoutSecond();
  const today = upgradeDocument("config", JSON.stringify({ format: 1, document: older }));
  assert.deepEqual(today.homeInformation.settings, SCORING_CONFIG.homeInformation.settings);
  const byId = ({ inputs }: FormConfig["homeInformation"]) => inputs.toSorted((a, b) => a.id < b.id ? -1 : 1);
  assert.deepEqual(byId(today.homeInformation), byId(SCORING_CONFIG.homeInformation));
  assert.ok(v.is(ConfigDocument, today));
  assert.deepEqual(upgradeDocument("config", packDocument("config", older)), older);
  // Without the first's fields they come last.
  const bare = {
    ...older,
    homeInformation: { ...older.homeInformation, settings: { order: [], brokerOrder: ["utilities"] } },
  };
  assert.deepEqual(withSecondMortgage(bare).homeInformation.settings.brokerOrder, [
    "utilities",
    "secondMortgage",
    "secondMortgageLender",
    "secondMortgageMonthlyPayment",
  ]);
});

Deno.test("a stored document has its format, and one of a later format is refused", () => {
  const { format } = JSON.parse(packDocument("settings", upgradeDocument("settings", JSON.stringify(defaults))));
  assert.equal(format, 9);
  assert.equal(JSON.parse(packDocument("config", SCORING_CONFIG)).format, 2);
  const later = JSON.stringify({ format: format + 1, document: {} });
  assert.throws(() => upgradeDocument("settings", later), /format 10, which a newer version wrote/);
});

Deno.test("payments fall on the 1st in a new installation, in an older one on the day of the advance", () => {
  const day = (settings: typeof seeded | typeof defaults) =>
    upgradeDocument("settings", packDocument("settings", completeSettings(settings as typeof seeded))).payments.day;
  assert.deepEqual([day(seeded), day(defaults)], [1, 0]);
});

/** Puts a text into a table as an older program did. */
const storeText = (t: TestApp, table: "settings_versions" | "config_versions", text: unknown) =>
  t.deps.db.run(sql`insert into ${sql.raw(table)} (body, saved_at) values (${JSON.stringify(text)}, ${t.now()})`);

Deno.test("every reader of a version gets today's format: in force, listed, on the screen, restored", () =>
  withApp(async (t) => {
    const ctx = t.context(await t.account({ role: 99 }));
    const [, stored, today] = OLDER.settings[1];
    await storeText(t, "settings_versions", stored);
    await storeText(t, "config_versions", configWithoutBridgeTerm());
    await t.deps.ports.refreshLending();
    assert.deepEqual(t.deps.ports.lending().settings, today);
    assert.deepEqual(t.deps.ports.lending().config, configWithoutBridgeTerm());
    assert.deepEqual((await readDocument(ctx, "settings")).body, today);
    const listed = await listVersions(ctx, { kind: "settings" });
    assert.deepEqual(
      listed.versions.map(({ changes }) => changes),
      [2, null],
      "partner and least loan, not the parts filled in",
    );
    await restoreVersion(ctx, { kind: "settings", id: 1 });
    const restored = await restoreVersion(ctx, { kind: "settings", id: 2 });
    assert.deepEqual(t.deps.ports.lending().settings, today);
    const rows = await t.deps.db.all<{ body: string }>(
      sql`select body from settings_versions where id = ${restored.id}`,
    );
    assert.equal(JSON.parse(rows[0].body).format, 9);
    for (const table of [settingsVersions, configVersions]) {
      assert.ok((await t.deps.db.select({ body: table.body }).from(table)).every(({ body }) => !("format" in body)));
    }
  }));
