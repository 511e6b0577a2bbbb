import { foldText } from "../lending/compile.ts";
import { parseNumber } from "../money.ts";

/** The scoring configuration's sections, in the order of the specification (loans specification 3.6). */
export const SECTION_NAMES = [
  "loanInfo",
  "applicantInformation",
  "applicantEmployment",
  "applicantRisk",
  "homeInformation",
  "additionalProperties",
] as const;

export type SectionName = (typeof SECTION_NAMES)[number];
export type OptionFlag = "Green" | "Yellow" | "Red" | "None" | "Error";
/** A field's colour flag as shown. */
export type FieldFlag = "Green" | "Yellow" | "Red" | "None";
export type InputType = "dropdown" | "number" | "text" | "date";

/** The public part of an option. */
export interface ShownOption {
  value: string | number;
  flag: OptionFlag;
  /** Shown when an Error option refuses the entry. */
  message?: string;
}

/** An option of a dropdown, a threshold of a number, or a word of a text. */
export interface FormOption extends ShownOption {
  /** Added to the form score while the input is active: -8 to 8. */
  score: number;
  /** 0 to 1. */
  weight: number;
}

/** The public part of an input: nothing about its scoring. */
export interface ShownInput {
  id: string;
  label: string;
  type: InputType;
  required: boolean;
  options: ShownOption[];
  /** The unit of a number. */
  unit?: "dollars" | "years" | "points";
}

/** An input of the application form; its id is the field's name. */
export interface FormInput extends ShownInput {
  /** True where the input counts toward the score. */
  active: boolean;
  options: FormOption[];
}

/**
 * A box of inputs. Positions order the boxes of a view from 1; missing broker positions fall back to the plain ones.
 */
export interface FormSection<I extends ShownInput = FormInput> {
  title: string;
  brokerTitle?: string;
  /** Stored and returned unchanged (loans specification 3.6); these screens ignore it. */
  background?: string;
  brokerBackground?: string;
  position: number;
  brokerPosition?: number;
  /** Stored and returned unchanged; these screens place controls below their labels. */
  inputPosition: "below" | "beside";
  brokerInputPosition?: "below" | "beside";
  inputs: I[];
  /** Ids of the shown inputs, in order: for administrators and for brokers. */
  settings: { order: string[]; brokerOrder: string[] };
}

export type FormConfig<I extends ShownInput = FormInput> = Record<SectionName, FormSection<I>>;
/** The configuration for a form, without scores, weights and activity. */
export type ShownConfig = FormConfig<ShownInput>;
export type FormView = "admin" | "broker";
/** Entries by input id; `additionalProperties` is a list of such entries. */
export type FormEntries = Readonly<Record<string, unknown>>;

/** True for an empty field: spaces count as empty, 0 does not. */
export function isEmptyEntry(entry: unknown): boolean {
  return entry == null || (typeof entry === "string" && entry.trim() === "") || Number.isNaN(entry);
}

/** A number input's options from the highest value down. */
function descending<O extends ShownOption>(options: readonly O[]): O[] {
  return options.filter((option) => parseNumber(option.value) !== null)
    .sort((a, b) => Number(b.value) - Number(a.value));
}

function reached<O extends ShownOption>(options: readonly O[], entry: unknown): O | null {
  const number = parseNumber(entry);
  if (number === null) return null;
  return descending(options).find((option) => number >= Number(option.value)) ?? null;
}

/** An active input's score (loans specification 5.3); text and dates score 0. */
function inputScore(input: FormInput, entry: unknown): number {
  if (input.type === "dropdown") return input.options.find((option) => option.value === entry)?.score ?? 0;
  return input.type === "number" ? reached(input.options, entry)?.score ?? 0 : 0;
}

/** The form score on save: only active inputs count, each additional property separately. */
export function formScore(config: FormConfig, entries: FormEntries): number {
  let thousandths = 0;
  for (const name of SECTION_NAMES) {
    const rows = name === "additionalProperties" ? propertyRows(entries) : [entries];
    for (const input of config[name].inputs) {
      if (!input.active) continue;
      for (const row of rows) thousandths += Math.round(inputScore(input, row[input.id]) * 1000);
    }
  }
  return thousandths / 1000;
}

/** The rows of additional properties. */
export function propertyRows(entries: FormEntries): FormEntries[] {
  return Array.isArray(entries.additionalProperties) ? entries.additionalProperties : [];
}

/**
 * The colour flag of an entry (loans specification 5.2): a dropdown matches ignoring spaces and case, a text where it
 * contains the option's text in any case, a number the highest value not above it. An Error option shows red.
 */
export function fieldFlag(input: ShownInput, entry: unknown): FieldFlag {
  const option = matchingOption(input, entry);
  if (option === null) return "None";
  return option.flag === "Error" ? "Red" : option.flag;
}

function matchingOption(input: ShownInput, entry: unknown): ShownOption | null {
  if (isEmptyEntry(entry)) return null;
  if (input.type === "number") return reached(input.options, entry);
  const text = String(entry);
  if (input.type === "dropdown") {
    const folded = foldText(text);
    return input.options.find((option) => foldText(String(option.value)) === folded) ?? null;
  }
  const lower = text.toLowerCase();
  return input.options.find(({ value }) => value !== "" && lower.includes(String(value).toLowerCase())) ?? null;
}

/**
 * The Error option that refuses an entry, or null (loans specification 5.2). The form then resets the dropdown or
 * clears the number and shows the message. Highest threshold first; skipped in the administrator's view.
 */
export function errorOption(input: ShownInput, entry: unknown, view: FormView): ShownOption | null {
  if (view === "admin" || isEmptyEntry(entry)) return null;
  const errors = input.options.filter((option) => option.flag === "Error");
  if (errors.length === 0) return null;
  if (input.type === "number") return reached(errors, entry);
  return input.type === "dropdown" ? matchingOption({ ...input, options: errors }, entry) : null;
}

/** What is said of an entry that no option of its dropdown has. */
const NO_OPTION = "Choose one of the list.";
const WITH_OWN_RULE: readonly string[] = ["firstOrSecond", "region"];

/**
 * Why a dropdown's entry cannot be (lending rules 13): no option has it, ignoring spaces and case; null where one has,
 * where it is empty, and for position and region, which have rules of their own for such words (lending rules 2 and 6).
 */
export function dropdownProblem(input: ShownInput, entry: unknown): string | null {
  if (input.type !== "dropdown" || WITH_OWN_RULE.includes(input.id) || isEmptyEntry(entry)) return null;
  return matchingOption(input, entry) === null ? NO_OPTION : null;
}

/** The entries that no option of their dropdown has, in whatever view, other properties aside. */
export function dropdownProblems(config: ShownConfig, entries: FormEntries): { field: string; message: string }[] {
  return SECTION_NAMES.filter((name) => name !== "additionalProperties").flatMap((name) =>
    config[name].inputs.flatMap((input) => {
      const message = dropdownProblem(input, entries[input.id]);
      return message === null ? [] : [{ field: input.id, message }];
    })
  );
}
