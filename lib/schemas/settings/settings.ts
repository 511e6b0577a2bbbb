/**
 * Inputs for saving, previewing and restoring settings and scoring configurations (loans specification 3.6, 5.6, 7.1).
 */
import * as v from "valibot";
import { lendingAreaName } from "../../domain/lending/area_names.ts";
import { AREA_RULES, COMMERCIAL_CEILINGS, type LendingSettings } from "../../domain/lending/settings.ts";
import { MAILED_KINDS } from "../../domain/news/kinds.ts";
import { configProblems, OPTIONS_MAX } from "../../domain/settings/config_problems.ts";
import { LENDING_AREAS_MAX } from "../../domain/settings/general_panels.ts";
import { type FormConfig, SECTION_NAMES } from "../../domain/settings/form_config.ts";
import { ROWS_MAX } from "../../domain/settings/panel.ts";
import { PARTNERS_MAX, type Problem, settingsProblems } from "../../domain/settings/settings_problems.ts";
import { tooLongText } from "../../domain/text_length.ts";
import { id, text } from "../fields.ts";
import { EMAIL_MAX } from "../../domain/accounts/account_rules.ts";

const num = v.pipe(v.number(), v.finite());
const word = v.pipe(v.string(), v.maxLength(200, tooLongText(200)));
/**
 * A lending area as the gazetteer writes it, so that every reader finds its rule; another text stays, to be refused.
 */
const areaName = v.pipe(word, v.transform((text) => lendingAreaName(text) ?? text));
const rows = <S extends v.GenericSchema>(row: S, most = ROWS_MAX) =>
  v.pipe(v.array(row), v.maxLength(most, `A table takes ${most} rows. Delete the rest.`));

const thresholds = v.strictObject({ greenScore: num, yellowScore: num, redScore: num });
const steps = rows(v.strictObject({ value: num, score: num, weight: num }));
const texts = rows(v.strictObject({ value: word, score: num, weight: num }));
const regionWeight = v.strictObject({ weight: num, unknown: num });
const mapRows = rows(v.strictObject({ value: num, flag: word, score: num, weight: num }));

const SETTINGS = {
  globalScore: thresholds,
  netTdsc: thresholds,
  netFtdsc: thresholds,
  netEquity: thresholds,
  netEquityCoverage: thresholds,
  netCashRemain: thresholds,
  taxMultiple: thresholds,
  maxLtv: v.strictObject({ limit: num }),
  minLoan: v.optional(v.strictObject({ amount: num })),
  ratings: v.strictObject({
    dsc: steps,
    yoe: steps,
    employer: texts,
    credit: steps,
    rof: steps,
    lit: texts,
    ltv: steps,
    region: regionWeight,
    rental: regionWeight,
    sizeOfFirst: steps,
    uop: texts,
    equityCharge: steps,
  }),
  pricing: v.strictObject({
    regions: rows(v.strictObject({ value: word, rentability: num, score: num })),
    loanPricing: rows(v.strictObject({ value: num, firstMtgPrice: num, secondMtgPrice: num })),
    bridgePricing: rows(v.strictObject({ ltv: num, perDay: num, min: num })),
  }),
  justQuote: v.strictObject({
    region: word,
    sector: word,
    useOfProceeds: word,
    litigiousness: word,
    propertyTaxRate: num,
    utilities: num,
    assumedTax: num,
    rateAdjustment: num,
  }),
  map: v.optional(v.strictObject({
    monthlyChange: mapRows,
    listingToSellingPrice: mapRows,
    duration: mapRows,
    final: rows(v.strictObject({ value: num, color: word, weight: num })),
  })),
  lendingAreas: v.optional(
    rows(
      v.strictObject({ value: areaName, rule: v.picklist(AREA_RULES, "Choose a rule of the list."), maxLtv: num }),
      LENDING_AREAS_MAX,
    ),
  ),
  partnerEmails: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(EMAIL_MAX))), v.maxLength(PARTNERS_MAX))),
  commercial: v.optional(v.strictObject({ ceiling: v.picklist(COMMERCIAL_CEILINGS, "Choose one of the list.") })),
  disclosure: v.optional(v.strictObject({ businessDays: num })),
  payments: v.optional(v.strictObject({ day: num })),
  news: v.optional(v.strictObject({
    ...v.entriesFromList(MAILED_KINDS, v.picklist(["on", "off"], "Choose On or Off.")),
    conditionsDays: num,
    commitmentDays: num,
    licenceDays: num,
  })),
};

const option = v.strictObject({
  value: v.union([num, word]),
  flag: v.picklist(["Green", "Yellow", "Red", "None", "Error"]),
  score: num,
  weight: num,
  message: v.optional(text(200)),
});

const input = v.strictObject({
  id: word,
  label: text(),
  type: v.picklist(["dropdown", "number", "text", "date"]),
  required: v.boolean(),
  active: v.boolean(),
  unit: v.optional(v.picklist(["dollars", "years", "points"])),
  options: rows(option, OPTIONS_MAX),
});

const ids = v.pipe(v.array(word), v.maxLength(100));
const controls = v.picklist(["below", "beside"]);

const section = v.strictObject({
  title: text(),
  brokerTitle: v.optional(text()),
  background: v.optional(text(40)),
  brokerBackground: v.optional(text(40)),
  position: num,
  brokerPosition: v.optional(num),
  inputPosition: controls,
  brokerInputPosition: v.optional(controls),
  inputs: rows(input, 100),
  settings: v.strictObject({ order: ids, brokerOrder: ids }),
});

const CONFIG = Object.fromEntries(SECTION_NAMES.map((name) => [name, section])) as Record<
  (typeof SECTION_NAMES)[number],
  typeof section
>;

/** Adds the domain's problems as issues at their paths, where every value is within its bounds. */
function checked<T>(problemsOf: (value: T) => Problem[]) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues) return;
    for (const { path, message } of problemsOf(dataset.value)) {
      const items = path.split(".").map((key) => ({
        type: "object" as const,
        origin: "value" as const,
        input: {},
        key,
        value: undefined,
      }));
      addIssue({ message, path: items as unknown as [v.IssuePathItem] });
    }
  });
}

/** Settings that may be saved: shapes, bounds, order, unique values and the criminal rate. */
export const SettingsDocument: v.GenericSchema<unknown, LendingSettings> = v.pipe(
  v.strictObject(SETTINGS),
  checked(settingsProblems),
) as v.GenericSchema<unknown, LendingSettings>;

/** A scoring configuration that may be saved and keeps loans submittable. */
export const ConfigDocument: v.GenericSchema<unknown, FormConfig> = v.pipe(
  v.strictObject(CONFIG),
  checked(configProblems),
) as v.GenericSchema<unknown, FormConfig>;

/** The version that an edit is based on; without it a save does not check for newer versions. */
const basedOn = v.optional(id);
type Based = { basedOn?: number };

/** savesettings: the settings object, with the version it is based on where the client knows it. */
export const SaveSettingsInput = v.pipe(
  v.strictObject({ ...SETTINGS, basedOn }),
  checked<LendingSettings & Based>(settingsProblems),
  v.transform(({ basedOn, ...settings }) => ({ basedOn, settings })),
);

/** saveconfig: the full configuration, likewise. */
export const SaveConfigInput = v.pipe(
  v.strictObject({ ...CONFIG, basedOn }),
  checked<FormConfig & Based>(configProblems),
  v.transform(({ basedOn, ...config }) => ({ basedOn, config })),
);

/** The input of a preview; missing documents are those in force. */
export const PreviewInput = v.pipe(
  v.strictObject({ settings: v.optional(SettingsDocument), config: v.optional(ConfigDocument) }),
  v.check(
    ({ settings, config }) => settings !== undefined || config !== undefined,
    "Send settings or a configuration.",
  ),
);

/** The documents with versions. */
export const VERSION_KINDS = ["settings", "config"] as const;
const kind = v.picklist(VERSION_KINDS, "Choose settings or config.");

export const NewestInput = v.object({ kind });
export const VersionsInput = v.object({ kind, before: v.optional(id) });
/** What a version is compared with: the one in force, or the one before it. */
const COMPARE_WITH = ["current", "before"] as const;
export type CompareWith = (typeof COMPARE_WITH)[number];
export const CompareInput = v.object({
  kind,
  id,
  with: v.optional(v.picklist(COMPARE_WITH, "Choose current or before."), "current"),
});
export const RestoreInput = v.object({ kind, id, basedOn });

export type SaveSettingsData = v.InferOutput<typeof SaveSettingsInput>;
export type SaveConfigData = v.InferOutput<typeof SaveConfigInput>;
export type PreviewData = v.InferOutput<typeof PreviewInput>;
export type VersionKind = (typeof VERSION_KINDS)[number];
