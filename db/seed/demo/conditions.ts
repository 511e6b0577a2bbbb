/**
 * The demo's broker conditions: presets of all three types and a custom one, as complete as the loan's status asks.
 */
import type { conditionSets } from "../../schema/mod.ts";
import {
  CHECK,
  CONDITION_PRESETS,
  type ConditionPreset,
  FILE_UPLOAD,
  INPUT_TEXT,
} from "../../../lib/domain/loans/conditions.ts";
import type { LoanStatus } from "../../../lib/domain/loans/status.ts";
import { PRESET_CONDITIONS } from "../preset_conditions.ts";

export interface DemoCondition extends ConditionPreset {
  note: string;
  completed: boolean;
  text: string;
  /** The broker did it since the lender last looked. */
  fresh: boolean;
}

const SETS = [
  [1, 2, 3, 4, 5, 6, 7, 12, 13],
  [1, 3, 4, 5, 8, 10, 11, 12],
  [1, 2, 3, 4, 5, 6, 9, 14, 15, 16],
  [1, 4, 5, 6, 17, 18],
];
const ANSWER = "Dana Whitfield, 905-555-0119, dana@whitfieldlaw.example";

/** The conditions of loan `n`; none for declined, trashed and brand-new loans. */
export function demoConditions(n: number, status: LoanStatus): DemoCondition[] {
  if (status === "Declined" || status === "Trash" || (status === "NA" && n % 5 === 0)) return [];
  const all = status !== "NA";
  const done = (n * 3) % 10;
  const list = SETS[n % SETS.length].map((id, place): DemoCondition => {
    const preset = CONDITION_PRESETS[id - 1];
    const completed = all || (place < done && preset.restriction !== "admin");
    return {
      ...preset,
      note: PRESET_CONDITIONS[id - 1].note ?? "",
      completed,
      text: preset.type === INPUT_TEXT && completed ? ANSWER : "",
      fresh: !all && completed && n % 3 === 0 && place >= done - 2,
    };
  });
  if (n % 6 === 1) {
    const custom = {
      id: CONDITION_PRESETS.length + list.length + 1,
      title: "Roof repaired before the advance",
      note: "",
    };
    list.push({ ...custom, type: CHECK, restriction: "none", completed: all, text: "", fresh: false });
  }
  return list;
}

/** Whether a condition's answer is a file. */
export const isFile = (condition: DemoCondition): boolean => condition.type === FILE_UPLOAD;

/** The lender's sets, each added to a loan with one click: their names, and the presets in them. */
const KEPT: readonly [name: string, presets: readonly number[]][] = [
  ["First, purchase", [1, 2, 3, 6, 8, 10, 11, 12, 17, 18]],
  ["Second, refinance", [1, 2, 3, 5, 6, 7, 10, 12, 13]],
];

export const demoConditionSets = (now: number): (typeof conditionSets.$inferInsert)[] =>
  KEPT.map(([name, presets]) => ({
    name,
    nameKey: name.toLowerCase(),
    terms: JSON.stringify(presets.map((id) => {
      const { type, title, restriction } = CONDITION_PRESETS[id - 1];
      return { id, type, title, restriction, optional: false, note: PRESET_CONDITIONS[id - 1].note ?? "" };
    })),
    updatedAt: now,
  }));
