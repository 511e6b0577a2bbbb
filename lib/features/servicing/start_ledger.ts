/** Begins the ledger of a loan that is funded now (lending rules 14). */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { contracts } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { startOf } from "../../domain/servicing/ledger.ts";
import { advanceEntry } from "../../domain/servicing/posting.ts";
import { audit } from "../audit.ts";
import { addRows, loadBook, plainEntry } from "./_book.ts";

/**
 * Writes the advance of the contract that came into force, in the funding's transaction. Not where the loan's ledger has
 * begun, nor where a payment fell due before: a person then names the balance.
 */
export async function startLedger(tx: Tx, ctx: Context, contractId: number): Promise<void> {
  const contract = await tx.select().from(contracts).where(eq(contracts.id, contractId)).get();
  if (!contract || contract.firstPayment < dateInToronto(ctx.now)) return;
  const { loanId } = contract;
  if (startOf((await loadBook(tx, loanId)).rows)) return;
  const advance = advanceEntry(contract);
  await addRows(tx, ctx, loanId, [advance]);
  await audit(tx, ctx, { action: "ledger.begin", entityId: loanId, after: { rows: [plainEntry(advance)] } });
}
