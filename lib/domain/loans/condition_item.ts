import type { ConditionPreset, ConditionType, Restriction } from "./conditions.ts";

/**
 * A condition as calls and screens use it: the specification's fields (loans specification 3.5) and the portal's own.
 */
export interface ConditionItem {
  /** 1 to 20 for presets, above 20 for custom conditions. */
  id: number;
  type: ConditionType;
  title: string;
  restriction: Restriction;
  optional: boolean;
  /** Instructions for the broker. */
  note: string;
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

/** A preset with its instructions for the broker. */
export type NotedPreset = ConditionPreset & { note: string };

/** The data of a loan's conditions block, as plain JSON. */
export interface LoanConditions {
  loanId: number;
  conditions: ConditionItem[];
  /** Presets an administrator may add; empty for brokers. */
  presets: NotedPreset[];
  /** 1 while there are broker changes that the lender has not seen. */
  brokerConditionsUpdated: number;
}

/** `7 of 11 completed`. */
export function progressText(done: number, total: number): string {
  return `${done} of ${total} completed`;
}
