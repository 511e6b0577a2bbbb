/** A ledger's rows in words, for its page and its file. */
import type { CsvCell } from "../csv.ts";
import { formatInstant } from "../dates.ts";
import { fromCents, moneyOfCents } from "../money.ts";
import { reversedWith } from "./entries.ts";
import { amountOf, byDay, chargedAndPaid, type LedgerKind, type LedgerRow } from "./ledger.ts";

/** What a kind is called where people read it. */
export const LEDGER_LABELS: Readonly<Record<LedgerKind, string>> = {
  advance: "Advance",
  opening: "Opening balance",
  due: "Payment due",
  arrears: "Interest on arrears",
  payment: "Payment received",
  nsf: "Payment returned (NSF)",
  fee: "Fee",
  penalty: "Prepayment penalty",
  prepayment: "Prepayment",
  adjustment: "Adjustment",
  renewal: "Renewal",
  reversal: "Reversal",
  payout: "Payout received",
};

/** A row with what stands beside it, as plain JSON. Amounts are cents. */
export interface LedgerLine {
  id: number;
  kind: LedgerKind;
  day: string;
  /** What kind of row, and which one it undoes. */
  what: string;
  note: string;
  /** What falls due with it, principal included. */
  due: number;
  /** What it charges, and what was received with it; below 0 where it was taken back. */
  charged: number;
  paid: number;
  /** Owed after it by the rows that count; null for one that does not. */
  balance: number | null;
  /** False where it was reversed, or reverses. */
  isLive: boolean;
  mayReverse: boolean;
  /** The kinds of the other rows that are undone with it. */
  undoneToo: LedgerKind[];
  recordedAt: number;
  /** Empty for what was posted by itself. */
  recordedBy: string;
}

type Recorded = LedgerRow & { recordedAt: number; recordedByName: string; isLive: boolean; mayReverse: boolean };

/** The rows by day, with the balance after each that counts: the last one is what the ledger owes by its rows. */
export function ledgerLines(rows: readonly Recorded[]): LedgerLine[] {
  const sorted = [...rows].sort(byDay);
  const byId = new Map(rows.map((row) => [row.id, row]));
  let balance = 0;
  return sorted.map((row) => {
    const undone = row.reverses === null ? undefined : byId.get(row.reverses);
    if (row.isLive) balance += amountOf(row);
    const label = LEDGER_LABELS[row.kind];
    return {
      id: row.id,
      kind: row.kind,
      day: row.day,
      what: undone && row.kind === "reversal" ? `${label}: ${LEDGER_LABELS[undone.kind].toLowerCase()}` : label,
      note: noteOf(row),
      due: row.due,
      ...chargedAndPaid(row, undone),
      balance: row.isLive ? balance : null,
      isLive: row.isLive,
      mayReverse: row.mayReverse,
      undoneToo: row.mayReverse ? kindsUndoneWith(row, rows) : [],
      recordedAt: row.recordedAt,
      recordedBy: row.recordedByName,
    };
  });
}

const kindsUndoneWith = (row: LedgerRow, rows: readonly LedgerRow[]): LedgerKind[] => [
  ...new Set(reversedWith(row, rows).filter(({ id }) => id !== row.id).map(({ kind }) => kind)),
];

/** Its own note, where it says more than what the entry is called; and how much interest a payout paid. */
function noteOf(row: LedgerRow): string {
  if (row.kind !== "payout") return (row.note === LEDGER_LABELS[row.kind] ? "" : row.note) || partsOf(row);
  const { charged } = chargedAndPaid(row);
  return charged === 0 ? row.note : `${row.note}, with ${moneyOfCents(charged)} interest to that day`;
}

/** A note beside the amount: the principal in a payment due, or what a renewal carries. */
function partsOf({ kind, principal, due }: LedgerRow): string {
  if (kind === "due" && principal !== 0) {
    return `${moneyOfCents(due)} due, of which ${moneyOfCents(-principal)} principal`;
  }
  if (kind === "renewal") return `${moneyOfCents(principal)} carried into the new term`;
  return kind === "prepayment" ? `${moneyOfCents(-principal)} of principal` : "";
}

/** Column titles of the file. */
export const LEDGER_COLUMNS = [
  "Day",
  "Entry",
  "Note",
  "Payment due",
  "Charged",
  "Paid",
  "Balance",
  "Recorded",
  "By",
] as const;

const dollarsOrNone = (cents: number): number | null => cents === 0 ? null : fromCents(cents);

/** A row's cells in the file; amounts are dollars. */
export const ledgerCells = (line: LedgerLine): CsvCell[] => [
  line.day,
  line.what,
  line.note,
  dollarsOrNone(line.due),
  dollarsOrNone(line.charged),
  dollarsOrNone(line.paid),
  line.balance === null ? null : fromCents(line.balance),
  formatInstant(line.recordedAt),
  line.recordedBy || "Posted by itself",
];
