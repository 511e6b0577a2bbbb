import type { ConditionPreset, ConditionType, Restriction } from "./conditions.ts";

/** A condition as it travels to screens and calls: the specification's fields (spec 001, section 3.5) and what the portal adds. */
export interface ConditionItem {
  /** 1 to 20 for presets, above that for custom ones. */
  id: number;
  type: ConditionType;
  title: string;
  restriction: Restriction;
  optional: boolean;
  /** What the broker is told to send. */
  note: string;
  completed: boolean;
  /** The document that it asks for lies ready to be signed. */
  ready: boolean;
  text: string;
  fileName: string;
  /** Empty where there is no file, or none that this reader may open. */
  fileId: string;
  /** Bytes. */
  fileSize: number | null;
  /** Milliseconds. */
  completedAt: number | null;
  /** The account's name; empty for brokers. */
  completedBy: string;
  /** The lender has looked at what completed it, and takes it. */
  accepted: boolean;
  /** When the lender sent it back, in milliseconds; null where it was not, or was completed again. */
  returnedAt: number | null;
  returnReason: string;
  /** The broker changed it since the lender last looked. */
  updated: boolean;
  /** Milliseconds; 0 where the broker never changed it. */
  brokerUpdatedAt: number;
}

/** A preset with what the broker is told to send. */
export type NotedPreset = ConditionPreset & { note: string };

/** Everything the conditions block of a loan needs, as plain JSON. */
export interface LoanConditions {
  loanId: number;
  conditions: ConditionItem[];
  /** What an administrator may add; none for brokers. */
  presets: NotedPreset[];
  /** 1 while the broker changed something that the lender has not looked at. */
  brokerConditionsUpdated: number;
}

/** `7 of 11 completed`. */
export function progressWords(done: number, total: number): string {
  return `${done} of ${total} completed`;
}
