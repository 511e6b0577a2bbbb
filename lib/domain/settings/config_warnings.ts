/** Mismatches between configuration and settings: allowed, with a warning before saving. */
import { foldText } from "../lending/compile.ts";
import type { LendingSettings } from "../lending/settings.ts";
import { defaultLabel, findInput } from "./config_fields.ts";
import type { FormConfig } from "./form_config.ts";

/** Dropdowns whose options are looked up in a rating table (lending rules 6). */
const RATED_DROPDOWNS = ["sector", "region", "useOfProceeds", "litigiousness"] as const;

/** Fields that ratings read; hidden from brokers, they rate as empty. */
const RATED_FIELDS = ["creditScore", "yoe", "primaryIncome", ...RATED_DROPDOWNS] as const;

/** Fields that say who and where: without them a loan has no name, no place and no duplicates. */
const NAMING_FIELDS = ["firstName", "lastName", "address", "city", "postal"] as const;

type Tables = Record<(typeof RATED_DROPDOWNS)[number], { title: string; values: readonly string[] }>;

function tablesOf(settings: LendingSettings): Tables {
  const table = (title: string, rows: readonly { value: string }[]) => ({
    title,
    values: rows.map((row) => row.value),
  });
  const { ratings, pricing } = settings;
  return {
    sector: table("Sector", ratings.employer),
    region: table("Region Rating", pricing.regions),
    useOfProceeds: table("Use of proceeds", ratings.uop),
    litigiousness: table("Litigation", ratings.lit),
  };
}

function isShownToBrokers(config: FormConfig, id: string): boolean {
  const found = findInput(config, id);
  return found !== null && found !== undefined && config[found.section].settings.brokerOrder.includes(id);
}

/** One sentence for each mismatch; empty where there are none. */
export function configWarnings(config: FormConfig, settings: LendingSettings): string[] {
  const warnings: string[] = [];
  for (const [id, { title, values }] of Object.entries(tablesOf(settings))) {
    const found = findInput(config, id);
    if (!found || found.input.type !== "dropdown") continue;
    const rated = new Set(values.map((value) => foldText(String(value))));
    const missing = found.input.options.filter(({ value, flag }) =>
      flag !== "Error" && !rated.has(foldText(String(value)))
    );
    if (missing.length === 0) continue;
    const names = missing.map(({ value }) => `“${value}”`).join(", ");
    warnings.push(`${found.input.label}: ${names} is not in the table ${title} and would be rated worst.`);
  }
  for (const id of RATED_FIELDS) {
    if (isShownToBrokers(config, id)) continue;
    const label = findInput(config, id)?.input.label ?? defaultLabel(id);
    warnings.push(`Brokers are not asked for ${label}, which a rating reads.`);
  }
  for (const id of NAMING_FIELDS) {
    if (isShownToBrokers(config, id)) continue;
    warnings.push(
      `Brokers are not asked for ${findInput(config, id)?.input.label ?? defaultLabel(id)}: loans come without it.`,
    );
  }
  for (const { inputs, settings: { brokerOrder } } of Object.values(config)) {
    for (const { id, label, required } of inputs) {
      if (required && !brokerOrder.includes(id)) warnings.push(`${label} is required, but brokers do not see it.`);
    }
  }
  const position = findInput(config, "firstOrSecond")?.input;
  for (const { value, flag } of position?.options ?? []) {
    if (flag !== "Error" && !/^\s*(first|second|third|[123])|bridge/i.test(String(value))) {
      warnings.push(`${position!.label}: “${value}” would be read as a second mortgage.`);
    }
  }
  return warnings;
}
