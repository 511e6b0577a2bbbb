/** What each row of a bank's file is: a payment of a loan, one that was taken, or nothing that we know. */
import { createHash } from "node:crypto";
import { and, eq, gt, inArray, max, notInArray, or, type SQL, sql } from "drizzle-orm";
import { comingPayments, loanBooks, unpaidDays } from "../../../db/derived/mod.ts";
import { type Context, jsonRows, type Tx } from "../../../db/mod.ts";
import { bankRows, ledgerRows, loans } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto, wholeDays } from "../../domain/dates.ts";
import { invalid } from "../../domain/refusal.ts";
import {
  type BankColumns,
  type BankRow,
  columnsMisfit,
  columnsProblem,
  type DateOrder,
  guessBankColumns,
  guessDateOrder,
  rawIdentities,
  readBankRows,
  rowIdentities,
} from "../../domain/servicing/bank_file.ts";
import { type BankLoan, codesOf, NEAR_DAYS } from "../../domain/servicing/bank_match.ts";
import { type LedgerKind, START_KINDS } from "../../domain/servicing/ledger.ts";
import type { PreviewBankInput } from "../../schemas/servicing/bank.ts";
import { isLive } from "./_live_rows.ts";
import { readBankFile } from "./_read_bank_file.ts";
import { balanceSql } from "./book_rows.ts";

/** How the keys of payments begin that came from a bank's file. */
export const BANK_KEY = "bank:";

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export interface BankPlan {
  heads: string[];
  columns: BankColumns;
  order: DateOrder;
  isOrderSure: boolean;
  /** Why the columns cannot be read yet; empty where they can. */
  problem: string;
  rows: PlannedRow[];
}

/** A row with what it is known again by: as it is read, as it is written, and its place in this very file. */
export interface PlannedRow extends BankRow {
  identity: string;
  written: string;
  fileHash: string;
}

/** Reads a file as its columns say, or as they are guessed. Throws 422 for a file or columns that cannot be. */
export function readBankPlan(input: PreviewBankInput): BankPlan {
  const table = readBankFile(input.text);
  const columns = input.columns ?? guessBankColumns(table);
  const misfit = columnsMisfit(table, columns);
  if (misfit) throw invalid(misfit);
  const guess = guessDateOrder(table, columns), order = input.order ?? guess.order;
  const problem = columnsProblem(columns);
  const rows = problem ? [] : readBankRows(table, columns, order);
  const identities = rowIdentities(rows).map(sha256), written = rawIdentities(table).map(sha256);
  const fileHash = sha256(input.text);
  return {
    heads: table.heads,
    columns,
    order,
    isOrderSure: guess.isSure || input.order !== undefined,
    problem,
    rows: rows.map((row, i) => ({ ...row, identity: identities[i], written: written[i], fileHash })),
  };
}

/** A row of a bank's file that became a payment. */
export interface TakenRow {
  turn: number;
  loanId: number;
  clientCode: string;
  /** The payment's day, which may have been read in another order of day and month. */
  day: string;
  takenAt: number;
  /**
   * False where the payment was reversed as recorded in error: the row may then be recorded again. A returned one
   * stays.
   */
  counts: boolean;
}

const undo = sql`(select "kind" from ${ledgerRows} where "reverses" = ${bankRows.rowId})`;

type Known = Pick<PlannedRow, "identity" | "written" | "fileHash" | "line">;

/** The stored rows that are one of these, however its file was read. */
const isOneOf = (rows: readonly Known[]): SQL => {
  const values = (of: "identity" | "written") => rows.map((row) => row[of]);
  const sameFile = Map.groupBy(rows, ({ fileHash }) => fileHash).entries().map(([fileHash, some]) =>
    and(eq(bankRows.fileHash, fileHash), inArray(bankRows.line, some.map(({ line }) => line)))
  );
  return or(
    inArray(bankRows.identity, values("identity")),
    inArray(bankRows.written, values("written")),
    ...sameFile,
  )!;
};

/** Those of the rows that were taken, by line: one that counts, else the newest turn. */
export async function takenRows(db: Context["db"] | Tx, rows: readonly Known[]): Promise<Map<number, TakenRow>> {
  if (rows.length === 0) return new Map();
  const found = await db.select({
    identity: bankRows.identity,
    written: bankRows.written,
    fileHash: bankRows.fileHash,
    line: bankRows.line,
    turn: bankRows.turn,
    loanId: bankRows.loanId,
    clientCode: loans.clientCode,
    day: bankRows.day,
    takenAt: bankRows.takenAt,
    undone: sql<string | null>`${undo}`,
  }).from(bankRows).innerJoin(loans, eq(loans.id, bankRows.loanId)).where(isOneOf(rows)).orderBy(bankRows.turn);
  const taken = new Map<number, TakenRow>();
  for (const { undone, identity, written, fileHash, line, ...row } of found) {
    const counts = undone !== "reversal";
    for (const one of rows) {
      const same = one.identity === identity || one.written === written ||
        (one.fileHash === fileHash && one.line === line);
      if (!same || (!counts && taken.get(one.line)?.counts)) continue;
      taken.set(one.line, { ...row, turn: Math.max(row.turn, taken.get(one.line)?.turn ?? 0), counts });
    }
  }
  return taken;
}

/** The loans in servicing with what each has to pay. */
export async function bankLoans(ctx: Context): Promise<BankLoan[]> {
  const today = dateInToronto(ctx.now);
  const [books, unpaid, coming] = await Promise.all([
    jsonRows(
      ctx.db,
      ctx.db.select({
        loanId: loanBooks.loanId,
        clientCode: loans.clientCode,
        firstName: loans.firstName,
        lastName: loans.lastName,
        charges: loanBooks.charges,
        credit: loanBooks.credit,
        balance: balanceSql.as("balance"),
      }).from(loanBooks).innerJoin(loans, eq(loans.id, loanBooks.loanId)).orderBy(loanBooks.loanId),
    ),
    jsonRows(
      ctx.db,
      ctx.db.select({ loanId: unpaidDays.loanId, day: unpaidDays.day, left: unpaidDays.left }).from(unpaidDays)
        .orderBy(unpaidDays.loanId, unpaidDays.day),
    ),
    jsonRows(
      ctx.db,
      ctx.db.select({
        loanId: comingPayments.loanId,
        day: sql<string>`min(${comingPayments.day})`.as("next_day"),
        payment: comingPayments.payment,
        principal: comingPayments.principal,
      }).from(comingPayments).where(gt(comingPayments.day, today)).groupBy(comingPayments.loanId),
    ),
  ]);
  const late = Map.groupBy(unpaid, ({ loanId }) => loanId), next = new Map(coming.map((one) => [one.loanId, one]));
  return books.map((book) => ({
    ...book,
    unpaid: (late.get(book.loanId) ?? []).map(({ day, left }) => ({ day, left })),
    next: next.get(book.loanId) ?? null,
  }));
}

/** Loans that the texts name by number and the book does not have: not begun, not up to today, or not lent any more. */
export async function loansOutside(ctx: Context, texts: readonly string[]): Promise<BankLoan[]> {
  const codes = codesOf(texts);
  if (codes.length === 0) return [];
  const found = await ctx.db.select({
    loanId: loans.id,
    clientCode: loans.clientCode,
    firstName: loans.firstName,
    lastName: loans.lastName,
  }).from(loans).where(and(
    sql`replace(${loans.clientCode}, '-', '') in (select value from json_each(${JSON.stringify(codes)}))`,
    notInArray(loans.id, ctx.db.select({ id: loanBooks.loanId }).from(loanBooks)),
  ));
  return found.map((loan) => ({ ...loan, unpaid: [], charges: 0, credit: 0, next: null, balance: 0, isOutside: true }));
}

/** The first day of each loan's ledger: nothing before it is a payment of its. */
export async function ledgerStarts(db: Context["db"], loanIds: readonly number[]): Promise<Map<number, string>> {
  if (loanIds.length === 0) return new Map();
  const found = await db.select({ loanId: ledgerRows.loanId, day: ledgerRows.day }).from(ledgerRows).where(and(
    inArray(ledgerRows.loanId, loanIds as number[]),
    inArray(ledgerRows.kind, START_KINDS as LedgerKind[]),
    isLive(),
  ));
  return new Map(found.map(({ loanId, day }) => [loanId, day]));
}

/** A payment that is there: recorded by hand, marked as received, or from another file. */
export interface RecordedPayment {
  loanId: number;
  day: string;
  cents: number;
}

/**
 * Payments of loans that count, about the days of the rows, other than these rows; those with a ledger row's id above
 * `after`.
 */
export async function recordedPayments(
  db: Context["db"] | Tx,
  loanIds: readonly number[],
  rows: readonly (Known & { day: string })[],
  after = 0,
): Promise<RecordedPayment[]> {
  const sorted = rows.map(({ day }) => day).filter(Boolean).toSorted();
  if (sorted.length === 0 || loanIds.length === 0) return [];
  const own = db.select({ id: bankRows.rowId }).from(bankRows).where(isOneOf(rows));
  const from = addDays(sorted[0], -NEAR_DAYS), until = addDays(sorted.at(-1)!, NEAR_DAYS);
  return await db.select({ loanId: ledgerRows.loanId, day: ledgerRows.day, cents: ledgerRows.paid }).from(
    ledgerRows,
  )
    .where(and(
      inArray(ledgerRows.loanId, loanIds as number[]),
      eq(ledgerRows.kind, "payment"),
      sql`${ledgerRows.day} between ${from} and ${until}`,
      gt(ledgerRows.id, after),
      notInArray(ledgerRows.id, own),
      isLive(),
    ));
}

/** A payment of the same sum about the same day explains one row, and is taken off the list. */
export function takeSame(
  recorded: RecordedPayment[],
  loanId: number,
  { day, cents }: { day: string; cents: number },
): RecordedPayment | undefined {
  const at = recorded.findIndex((one) =>
    one.loanId === loanId && one.cents === cents && Math.abs(wholeDays(one.day, day)) <= NEAR_DAYS
  );
  return at < 0 ? undefined : recorded.splice(at, 1)[0];
}

/** The newest row of all ledgers: payments above it were recorded later. */
export async function newestLedgerRow(db: Context["db"]): Promise<number> {
  return (await db.select({ id: max(ledgerRows.id) }).from(ledgerRows).get())?.id ?? 0;
}
