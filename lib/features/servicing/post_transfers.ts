/** Posts the debits of files that were sent as payments received, once their payment date has come. */
import { and, asc, eq, inArray, isNull, lte, notExists } from "drizzle-orm";
import { type Context, inTransaction, type MustStop, NEVER_STOP, type Tx } from "../../../db/mod.ts";
import { transferFiles, transfers } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { ROLE } from "../../domain/permissions.ts";
import { Refusal } from "../../domain/refusal.ts";
import { dayProblem } from "../../domain/servicing/entries.ts";
import { liveRows } from "../../domain/servicing/ledger.ts";
import { nextReceiptKey, receiptOf } from "../../domain/servicing/receiving.ts";
import { loadTransferFile, type StoredTransferFile } from "./_transfer_file.ts";
import { openBook } from "./_open_book.ts";
import { type FailedBook, updateBooksIn } from "./update_books.ts";
import { recordReceipt } from "./receive_payments.ts";

/** Payments in one transaction: other writes wait for it. */
const BATCH = 10;

type StoredTransfer = typeof transfers.$inferSelect;

/**
 * Posts each payment once, in whichever process; one that cannot be posted shows why on the file's page. Returns those
 * that failed: they delay no other, and are tried again in the next turn.
 */
export async function postTransfers(ctx: Context, mustStop: MustStop = NEVER_STOP): Promise<FailedBook[]> {
  const today = dateInToronto(ctx.now), failed: FailedBook[] = [];
  const sent = await ctx.db.select().from(transferFiles)
    .where(and(eq(transferFiles.state, "sent"), isNull(transferFiles.postedAt), lte(transferFiles.day, today)))
    .orderBy(asc(transferFiles.id));
  for (const file of sent) {
    const open = file.kind === "credit" ? [] : await ctx.db.select().from(transfers).where(openOf(file.id))
      .orderBy(asc(transfers.id));
    for (let i = 0; i < open.length; i += BATCH) {
      if (mustStop()) return failed;
      failed.push(...await postSome(ctx, file, open.slice(i, i + BATCH), today));
    }
    const left = ctx.db.select({ id: transfers.id }).from(transfers).where(openOf(file.id));
    await ctx.db.update(transferFiles).set({ postedAt: ctx.now }).where(and(
      eq(transferFiles.id, file.id),
      isNull(transferFiles.postedAt),
      file.kind === "credit" ? undefined : notExists(left),
    ));
  }
  return failed;
}

/** Neither posted nor refused. */
const openOf = (fileId: number) =>
  and(eq(transfers.fileId, fileId), isNull(transfers.rowId), eq(transfers.problem, ""));

/** Transfers together; where that fails, each by itself. */
async function postSome(
  ctx: Context,
  file: StoredTransferFile,
  some: readonly StoredTransfer[],
  today: string,
): Promise<FailedBook[]> {
  const post = (few: readonly StoredTransfer[]) => inTransaction(ctx.db, (tx) => postIn(tx, ctx, file, few, today));
  try {
    await post(some);
    return [];
  } catch (error) {
    if (some.length === 1) return [{ id: some[0].loanId!, error }];
  }
  const failed: FailedBook[] = [];
  for (const one of some) await post([one]).catch((error) => void failed.push({ id: one.loanId!, error }));
  return failed;
}

async function postIn(
  tx: Tx,
  ctx: Context,
  file: StoredTransferFile,
  some: readonly StoredTransfer[],
  today: string,
): Promise<void> {
  // Another process may have posted them, or the bank rejected the file, since they were found.
  const { state, postedAt } = await loadTransferFile(tx, file.id);
  if (state !== "sent" || postedAt !== null) return;
  const open = await tx.select().from(transfers)
    .where(and(openOf(file.id), inArray(transfers.id, some.map(({ id }) => id)))).orderBy(asc(transfers.id));
  // The job posts on the day what a person decided before: it is that person's act.
  const as = { ...ctx, actor: { id: file.endedBy!, role: ROLE.administrator, name: file.endedByName } };
  const changed: number[] = [];
  for (const transfer of open) {
    const posted = await postOne(tx, as, transfer, file, today);
    await tx.update(transfers).set(typeof posted === "number" ? { rowId: posted } : { problem: posted })
      .where(eq(transfers.id, transfer.id));
    if (typeof posted === "number") changed.push(transfer.loanId!);
  }
  if (changed.length > 0) await updateBooksIn(tx, ctx, changed, today);
}

/** The payment's row, or why there is none. */
export async function postOne(
  tx: Tx,
  ctx: Context,
  { id, loanId, cents, reference }: StoredTransfer,
  { day }: StoredTransferFile,
  today: string,
): Promise<number | string> {
  let book;
  try {
    book = await openBook(tx, ctx, loanId!, today);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  const { rows } = book;
  const due = liveRows(rows).find((row) => row.kind === "due" && row.day === day);
  if (due && receiptOf(due.id, rows)) {
    return "This payment was marked as received before. Take that back where it is the same money, and record this one.";
  }
  const reason = dayProblem(day, rows, today);
  if (reason) return reason;
  // A payment that was reversed with its file is posted again, under a key of its own.
  const key = due ? nextReceiptKey(due.id, rows) : nextKey(`debit:${id}`, rows);
  return await recordReceipt(tx, ctx, { loanId: loanId!, day, cents, key, note: `Debit ${reference}` });
}

/** The key itself, or with how often it was there. */
function nextKey(key: string, rows: readonly { key: string }[]): string {
  const times = rows.filter((row) => row.key === key || row.key.startsWith(`${key}:`)).length;
  return times === 0 ? key : `${key}:${times}`;
}
