/** The submission form in the browser: open fields, live LTV, and the request body. No DOM here. */
import { isPickableDate } from "../../domain/dates.ts";
import {
  CHARGES,
  ltvPercent,
  positionOf,
  priorCharges,
  propertyValue,
  rankRefusal,
  standingOf,
  VALUE_REQUIRED,
} from "../../domain/lending/ltv.ts";
import {
  type FormView,
  isEmptyEntry,
  type SectionName,
  type ShownConfig,
  type ShownInput,
} from "../../domain/settings/form_config.ts";
import { inputsOf, isShown, sectionsOf, visitedInputs } from "../../domain/settings/form_order.ts";
import type { Occasion } from "../../domain/loans/plausibility.ts";
import { submissionProblems } from "../../domain/loans/submission.ts";
import { halfUp, parseDecimal, parseNumber } from "../../domain/money.ts";

/** A row of additional properties; `key` is its React key. */
export type PropertyRow = { key: number; entries: Record<string, string> };

/** Everything entered, except files. */
export type SubmissionForm = { entries: Record<string, string>; rows: PropertyRow[]; exit: string; comments: string };

export const EMPTY_FORM: SubmissionForm = { entries: {}, rows: [], exit: "", comments: "" };
const EXIT_REQUIRED = "Exit strategy is required!";

/** From so many labels on, a list of fields that are missing is folded. */
export const MANY_LABELS = 10;

/** Writes `value` at a path of the form: a field's name, or `additionalProperties.0.value` in a row. */
export function withEntry(form: SubmissionForm, path: string, value: string): SubmissionForm {
  const [list, index, id] = path.split(".");
  if (id === undefined) return { ...form, entries: { ...form.entries, [path]: value } };
  const rows = form.rows.map((row, at) =>
    String(at) === index ? { ...row, entries: { ...row.entries, [id]: value } } : row
  );
  return list === "additionalProperties" ? { ...form, rows } : form;
}

/** A section for the table of contents and the review bar: ids of its inputs, and of those that are required. */
export type SectionOutline = { name: SectionName; title: string; inputs: string[]; required: string[] };

/** Messages by path of the form. */
export type Errors = Readonly<Record<string, string>>;

/** The property's value is in either of two fields: one of them is required (lending rules 2). */
const VALUE_FIELDS = ["appraisedValue", "homePurPrice"];

/** True where an edit of `path` settles the error at `at`: its own, or that of the other field of the value. */
export const settlesError = (path: string, at: string, message: string): boolean =>
  path === at || (message === VALUE_REQUIRED && VALUE_FIELDS.includes(path));

/** The sections of a view in order, without input details. */
export function outlineOf(config: ShownConfig, view: FormView): SectionOutline[] {
  return sectionsOf(config, view).map((name) => {
    const inputs = inputsOf(config[name], view);
    return {
      name,
      title: titleOf(config, name, view),
      inputs: inputs.map(({ id }) => id),
      required: inputs.filter(({ required }) => required).map(({ id }) => id),
    };
  });
}

/** A section's title in a view. */
function titleOf(config: ShownConfig, name: SectionName, view: FormView): string {
  const { title, brokerTitle } = config[name];
  return view === "broker" ? brokerTitle ?? title : title;
}

/** A section's number of required fields, and how many of them are empty. */
export function progressOf(
  { name, required: listed }: SectionOutline,
  form: SubmissionForm,
): { left: number; total: number } {
  const required = listed.filter((id) => isShown(id, form.entries));
  const emptyIn = (entries: Record<string, string>) => required.filter((id) => isEmptyEntry(entries[id])).length;
  if (name === "additionalProperties") {
    const left = form.rows.reduce((sum, row) => sum + emptyIn(row.entries), 0);
    return { left, total: required.length * form.rows.length };
  }
  if (name !== "homeInformation" || required.includes(VALUE_FIELDS[0])) {
    return { left: emptyIn(form.entries), total: required.length };
  }
  const valued = VALUE_FIELDS.some((id) => (parseNumber(form.entries[id]) ?? 0) > 0);
  return { left: emptyIn(form.entries) + (valued ? 0 : 1), total: required.length + 1 };
}

/** What is open in a part: "3 left", "1 to correct", "Complete", or "" where nothing is asked for. */
const openText = ({ left, total }: { left: number; total: number }, wrong: number): string =>
  left > 0 ? `${left} left` : wrong > 0 ? `${wrong} to correct` : total > 0 ? "Complete" : "";

/** What is open in a section; a field that is marked is not complete, required or not. */
export function openInSection(section: SectionOutline, form: SubmissionForm, errors: Errors): string {
  const { name, inputs } = section;
  const isIn = (path: string) =>
    name === "additionalProperties"
      ? path.startsWith(`${name}.`)
      : inputs.includes(path) && isShown(path, form.entries);
  return openText(progressOf(section, form), Object.keys(errors).filter(isIn).length);
}

/** What is open in the last part, of exit and comments. */
export const openInExit = ({ exit }: SubmissionForm, { comments }: Errors): string =>
  openText({ left: exit ? 0 : 1, total: 1 }, comments ? 1 : 0);

/** The required fields of the whole form still empty, exit strategy included. */
export function remainingFields(
  outline: readonly SectionOutline[],
  form: SubmissionForm,
): { left: number; total: number } {
  const sum = { left: form.exit ? 0 : 1, total: 1 };
  for (const section of outline) {
    const { left, total } = progressOf(section, form);
    sum.left += left;
    sum.total += total;
  }
  return sum;
}

/** The figures of the review bar. `ltv` is whole percent, null while unknown. */
export function liveFigures({ entries }: SubmissionForm): { loan: number; ltv: number | null; position: string } {
  const amount = (name: string) => parseNumber(entries[name]) ?? 0;
  const position = entries.firstOrSecond ?? "";
  const loan = amount("newLoanAmount");
  const value = propertyValue({ appraisedValue: amount("appraisedValue"), homePurPrice: amount("homePurPrice") });
  const charges = { firstMortgage: amount("firstMortgage"), secondMortgage: amount("secondMortgage") };
  const prior = priorCharges(positionOf(position), loan, charges);
  return { loan, position, ltv: loan > 0 && position ? ltvPercent(loan, prior, value) : null };
}

/** The fields that a loan's rank follows from. */
export const RANK_FIELDS: readonly string[] = ["firstOrSecond", "newLoanAmount", ...CHARGES];

/** Why the loan cannot have the position entered beside the charges there are; null while it can. */
export function rankProblem({ entries }: SubmissionForm): string | null {
  const amount = (name: string) => parseNumber(entries[name]) ?? 0;
  const loan = amount("newLoanAmount"), asked = positionOf(entries.firstOrSecond ?? "");
  if (loan <= 0 || !entries.firstOrSecond) return null;
  const charges = { firstMortgage: amount("firstMortgage"), secondMortgage: amount("secondMortgage") };
  return rankRefusal(asked, standingOf(asked, loan, charges));
}

/** The entries that are asked for, for the rules: each additional property is a list item. */
export function entriesOf(form: SubmissionForm): Record<string, unknown> {
  const visible = Object.entries(form.entries).filter(([id]) => isShown(id, form.entries));
  return { ...Object.fromEntries(visible), additionalProperties: form.rows.map(({ entries }) => entries) };
}

/** The first message of each field, in form order; empty where it can be reviewed. */
export function formErrors(
  config: ShownConfig,
  view: FormView,
  form: SubmissionForm,
  about: Omit<Occasion, "at"> | null = null,
): Record<string, string> {
  const found: Record<string, string> = {}, entries = entriesOf(form);
  for (const { field, message } of submissionProblems(config, entries, view, undefined, about)) {
    found[field] ??= message;
  }
  const errors: Record<string, string> = {};
  for (const { input, row, path } of visitedInputs(config, entries, view)) {
    // A text that is no number counts as 0, which is not what is wrong with it.
    const message = typeProblem(input, row[input.id]) ?? found[path];
    if (message) errors[path] = message;
  }
  for (const [path, message] of Object.entries(found)) errors[path] ??= message;
  if (!form.exit) errors.exitStrategy = EXIT_REQUIRED;
  return errors;
}

const numberOf = (input: ShownInput, entry: unknown) =>
  (input.unit === "dollars" || !input.unit ? parseNumber : parseDecimal)(entry);

/** Why an entry is none of its input's type; null where it is one, and where it is empty. */
export function typeProblem(input: ShownInput, entry: unknown): string | null {
  if (isEmptyEntry(entry)) return null;
  if (input.type === "number") {
    return (numberOf(input, entry) ?? -1) < 0 ? "Enter 0 or more, like 1,250 or 12.5." : null;
  }
  return input.type === "date" && !isPickableDate(entry) ? "Enter a date from 1900 on." : null;
}

/** A field by its path, and what people call it: a row's field with the row's number from 1. */
export type NamedField = { path: string; label: string };

/** The fields at the given paths, in the form's order; paths of no field are left out. */
export function namedFields(
  config: ShownConfig,
  view: FormView,
  form: SubmissionForm,
  paths: ReadonlySet<string>,
): NamedField[] {
  const fields = [...visitedInputs(config, entriesOf(form), view)].map(({ input: { label }, path }) => {
    const [, row] = path.split(".");
    return { path, label: row === undefined ? label : `${label}, property ${Number(row) + 1}` };
  });
  fields.push({ path: "exitStrategy", label: "Exit strategy" }, { path: "comments", label: "Comments" });
  return fields.filter(({ path }) => paths.has(path));
}

/** A file as sent with the form. */
export type SentFile = { id: string; name: string; type: string };

/** The body of testloan and newloan (loans specification 7.1). */
export function submissionBody(
  form: SubmissionForm,
  sent: { files: SentFile[]; tmpUploadId: string; brokerName: string; areaReason?: string },
) {
  return { data: { ...entriesOf(form), exitStrategy: form.exit, comments: form.comments, ...sent } };
}

/**
 * A number formatted on blur: whole dollars and points, thousands separators, no leading zeros. What is none stays as
 * typed, for its message: without its letter `150k` would be 150.
 */
export function tidyNumber(input: ShownInput, text: string): string {
  const entered = numberOf(input, text);
  if (entered === null) return text.trim();
  const number = input.unit === "dollars" || input.unit === "points" ? halfUp(entered) : entered;
  const [whole, decimals] = String(number).split(".");
  const grouped = input.unit === "dollars" ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return decimals ? `${grouped}.${decimals}` : grouped;
}
