import { type Actor, allows, isAdministrator } from "../permissions.ts";
import { textProblem } from "../text_length.ts";

/** Condition types (loans specification 3.5). */
export const CHECK = 0;
export const FILE_UPLOAD = 1;
export const INPUT_TEXT = 2;

export type ConditionType = typeof CHECK | typeof FILE_UPLOAD | typeof INPUT_TEXT;
export type Restriction = "none" | "admin";

/** A condition that the lender sets on a loan. */
export interface BrokerCondition {
  id: number;
  type: ConditionType;
  title: string;
  restriction: Restriction;
  completed: boolean;
  text?: string;
  fileName?: string;
}

export type ConditionPreset = Pick<BrokerCondition, "id" | "type" | "title" | "restriction">;

/** True for a condition that waits for the loan's broker. */
export const isToDo = ({ completed, restriction }: Pick<BrokerCondition, "completed" | "restriction">): boolean =>
  !completed && restriction === "none";

export const CONDITION_TYPE_LABELS: Readonly<Record<ConditionType, string>> = {
  [CHECK]: "Check",
  [FILE_UPLOAD]: "File Upload",
  [INPUT_TEXT]: "Input Text",
};

function preset(id: number, title: string, type: ConditionType = FILE_UPLOAD, restriction: Restriction = "none") {
  return { id, type, title, restriction };
}

/** The 20 presets (loans specification 3.5); only the retainer is restricted. */
export const CONDITION_PRESETS: readonly ConditionPreset[] = [
  preset(1, "Application file"),
  preset(2, "Credit bureaus"),
  preset(3, "Executed commitment letter"),
  preset(4, "Non-refundable retainer", CHECK, "admin"),
  preset(5, "ILA contact info", INPUT_TEXT),
  preset(6, "Appraisal"),
  preset(7, "Property tax evidence"),
  preset(8, "NOA"),
  preset(9, "HST evidence"),
  preset(10, "Income verification"),
  preset(11, "Insurance binder"),
  preset(12, "Identification"),
  preset(13, "First mortgage statement"),
  preset(14, "Credit statements"),
  preset(15, "Broker-fee direction letter"),
  preset(16, "Lender disclosure"),
  preset(17, "Purchase and sale agreement"),
  preset(18, "Down payment source"),
  preset(19, "Second mortgage statement"),
  preset(20, "Condo certificates"),
];

/** Longest title and note of a condition, in characters. */
export const CONDITION_TITLE_MAX = 120;
export const CONDITION_NOTE_MAX = 300;
/** Most characters of the reason for sending a condition back. */
export const RETURN_REASON_MAX = 500;
/** What is said of a condition without a title. */
export const TITLE_MISSING = "Give the condition a title.";

/** What is wrong with a condition's form, by field. */
export function conditionProblems(
  { title = "", note = "" }: { title?: string; note?: string },
): Record<string, string> {
  const wrong = {
    title: textProblem(title, CONDITION_TITLE_MAX, TITLE_MISSING),
    note: textProblem(note, CONDITION_NOTE_MAX),
  };
  return Object.fromEntries(Object.entries(wrong).filter(([, text]) => text));
}

export const PRESET_COUNT = CONDITION_PRESETS.length;
/** The condition for the executed commitment letter. */
export const COMMITMENT_CONDITION = 3;
/** Conditions whose file administrators open in the documents block (loans specification 5.6). */
export const UNVIEWABLE_CONDITIONS: readonly number[] = [1, 2, 3, 6];

/** Incomplete first, otherwise in the same order (loans specification 4.4). */
export function sortConditions<C extends Pick<BrokerCondition, "completed">>(conditions: readonly C[]): C[] {
  return [...conditions].sort((a, b) => Number(a.completed) - Number(b.completed));
}

/** The lender's groups of a list: what waits for the lender, what is open, and what is settled. */
export const REVIEW_GROUPS = ["accept", "open", "settled"] as const;
export type ReviewGroup = (typeof REVIEW_GROUPS)[number];

/** The lender's group of a condition. */
export function reviewGroupOf(
  { completed, accepted, restriction }: Pick<BrokerCondition, "completed" | "restriction"> & { accepted: boolean },
): ReviewGroup {
  if (!completed) return "open";
  return accepted || restriction === "admin" ? "settled" : "accept";
}

/** True for a stored condition that is completed and accepted, or the lender's own: nothing of it is open any more. */
export const isSettled = (
  { completed, acceptedAt, restriction }: Pick<BrokerCondition, "completed" | "restriction"> & {
    acceptedAt: number | null;
  },
): boolean => reviewGroupOf({ completed, accepted: acceptedAt !== null, restriction }) === "settled";

/** The number of completed conditions. */
export function completedCount(conditions: readonly Pick<BrokerCondition, "completed">[]): number {
  let count = 0;
  for (const condition of conditions) if (condition.completed) count++;
  return count;
}

/**
 * The id of a new custom condition: preset count + list length + 1, or the next free one after a deletion. What is
 * `stored` keeps its own, also off the list.
 */
export function customConditionId(
  conditions: readonly Pick<BrokerCondition, "id">[],
  stored: readonly Pick<BrokerCondition, "id">[] = [],
): number {
  const taken = new Set([...conditions, ...stored].map(({ id }) => id));
  let id = PRESET_COUNT + conditions.length + 1;
  while (taken.has(id)) id++;
  return id;
}

/** What an account may do with a condition (loans specification 5.6 and 6). */
export interface ConditionRights {
  /** May toggle it, upload to it or enter its text. */
  act: boolean;
  /** May add, edit, delete and save conditions. */
  manage: boolean;
  viewFile: boolean;
  viewText: boolean;
}

/** Administrators act on all conditions, brokers on unrestricted ones, other roles on none. */
export function conditionRights(
  actor: Actor | null,
  condition: Pick<BrokerCondition, "id" | "type" | "restriction">,
): ConditionRights {
  const lender = isAdministrator(actor);
  return {
    act: allows(actor, "completeConditions") && (lender || condition.restriction !== "admin"),
    manage: lender,
    viewFile: lender && condition.type === FILE_UPLOAD && !UNVIEWABLE_CONDITIONS.includes(condition.id),
    viewText: lender && condition.type === INPUT_TEXT,
  };
}

/**
 * The condition after an action: a check takes `state`, a text is completed by non-blank text and taken back by a false
 * `state`, a file is completed by its name (loans specification 4.4). Null where the action does not fit the type.
 */
export function actOnCondition(
  condition: BrokerCondition,
  action: { state?: boolean; text?: string; fileName?: string },
): BrokerCondition | null {
  if (condition.type === CHECK) {
    return action.state === undefined ? null : { ...condition, completed: action.state };
  }
  if (condition.type === INPUT_TEXT) {
    const text = action.text?.trim();
    if (action.state === false) return { ...condition, text: text || condition.text, completed: false };
    return text ? { ...condition, text, completed: true } : null;
  }
  return action.fileName ? { ...condition, fileName: action.fileName, completed: true } : null;
}
