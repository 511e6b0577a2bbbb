/** The application fields that the scoring configuration may show, and their input types. */
import { DATE_FIELDS, NUMBER_FIELDS, TEXT_FIELDS } from "../loans/application.ts";
import type { FormConfig, InputType, SectionName, ShownConfig } from "./form_config.ts";
import { SECTION_NAMES } from "./form_config.ts";
import { capitalised } from "../capitalised.ts";

/** Fields of a row of additional properties. */
const PROPERTY_FIELDS = ["address", "value", "mortgage"] as const;

/** A number field of bridges only. */
const BRIDGE_DAYS = "bridgeTerm";

const DATES = new Set<string>(DATE_FIELDS);
const NUMBERS = new Set<string>([...NUMBER_FIELDS, BRIDGE_DAYS, "value", "mortgage"]);

/** The fields that a section may have. */
export function fieldsOf(section: SectionName): readonly string[] {
  return section === "additionalProperties" ? PROPERTY_FIELDS : [...TEXT_FIELDS, ...NUMBER_FIELDS, BRIDGE_DAYS];
}

/** The input types of a field: its column holds a number, a date or text. */
export function typesOf(id: string): readonly InputType[] {
  if (NUMBERS.has(id)) return ["number"];
  return DATES.has(id) ? ["date"] : ["text", "dropdown"];
}

/** Fields of a section that the configuration does not use. */
export function unusedFields(config: ShownConfig, section: SectionName): string[] {
  const listed = section === "additionalProperties";
  const used = new Set(
    SECTION_NAMES.filter((name) => (name === "additionalProperties") === listed)
      .flatMap((name) => config[name].inputs.map(({ id }) => id)),
  );
  return fieldsOf(section).filter((id) => !used.has(id));
}

/** A field's default label: `useOfProceeds` is `Use of proceeds`. */
export function defaultLabel(id: string): string {
  return capitalised(id.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
}

/** An input with its section. */
export function findInput(config: FormConfig, id: string) {
  for (const section of SECTION_NAMES) {
    if (section === "additionalProperties") continue;
    const input = config[section].inputs.find((one) => one.id === id);
    if (input) return { section, input };
  }
  return null;
}
