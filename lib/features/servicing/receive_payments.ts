/** Marks payments that fell due as received, many at once, and takes that back. */
import { inArray } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { ledgerRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { ratesOf } from "../../domain/servicing/due_days.ts";
import { dayProblem, entriesOf } from "../../domain/servicing/entries.ts";
import { liveRows } from "../../domain/servicing/ledger.ts";
import { leftOf, nextReceiptKey, receiptOf } from "../../domain/servicing/receiving.ts";
import type { ReceivePaymentsInput, UndoReceivedInput } from "../../schemas/servicing/book.ts";
import { audit } from "../audit.ts";
import { addRows, plainEntry } from "./_book.ts";
import { BANK_KEY } from "./_bank_plan.ts";
import { openBook } from "./_open_book.ts";
import { updateBooksIn } from "./update_books.ts";
import { reverseRow } from "./reverse_row.ts";

/** Loans in one transaction: other writes wait for it. */
const BATCH = 10;

export interface Received {
  /** How many payments were recorded now, and their sum in cents. */
  payments: number;
  cents: number;
  /** How many had been marked before: nothing was recorded for them. */
  already: number;
  /** What was left out, and why. */
  skipped: { clientCode: string; reason: string }[];
}

/**
 * Records a payment for each payment due that was chosen, with an audit row each. Sent again it records nothing: a
 * payment due that has a receipt is left as it is. One whose unpaid part is another than was shown is left out, with
 * the reason. Throws 422 for a day after today.
 */
export async function receivePayments(ctx: Context, { day, dues }: ReceivePaymentsInput): Promise<Received> {
  const today = dateInToronto(ctx.now);
  const reason = dayProblem(day, [], today);
  if (reason) throw invalid(reason, { day: reason });
  const done: Received = { payments: 0, cents: 0, already: 0, skipped: [] };
  for (let i = 0; i < dues.length; i += BATCH) {
    const some = await inTransaction(ctx.db, (tx) => receiveSome(tx, ctx, dues.slice(i, i + BATCH), day, today));
    done.payments += some.payments;
    done.cents += some.cents;
    done.already += some.already;
    done.skipped.push(...some.skipped);
  }
  return done;
}

async function receiveSome(
  tx: Tx,
  ctx: Context,
  dues: ReceivePaymentsInput["dues"],
  day: string,
  today: string,
): Promise<Received> {
  const done: Received = { payments: 0, cents: 0, already: 0, skipped: [] };
  const changed = new Set<number>();
  const where = inArray(ledgerRows.id, dues.map(({ dueId }) => dueId));
  const loanOf = new Map((await tx.select().from(ledgerRows).where(where)).map(({ id, loanId }) => [id, loanId]));
  for (const { dueId, cents } of dues) {
    const loanId = loanOf.get(dueId);
    if (loanId === undefined) {
      done.skipped.push({
        clientCode: "",
        reason: "A payment due is no longer there. Reload the page to see those that are.",
      });
      continue;
    }
    const outcome = await receiveOne(tx, ctx, { loanId, dueId, cents, day }, today);
    if (outcome === "recorded") {
      done.payments++;
      done.cents += cents;
      changed.add(loanId);
    } else if (outcome === "already") done.already++;
    else done.skipped.push({ clientCode: await codeOf(tx, loanId), reason: outcome });
  }
  if (changed.size > 0) await updateBooksIn(tx, ctx, [...changed], today);
  return done;
}

interface One {
  loanId: number;
  dueId: number;
  cents: number;
  day: string;
}

/** "recorded", "already", or why it was left out. */
async function receiveOne(tx: Tx, ctx: Context, { loanId, dueId, cents, day }: One, today: string): Promise<string> {
  let book;
  try {
    book = await openBook(tx, ctx, loanId, today);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  const { rows, contracts } = book;
  const due = liveRows(rows).find(({ id, kind }) => id === dueId && kind === "due");
  if (!due) return "This payment due was reversed.";
  if (receiptOf(dueId, rows)) return "already";
  if (leftOf(due, rows, today, ratesOf(contracts)) !== cents) {
    return "Its unpaid amount changed meanwhile. Check it, then mark it again.";
  }
  const wrongDay = dayProblem(day, rows, today);
  if (wrongDay) return wrongDay;
  await recordReceipt(tx, ctx, { loanId, day, cents, key: nextReceiptKey(dueId, rows), note: "" });
  return "recorded";
}

/** Records a payment under its key, with its audit row; answers its row in the ledger. */
export async function recordReceipt(
  tx: Tx,
  ctx: Context,
  { loanId, day, cents, key, note }: { loanId: number; day: string; cents: number; key: string; note: string },
): Promise<number> {
  const [entry] = entriesOf({ kind: "payment", day, cents, note });
  const [made] = await addRows(tx, ctx, loanId, [{ ...entry, key }]);
  await audit(tx, ctx, { action: "ledger.record", entityId: loanId, after: { rows: [plainEntry(entry)] } });
  return made.id;
}

async function codeOf(tx: Tx, loanId: number): Promise<string> {
  return (await tx.select({ code: loans.clientCode }).from(loans).where(inArray(loans.id, [loanId])).get())?.code ?? "";
}

/**
 * Reverses receipts, payments from the bank's files too, each with the reason and an audit row; sent again it answers
 * the same, and what was reversed for another reason stays as it is.
 */
export async function undoReceived(ctx: Context, { rowIds, note }: UndoReceivedInput): Promise<Received> {
  const done: Received = { payments: 0, cents: 0, already: 0, skipped: [] };
  const found = await ctx.db.select().from(ledgerRows).where(inArray(ledgerRows.id, rowIds));
  for (const { id, loanId, key, paid } of found) {
    if (!key.startsWith("received:") && !key.startsWith(BANK_KEY)) continue;
    try {
      await reverseRow(ctx, { loanId, rowId: id, note });
      done.payments++;
      done.cents += paid;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const loan = await ctx.db.select().from(loans).where(inArray(loans.id, [loanId])).get();
      done.skipped.push({ clientCode: loan?.clientCode ?? "", reason: error.message });
    }
  }
  return done;
}
