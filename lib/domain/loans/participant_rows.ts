/** Participants as a form holds them: a row each, amounts as text. */
import { money, parseNumber } from "../money.ts";
import { amountText } from "./loan_form.ts";
import type { Participant } from "./participants.ts";

/** `id` is the name that was saved, so that two editors' rows meet; new rows have one of their own. */
export interface ParticipantRow {
  id: string;
  name: string;
  amount: string;
}

export const isBlankRow = ({ name, amount }: ParticipantRow): boolean => name.trim() === "" && amount.trim() === "";

/** The rows of saved participants. Dots would look like a path in the names of errors. */
export function rowsOf(list: readonly Participant[]): ParticipantRow[] {
  const seen = new Map<string, number>();
  return list.map(({ name, amount }) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const id = (times > 1 ? `${name} ${times}` : name).replaceAll(".", "\u2024");
    return { id, name, amount: amountText(amount) };
  });
}

/** What is saved of rows: blank ones are left out. An amount that cannot be read is 0. */
export const participantsOf = (rows: readonly ParticipantRow[]): Participant[] =>
  rows.filter((row) => !isBlankRow(row))
    .map(({ name, amount }) => ({ name: name.trim(), amount: parseNumber(amount) ?? 0 }));

/** One message a field, by row and field; blank rows are fine. */
export function rowProblems(rows: readonly ParticipantRow[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const row of rows) {
    if (isBlankRow(row)) continue;
    const amount = parseNumber(row.amount);
    if (!row.name.trim()) problems[`${row.id}.name`] = "Enter the participant's name.";
    if (amount === null || amount <= 0 || !Number.isInteger(amount)) {
      problems[`${row.id}.amount`] = "Enter whole dollars above 0.";
    }
  }
  return problems;
}

/** The name of a change's path: `[Maple Fund].amount` is of that participant, the empty one of the whole list. */
export const participantName = (path: string): string =>
  path === "" ? "Participants" : /^\[(.*)\]/.exec(path)?.[1].replaceAll("\u2024", ".") ?? "Order";

const isRow = (value: unknown): value is ParticipantRow => typeof value === "object" && value !== null;
const dollarsText = (text: string): string => {
  const amount = parseNumber(text);
  return amount === null ? text : money(amount);
};

/** What stands at such a path, in a sentence: a row is its amount, a list its names. */
export function participantText(value: unknown): string {
  if (value === undefined) return "none";
  if (Array.isArray(value)) {
    return value.map((one) => isRow(one) ? `${one.name} ${dollarsText(one.amount)}` : String(one)).join(", ") ||
      "none";
  }
  return dollarsText(isRow(value) ? value.amount : String(value));
}
