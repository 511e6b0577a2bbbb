/** Makes a file of debits or credits for the bank, and keeps it. */
import { eq, max } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { transferFiles, transfers } from "../../../db/schema/mod.ts";
import { csvText } from "../../domain/csv.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { conflict } from "../../domain/refusal.ts";
import { cpa005 } from "../../domain/servicing/cpa005.ts";
import { referenceOf, type Transfer, TRANSFER_COLUMNS, transferCells } from "../../domain/servicing/transfers.ts";
import type { MakeTransfersInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { sha256 } from "./_bank_plan.ts";
import { requireVault } from "./_bank_details.ts";
import { planTransfers } from "./_transfer_plan.ts";
import { fileParty, type FileTexts, numberText } from "./_transfer_file.ts";
import { updateBooks } from "./update_books.ts";

/**
 * One file is open at a time, so that the bank gets them in the order of their numbers. Throws 409 where one is, where
 * no key is set, and where a row is not what was shown; 422 for a payment date that cannot be.
 */
export async function makeTransfers(ctx: Context, input: MakeTransfersInput): Promise<{ id: number; number: number }> {
  const vault = requireVault(ctx), { kind, day, month } = input;
  await updateBooks(ctx);
  return await inTransaction(ctx.db, async (tx) => {
    const open = await tx.select().from(transferFiles).where(eq(transferFiles.state, "made")).get();
    if (open) {
      throw conflict(`File ${numberText(open.number)} is neither sent nor undone. Mark it as sent, or undo it, first.`);
    }
    const plan = await planTransfers(ctx, tx, input);
    const byParty = new Map(plan.rows.map((row) => [row.party, row]));
    const rows = [...new Map(input.rows.map((row) => [row.party, row])).values()].map(({ party, cents, mark }) => {
      const row = byParty.get(party);
      if (row?.cents !== cents || row.mark !== mark) {
        throw conflict(
          "An amount or an account changed meanwhile. Reload the page, check it, then make the file.",
        );
      }
      return row;
    });
    const last = await tx.select({ number: max(transferFiles.number) }).from(transferFiles).get();
    const number = Math.max((last?.number ?? 0) + 1, ctx.site.eftNextNumber),
      cents = rows.reduce((sum, row) => sum + row.cents, 0);
    const [{ id }] = await tx.insert(transferFiles).values({
      kind,
      day,
      month: kind === "credit" ? month : "",
      number,
      state: "made",
      sealed: "",
      keyMark: vault.mark,
      sha256: "",
      payments: rows.length,
      cents,
      madeAt: ctx.now,
      madeBy: ctx.actor!.id,
      madeByName: ctx.actor!.name,
    }).returning({ id: transferFiles.id });
    const made = rows.map((row, i) => ({ ...row, reference: referenceOf(kind, id, i) }));
    await tx.insert(transfers).values(made.map(({ party, loanId, name, lastDigits, reference, cents, arrears }) => ({
      fileId: id,
      party,
      loanId,
      name,
      lastDigits,
      reference,
      cents,
      arrears,
    })));
    const { originator } = ctx.site;
    const list: Transfer[] = made.map(({ account, cents, reference }) => ({ ...account, cents, reference }));
    const texts: FileTexts = {
      bank: originator && cpa005({ originator, kind, number, madeOn: dateInToronto(ctx.now), day, transfers: list }),
      csv: csvText(TRANSFER_COLUMNS, list.map((one) => transferCells(kind, day, one))),
    };
    const digest = sha256(texts.bank ?? texts.csv);
    const sealed = await vault.seal(fileParty(id), JSON.stringify(texts));
    await tx.update(transferFiles).set({ sealed, sha256: digest }).where(eq(transferFiles.id, id));
    const after = { kind, day, number, payments: rows.length, cents, sha256: digest };
    await audit(tx, ctx, { action: "transfers.make", entityId: id, after });
    return { id, number };
  });
}
