/**
 * Shorthands for the default scoring configuration. Tables and dropdowns come from the default settings, so they agree.
 */
import type { FormInput, FormOption, OptionFlag } from "../../lib/domain/settings/form_config.ts";

/** What an option adds if an owner switches its input on: small steps beside the twelve ratings. */
const FLAG_SCORES: Record<OptionFlag, number> = { Green: 0, Yellow: 0.5, Red: 1, None: 0, Error: 0 };
const WEIGHT = 0.05;

type Extras = Partial<Pick<FormInput, "required" | "options" | "unit">>;

function input(id: string, label: string, type: FormInput["type"], extras: Extras): FormInput {
  return { id, label, type, required: false, active: false, options: [], ...extras };
}

/** A dropdown of choices. */
export function dropdown(id: string, label: string, options: FormOption[], extras: Extras = {}): FormInput {
  return input(id, label, "dropdown", { ...extras, options });
}

/** Whole dollars. */
export function dollars(id: string, label: string, extras: Extras = {}): FormInput {
  return input(id, label, "number", { unit: "dollars", ...extras });
}

/** A plain number. */
export function number(id: string, label: string, extras: Extras = {}): FormInput {
  return input(id, label, "number", extras);
}

export function text(id: string, label: string, extras: Extras = {}): FormInput {
  return input(id, label, "text", extras);
}

export function date(id: string, label: string, extras: Extras = {}): FormInput {
  return input(id, label, "date", extras);
}

/** A choice or threshold with its flag. */
export function option(value: string | number, flag: OptionFlag = "None"): FormOption {
  return { value, flag, score: FLAG_SCORES[flag], weight: WEIGHT };
}

/** A choice or threshold that refuses the entry with a message. */
export function refused(value: string | number, message: string): FormOption {
  return { ...option(value, "Error"), message };
}

/** Green up to a score of 2, yellow up to 4, red above: how a rating's score flags its field. */
function flagOf(score: number): OptionFlag {
  if (score <= 2) return "Green";
  return score <= 4 ? "Yellow" : "Red";
}

/** The options of a table of the settings, flagged by their scores. */
export function fromTable(rows: readonly { value: string | number; score: number }[]): FormOption[] {
  return rows.map(({ value, score }) => option(value, flagOf(score)));
}
