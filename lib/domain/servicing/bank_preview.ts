/** What a bank's file would record, as plain JSON for the browser. */
import type { BankField, BankRow, DateOrder } from "./bank_file.ts";

/**
 * `recorded`: a payment of the same sum about the day is there; `taken`: the very row was recorded from a file; `late`,
 * `early`: its day is after today, or before its loan's ledger.
 */
export type BankState = "matched" | "doubtful" | "recorded" | "taken" | "out" | "wrong" | "late" | "early";

export interface BankPreviewRow extends BankRow {
  state: BankState;
  why: string;
  /** The loan that it pays for certain. */
  loan: { clientCode: string; borrower: string } | null;
  /** Those that a doubtful row may be meant for, the likeliest first. */
  proposed: { clientCode: string; borrower: string; why: string }[];
}

export interface BankPreview {
  heads: string[];
  columns: (BankField | "")[];
  order: DateOrder;
  isOrderSure: boolean;
  /** What the columns lack; there are no rows then. */
  problem: string;
  rows: BankPreviewRow[];
  /** The newest ledger row that was looked at: payments recorded later are not among these reasons. */
  seen: number;
  /** Ledgers that are still being brought up to today: their payments are not matched yet. */
  stale: number;
}

/** The loan's number of each row that is chosen beforehand, by its line: none while the days may be other ones. */
export const chosenBeforehand = ({ rows, isOrderSure }: BankPreview): Record<number, string> =>
  Object.fromEntries(
    rows.flatMap(({ line, state, loan }) =>
      isOrderSure && state === "matched" && loan ? [[line, loan.clientCode]] : []
    ),
  );
