/** What each row of a bank's file is: a payment of a loan, one that was taken, or nothing that we know. */
import { createHash } from "node:crypto";
import { and, eq, gt, inArray, max, notInArray, sql } from "drizzle-orm";
import { comingPayments, loanBooks, unpaidDays } from "../../../db/derived/mod.ts";
import { type Context, jsonRows, type Tx } from "../../../db/mod.ts";
import { bankRows, ledgerRows, loans } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto, wholeDays } from "../../domain/dates.ts";
import { invalid } from "../../domain/refusal.ts";
import {
  type BankColumns,
  type BankRow,
  columnsProblem,
  type DateOrder,
  guessBankColumns,
  guessDateOrder,
  readBankRows,
  rowIdentities,
} from "../../domain/servicing/bank_file.ts";
import { type BankLoan, codesOf, NEAR_DAYS } from "../../domain/servicing/bank_match.ts";
import type { PreviewBankInput } from "../../schemas/bank.ts";
import { readBankFile } from "./_read_bank_file.ts";

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
  rows: (BankRow & { identity: string })[];
}

/** Reads a file as its columns say, or as they are guessed. Throws 422 for a file or columns that cannot be. */
export function readBankPlan(input: PreviewBankInput): BankPlan {
  const table = readBankFile(input.text);
  const columns = input.columns ?? guessBankColumns(table);
  if (columns.length !== table.heads.length) {
    throw invalid("The columns are not those of this file. Choose the file again.");
  }
  const used = columns.filter(Boolean);
  if (new Set(used).size < used.length) throw invalid("Two columns hold the same. Choose each once.");
  const guess = guessDateOrder(table, columns), order = input.order ?? guess.order;
  const problem = columnsProblem(columns);
  const rows = problem ? [] : readBankRows(table, columns, order);
  const identities = rowIdentities(rows).map(sha256);
  return {
    heads: table.heads,
    columns,
    order,
    isOrderSure: guess.isSure || input.order !== undefined,
    problem,
    rows: rows.map((row, i) => ({ ...row, identity: identities[i] })),
  };
}

/** A row of a bank's file that became a payment. */
export interface TakenRow {
  identity: string;
  turn: number;
  loanId: number;
  clientCode: string;
  takenAt: number;
  /** False where the payment was reversed as recorded in error: the row may be taken anew. One that came back stays. */
  counts: boolean;
}

const undo = sql`(select "kind" from ${ledgerRows} where "reverses" = ${bankRows.rowId})`;

/** The rows that were taken, by identity: the newest turn of each. */
export async function takenRows(db: Context["db"] | Tx, identities: readonly string[]): Promise<Map<string, TakenRow>> {
  const found = await db.select({
    identity: bankRows.identity,
    turn: bankRows.turn,
    loanId: bankRows.loanId,
    clientCode: loans.clientCode,
    takenAt: bankRows.takenAt,
    undone: sql<string | null>`${undo}`,
  }).from(bankRows).innerJoin(loans, eq(loans.id, bankRows.loanId))
    .where(inArray(bankRows.identity, identities as string[])).orderBy(bankRows.turn);
  return new Map(found.map(({ undone, ...row }) => [row.identity, { ...row, counts: undone !== "reversal" }]));
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
  return found.map((loan) => ({ ...loan, unpaid: [], charges: 0, next: null, isOutside: true }));
}

/** A payment that is there: recorded by hand, marked as received, or from another file. */
export interface RecordedPayment {
  loanId: number;
  day: string;
  cents: number;
}

/** Payments of loans that count, about the days of the rows, other than these rows; those with a ledger row's id above `after`. */
export async function recordedPayments(
  db: Context["db"] | Tx,
  loanIds: readonly number[],
  rows: readonly { day: string; identity: string }[],
  after = 0,
): Promise<RecordedPayment[]> {
  const sorted = rows.map(({ day }) => day).filter(Boolean).toSorted();
  if (sorted.length === 0 || loanIds.length === 0) return [];
  const own = db.select({ id: bankRows.rowId }).from(bankRows)
    .where(inArray(bankRows.identity, rows.map(({ identity }) => identity)));
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
      sql`not exists (select 1 from ${ledgerRows} undone where undone.reverses = ${ledgerRows.id})`,
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
