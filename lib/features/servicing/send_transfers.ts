/** Marks a file of debits or credits as sent, and posts what was collected on its payment date. */
import { and, asc, eq, gt, gte, inArray, isNotNull, lte, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { valueSql } from "../../../db/derived/mod.ts";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { ledgerRows, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { dateInToronto, dayStartInToronto } from "../../domain/dates.ts";
import { conflict } from "../../domain/refusal.ts";
import type { LedgerKind } from "../../domain/servicing/ledger.ts";
import { overSum, overText } from "../../domain/servicing/transfers.ts";
import type { SendTransfersInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { loadTransferFile, numberText, rejectedNote, type StoredTransferFile } from "./_transfer_file.ts";
import { overcollected } from "./_overcollected.ts";
import { updateBooks, updateBooksIn } from "./update_books.ts";
import { postOne, postTransfers } from "./post_transfers.ts";

const NSF = sql.raw(valueSql<LedgerKind>("nsf"));
const own = alias(transfers, "own");

/** Payments that are posted anew in one transaction: other writes wait for it. */
const BATCH = 10;
/** Of a payment that is to be posted anew. */
const AGAIN = "It was taken back as the file was undone, and has yet to be posted again.";

/**
 * Marked again, nothing changes; one that was undone may turn out to have been sent. Throws 404 for an unknown file,
 * 409 for one that nobody downloaded, for one that collects more above what is owed by now than was shown, and for an
 * undone one whose payments are in another file too.
 */
export async function sendTransfers(ctx: Context, { id, over }: SendTransfersInput): Promise<void> {
  await updateBooks(ctx);
  const back = await inTransaction(ctx.db, async (tx) => {
    const file = await loadTransferFile(tx, id);
    if (file.state === "sent") return [];
    if (file.downloadedAt === null) {
      throw conflict(
        file.state === "undone"
          ? "This file was undone before anybody had it. Make a new one."
          : "Download the file and send it to the bank first.",
      );
    }
    if (file.state === "undone") await refuseTwice(tx, file);
    const more = await overcollected(tx, id, dateInToronto(ctx.now));
    if (overSum(more) > over) {
      throw conflict(
        `${
          overText(more)
        } Where the bank does not have this file, undo it and make a new one. Else reload the page, and ` +
          "mark it as sent there.",
      );
    }
    const ended = { endedAt: ctx.now, endedBy: ctx.actor!.id, endedByName: ctx.actor!.name };
    await tx.update(transferFiles).set({ state: "sent", ...ended }).where(eq(transferFiles.id, id));
    const taken = file.state === "undone" ? await reopenTakenBack(tx, file) : [];
    await audit(tx, ctx, {
      action: "transfers.send",
      entityId: id,
      before: { state: file.state },
      after: { state: "sent", ...(more.length > 0 && { over: overSum(more) }) },
    });
    return taken;
  });
  for (let i = 0; i < back.length; i += BATCH) {
    await inTransaction(ctx.db, (tx) => postTakenBack(tx, ctx, id, back.slice(i, i + BATCH)));
  }
  // The job tries again what failed, and logs it: the file was sent.
  await postTransfers(ctx);
}

/**
 * Opens what was taken back with the file as it was undone, by no other reversal, and what of that was not posted anew
 * yet; answers the ids.
 */
async function reopenTakenBack(tx: Tx, file: StoredTransferFile): Promise<number[]> {
  const back = await tx.select({ id: transfers.id }).from(transfers)
    .leftJoin(
      ledgerRows,
      and(
        eq(ledgerRows.reverses, transfers.rowId),
        eq(ledgerRows.kind, "reversal"),
        eq(ledgerRows.recordedAt, file.endedAt!),
        eq(ledgerRows.note, rejectedNote(file)),
      ),
    )
    .where(and(eq(transfers.fileId, file.id), or(isNotNull(ledgerRows.id), eq(transfers.problem, AGAIN))))
    .orderBy(asc(transfers.id));
  const ids = back.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.update(transfers).set({ rowId: null, problem: AGAIN }).where(inArray(transfers.id, ids));
  }
  return ids;
}

/** Posts some of them; what cannot be posted, or was not where this is cut short, says why on its file's page. */
async function postTakenBack(tx: Tx, ctx: Context, fileId: number, ids: number[]): Promise<void> {
  const today = dateInToronto(ctx.now), file = await loadTransferFile(tx, fileId);
  const some = await tx.select().from(transfers).where(and(inArray(transfers.id, ids), eq(transfers.problem, AGAIN)))
    .orderBy(asc(transfers.id));
  if (file.state !== "sent" || some.length === 0) return;
  for (const transfer of some) {
    const posted = await postOne(tx, ctx, transfer, file, today);
    await tx.update(transfers).set(typeof posted === "number" ? { rowId: posted, problem: "" } : { problem: posted })
      .where(eq(transfers.id, transfer.id));
  }
  await updateBooksIn(tx, ctx, some.map(({ loanId }) => loanId!), today);
}

/**
 * Throws 409 where another file that counts has one of its payments, neither of which came back: the same party on the
 * same day, of the same month, or among arrears, of a file that was made while the other did not count.
 */
async function refuseTwice(tx: Tx, file: StoredTransferFile): Promise<void> {
  const { id, kind, day, month, madeAt, endedAt } = file;
  const amongItsArrears = and(
    gt(transfers.arrears, 0),
    gte(transferFiles.madeAt, endedAt!),
    or(gte(transferFiles.madeAt, dayStartInToronto(day)), gt(own.arrears, 0)),
  );
  const amongOwnArrears = and(
    gt(own.arrears, 0),
    gte(sql`coalesce(${transferFiles.endedAt}, ${transferFiles.madeAt})`, madeAt),
    or(lte(transferFiles.day, dateInToronto(madeAt)), gt(transfers.arrears, 0)),
  );
  const other = await tx.select({ number: transferFiles.number, name: transfers.name }).from(transfers)
    .innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId))
    .innerJoin(own, and(eq(own.party, transfers.party), eq(own.fileId, id)))
    .where(and(
      eq(transferFiles.kind, kind),
      kind === "credit"
        ? eq(transferFiles.month, month)
        : or(eq(transferFiles.day, day), amongItsArrears, amongOwnArrears),
      inArray(transferFiles.state, ["made", "sent"]),
      isKept(transfers),
      isKept(own),
    )).get();
  if (other) {
    throw conflict(
      `The payment of ${other.name} is in file ${
        numberText(other.number)
      } too. Undo that one where the bank does not have ` +
        "it; else ask the bank to stop one of the two.",
    );
  }
}

/** The bank did not give it back. */
const isKept = ({ returnedOn, rowId }: Record<"returnedOn" | "rowId", SQLWrapper>): SQL =>
  sql`${returnedOn} = '' and not exists (select 1 from ${ledgerRows} back
    where back.reverses = ${rowId} and back.kind = ${NSF})`;
