/** Names of a configuration's cells, for comparisons and messages. */
import { type FormConfig, SECTION_NAMES, type SectionName } from "./form_config.ts";

const PARTS: Readonly<Record<string, string>> = {
  title: "title",
  brokerTitle: "brokers' title",
  background: "background",
  brokerBackground: "brokers' background",
  position: "place",
  brokerPosition: "brokers' place",
  inputPosition: "controls",
  brokerInputPosition: "brokers' controls",
  inputs: "inputs",
  "inputs#order": "order of the inputs",
  "settings.order": "order for administrators",
  "settings.brokerOrder": "order for brokers",
  label: "label",
  type: "type",
  required: "required",
  active: "scored",
  unit: "unit",
  value: "value",
  flag: "flag",
  score: "score",
  weight: "weight",
  message: "message",
};

const ORDER_OF_INPUTS = /^\w+\.(settings\.(order|brokerOrder)|inputs#order)$/;

/** The name of a changed path: `Employment, Sector, option Retail: score`. `config` gives titles and labels. */
export function configName(path: string, config: FormConfig): string {
  const name = SECTION_NAMES.find((one) => path.startsWith(`${one}.`)) as SectionName | undefined;
  if (!name) return path;
  const section = config[name];
  const rest = path.slice(name.length + 1);
  const input = /^inputs\[([^\]]*)\]\.?(.*)$/.exec(rest);
  if (!input) {
    return `${section.title}: ${PARTS[rest] ?? rest}`;
  }
  const label = section.inputs.find(({ id }) => id === input[1])?.label ?? input[1];
  const option = /^options\[(.*)\](?:\.(\w+))?$/.exec(input[2]);
  const at = `${section.title}, ${label}`;
  if (option) return `${at}, option ${option[1]}${option[2] ? `: ${PARTS[option[2]] ?? option[2]}` : ""}`;
  if (input[2].startsWith("options")) {
    return `${at}: ${input[2].endsWith("#order") ? "order of the options" : "options"}`;
  }
  return input[2] ? `${at}: ${PARTS[input[2]] ?? input[2]}` : at;
}

/** A changed value as text. Inputs are named by their label in the first of `configs` that has them. */
export function configValueText(path: string, value: unknown, configs: readonly FormConfig[]): string {
  if (value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const section = SECTION_NAMES.find((one) => path.startsWith(`${one}.`))!;
    const inputs = ORDER_OF_INPUTS.test(path) ? configs.flatMap((config) => config[section].inputs) : [];
    const nameOf = (one: unknown) => inputs.find(({ id }) => id === one)?.label ?? configValueText(path, one, configs);
    return value.map(nameOf).join(", ") || "none";
  }
  if (typeof value !== "object" || value === null) return String(value).replace(/^-(?=\d)/, "\u2212");
  const row = value as Record<string, unknown>;
  if ("label" in row) return `${row.label} (${row.type})`;
  return [row.value, row.flag, `score ${configValueText(path, row.score, configs)}`].join(", ");
}
