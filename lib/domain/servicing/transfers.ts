/**
 * Debits of borrowers and credits to participants: what a file for the bank holds
 * (docs/decisions/pre-authorised-debit.md).
 */
import type { CsvCell } from "../csv.ts";
import { addMonths } from "../dates.ts";
import { fromCents, moneyOfCents } from "../money.ts";

export const TRANSFER_KINDS = ["debit", "credit"] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];
export const TRANSFER_STATES = ["made", "sent", "undone"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Most transfers of one file. */
export const TRANSFERS_MAX = 500;
/** How many days ahead of its payment date a file may be made: the most that the standard takes. */
export const TRANSFER_DAYS_AHEAD = 173;

/** The newest month that is over on a day (YYYY-MM-DD), and whose shares can be paid: YYYY-MM. */
export const newestMonth = (today: string): string => addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

/** An account at a Canadian bank: digits alone, with their leading zeros. */
export interface BankAccount {
  institution: string;
  transit: string;
  account: string;
  holder: string;
}

/** What is shown of an account. */
export const lastDigits = ({ account }: Pick<BankAccount, "account">): string => account.slice(-3);

/** A row of a preview. Cents; `party` names it in the call that makes the file. */
export interface TransferRow {
  /** `loan:12` or `participant:Maple Fund`. */
  party: string;
  loanId: number | null;
  clientCode: string;
  name: string;
  cents: number;
  /** Of it what fell due before the day. */
  arrears: number;
  /** Credits: what came back of earlier months and is taken off, not above 0. */
  carried?: number;
  lastDigits: string;
  /** Names the account as it was shown, for the call that makes the file. */
  mark: string;
}

/** One that is left out, and why. */
export interface LeftOut extends Omit<TransferRow, "arrears" | "lastDigits" | "mark"> {
  why: string;
}

/** A transfer of a file. */
export interface TransferView {
  id: number;
  loanId: number | null;
  clientCode: string;
  name: string;
  lastDigits: string;
  reference: string;
  cents: number;
  rowId: number | null;
  problem: string;
  /** What became of the payment: the bank returned it (nsf), or a person reversed it; null while it counts. */
  undone: string | null;
  /** Credits: the day on which the bank gave it back, empty while it counts, and why. */
  returnedOn: string;
  returnReason: string;
}

/** Cents by month, YYYY-MM. */
export type ByMonth = ReadonlyMap<string, number>;

/**
 * What a participant still gets for a month, in cents: their share by the statement, less what files paid of it, and
 * what came back of earlier months beyond what those still owe (`carried`, not above 0). Each month takes off what it
 * can.
 */
export function creditOf(shares: ByMonth, paid: ByMonth, month: string): { owed: number; carried: number } {
  const rest = (one: string): number => (shares.get(one) ?? 0) - (paid.get(one) ?? 0);
  const earlier = [...new Set([...shares.keys(), ...paid.keys()])].filter((one) => one < month).sort();
  const carried = earlier.reduce((sum, one) => Math.min(0, sum + rest(one)), 0);
  return { owed: rest(month) + carried, carried };
}

/** What the bank names a transfer by: `D000012-0003`; `i` counts from 0. */
export const referenceOf = (kind: TransferKind, fileId: number, i: number): string =>
  `${kind[0].toUpperCase()}${String(fileId).padStart(6, "0")}-${String(i + 1).padStart(4, "0")}`;

export const loanParty = (loanId: number): string => `loan:${loanId}`;
export const participantParty = (name: string): string => `participant:${name}`;

/** A transfer as it is written into a file. */
export interface Transfer extends BankAccount {
  cents: number;
  reference: string;
}

/** Column titles of the plain file. */
export const TRANSFER_COLUMNS = [
  "Type",
  "Payment date",
  "Institution",
  "Transit",
  "Account",
  "Name",
  "Amount",
  "Reference",
] as const;

/** A transfer's cells in the plain file; numbers of accounts are text, so that their zeros stay. */
export const transferCells = (kind: TransferKind, day: string, one: Transfer): CsvCell[] => [
  kind === "debit" ? "Debit" : "Credit",
  day,
  one.institution,
  one.transit,
  one.account,
  one.holder,
  fromCents(one.cents),
  one.reference,
];

/** A debit above what its loan owes by now, in cents. */
export interface Overcollected {
  name: string;
  cents: number;
  owed: number;
}

/** Cents that are collected above what is owed. */
export const overSum = (over: readonly Overcollected[]): number =>
  over.reduce((sum, { cents, owed }) => sum + cents - owed, 0);

/** Debits that are named in a sentence. */
const NAMED = 10;

/** Says which debits collect more than is owed, at least one. */
export function overText(over: readonly Overcollected[]): string {
  const named = over.slice(0, NAMED).map(({ name, cents, owed }) =>
    `${name} owes ${moneyOfCents(owed)} of ${moneyOfCents(cents)}`
  );
  const more = over.length > NAMED ? `, and ${over.length - NAMED} more` : "";
  const what = over.length === 1 ? "1 payment collects" : `${over.length} payments collect`;
  return `${what} more than is owed by now: ${named.join(", ")}${more}.`;
}
