/** Marks a participant's credit that the bank gave back, and takes such a mark away. */
import { and, eq, gte, inArray } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { transferFiles, transfers } from "../../../db/schema/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { conflict, invalid, notFound } from "../../domain/refusal.ts";
import { dayProblem } from "../../domain/servicing/entries.ts";
import type { ReturnCreditInput, TransferInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { loadTransferFile, numberText } from "./_transfer_file.ts";

/**
 * Its month is owed again, and offered in the next file; sent again, nothing changes. Throws 404 for an unknown
 * transfer, 409 for one that is no credit of a sent file or was marked otherwise, 422 for a day before the payment date
 * or after today.
 */
export function returnCredit(ctx: Context, { id, day, reason }: ReturnCreditInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { transfer, file } = await loadCredit(tx, id);
    if (transfer.returnedOn === day && transfer.returnReason === reason) return;
    if (transfer.returnedOn !== "") throw conflict("This credit is marked as returned already. Reload the page.");
    const problem = dayProblem(day, [], dateInToronto(ctx.now)) ||
      (day < file.day ? `It was paid on ${formatLongDate(file.day)}. Choose that day or a later one.` : "");
    if (problem) throw invalid(problem, { day: problem });
    await tx.update(transfers).set({ returnedOn: day, returnReason: reason, returnedAt: ctx.now })
      .where(eq(transfers.id, id));
    await audit(tx, ctx, {
      action: "transfers.return",
      entityId: file.id,
      before: { reference: transfer.reference, returnedOn: "", reason: "" },
      after: { reference: transfer.reference, returnedOn: day, reason },
    });
  });
}

/**
 * It counts as paid again. Throws 404 for an unknown transfer, 409 for one that is not marked, and where a file that
 * was made since pays the same month anew: that of a later one pays no other.
 */
export function keepCredit(ctx: Context, { id }: TransferInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { transfer, file } = await loadCredit(tx, id), { reference, returnedOn, returnReason, returnedAt } = transfer;
    if (returnedOn === "") throw conflict("This credit is not marked as returned. Reload the page to see it as it is.");
    const again = await tx.select({ number: transferFiles.number }).from(transfers)
      .innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId))
      .where(and(
        eq(transfers.party, transfer.party),
        eq(transfers.returnedOn, ""),
        eq(transferFiles.kind, "credit"),
        eq(transferFiles.month, file.month),
        inArray(transferFiles.state, ["made", "sent"]),
        gte(transferFiles.madeAt, returnedAt ?? 0),
      )).get();
    if (again) {
      throw conflict(`File ${numberText(again.number)} was made since and pays it again. Undo that file first.`);
    }
    await tx.update(transfers).set({ returnedOn: "", returnReason: "", returnedAt: null }).where(eq(transfers.id, id));
    await audit(tx, ctx, {
      action: "transfers.return",
      entityId: file.id,
      before: { reference, returnedOn, reason: returnReason },
      after: { reference, returnedOn: "", reason: "" },
    });
  });
}

async function loadCredit(tx: Tx, id: number) {
  const transfer = await tx.select().from(transfers).where(eq(transfers.id, id)).get();
  if (!transfer) throw notFound("payment");
  const file = await loadTransferFile(tx, transfer.fileId);
  if (file.kind !== "credit") throw conflict("A debit comes back in its loan's ledger. Return the payment there.");
  if (file.state !== "sent") {
    throw conflict("This file is not marked as sent, so nothing of it can be returned. Mark it as sent first.");
  }
  return { transfer, file };
}
