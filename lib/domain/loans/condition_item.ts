import type { ConditionTerms } from "./condition_merge.ts";
import { CONDITION_TYPE_LABELS, type ConditionPreset, type ConditionType } from "./conditions.ts";

/**
 * A condition as calls and screens use it: the specification's fields (loans specification 3.5) and the portal's own.
 */
export interface ConditionItem extends ConditionTerms {
  completed: boolean;
  /** True where the document to sign is available. */
  ready: boolean;
  text: string;
  fileName: string;
  /** Empty where there is no file, or the reader may not open it. */
  fileId: string;
  /** Bytes. */
  fileSize: number | null;
  /** Milliseconds. */
  completedAt: number | null;
  /** The account's name; empty for brokers. */
  completedBy: string;
  /** True once the lender accepted what completed it. */
  accepted: boolean;
  /** When the lender sent it back, in milliseconds; null where it was not, or was completed again since. */
  returnedAt: number | null;
  returnReason: string;
  /** True where the broker changed it since the lender last looked. */
  updated: boolean;
  /** Milliseconds; 0 where the broker never changed it. */
  brokerUpdatedAt: number;
}

/** What an act changed of a condition: its state, and the text or file that completes it. */
export type ConditionState =
  & Pick<ConditionItem, "completed" | "completedAt" | "completedBy" | "accepted" | "returnedAt" | "returnReason">
  & Partial<Pick<ConditionItem, "text" | "fileId" | "fileName" | "fileSize">>;

/** A preset with its instructions for the broker. */
export type NotedPreset = ConditionPreset & { note: string };

/** Conditions that the lender keeps under a name, in order; custom ones get an id of the loan's when they are added. */
export interface ConditionSet {
  id: number;
  name: string;
  conditions: ConditionTerms[];
}

/** The existing set with this name, as the refusal of a second one names it. */
export type TakenSet = Pick<ConditionSet, "id" | "name"> & { titles: string[] };

/** The data of a loan's conditions block, as plain JSON. */
export interface LoanConditions {
  loanId: number;
  conditions: ConditionItem[];
  /** Presets an administrator may add; empty for brokers. */
  presets: NotedPreset[];
  /** The lender's sets by name; empty for brokers. */
  sets: ConditionSet[];
  /** 1 while there are broker changes that the lender has not seen. */
  brokerConditionsUpdated: number;
}

/** `7 of 11 completed`. */
export function progressText(done: number, total: number): string {
  return `${done} of ${total} completed`;
}

const TERM_NAMES: Readonly<Record<string, string>> = {
  type: "type",
  title: "title",
  restriction: "completed by",
  optional: "optional",
  note: "note",
  completed: "completed",
  text: "details",
  fileName: "file",
};
const PART = /^\[(\d+)\](?:\.(\w+))?$/;

/** True for a change made by a person, of a whole condition, or of the order; not of derived fields. */
export function isConditionTerm(path: string): boolean {
  const term = PART.exec(path)?.[2];
  return term === undefined || term in TERM_NAMES;
}

/** The name of a change's path: `Proof of insurance: note`; the empty one is of the whole list. */
export function conditionPartName(path: string, list: readonly ConditionItem[]): string {
  if (path === "") return "Conditions";
  const [, id, term] = PART.exec(path) ?? [];
  if (id === undefined) return "Order";
  const title = list.find((one) => one.id === Number(id))?.title ?? `Condition ${id}`;
  return term ? `${title}: ${TERM_NAMES[term] ?? term}` : title;
}

/** What stands at a path, in a sentence. */
export function conditionPartText(path: string, value: unknown): string {
  const [, , term] = PART.exec(path) ?? [];
  if (value === undefined) return "not on the list";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (term === "type") return CONDITION_TYPE_LABELS[value as ConditionType];
  if (term === "restriction") return value === "admin" ? "the lender only" : "the broker or the lender";
  if (term !== undefined) return String(value) || "none";
  if (!Array.isArray(value)) return "on the list";
  if (path !== "") return `${value.length} conditions in another order`;
  return (value as ConditionItem[]).map(({ title }) => title).join(", ") || "none";
}
