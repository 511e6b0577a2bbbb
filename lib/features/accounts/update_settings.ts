/** Saves a person's own account settings (accounts specification 2, Account settings). */
import { desc, eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, auditRows } from "../../../db/schema/mod.ts";
import { type PersonFields, storedAudit } from "../../domain/audit.ts";
import { type LastSave, notFound, stale } from "../../domain/refusal.ts";
import type { OwnDetails, UpdateSettingsInput } from "../../schemas/accounts/own_account.ts";
import { audit, changes, sentFields } from "../audit.ts";
import { rowsOf } from "../last_save.ts";
import { requireEnabled } from "../require_enabled.ts";

/**
 * Changes only the actor's own account. Saving without changes leaves no audit row. Throws 409 with who, when and the
 * stored details where one is not as the page showed it (`seen`): its other fields would restore old values.
 */
export async function updateSettings(ctx: Context, { seen, ...details }: UpdateSettingsInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await requireEnabled(tx, ctx);
    const row = await tx.select().from(accounts).where(eq(accounts.id, ctx.actor?.id ?? 0)).get();
    if (!row) throw notFound("account");
    const { before, after } = changes<Partial<OwnDetails>>(row, sentFields(details));
    if (!Object.keys(after).length) return;
    const meanwhile = Object.keys(changes<Partial<OwnDetails>>(row, seen ?? {}).after);
    if (meanwhile.length) {
      const { name, phone, brokerage, brokerageLicense } = row;
      const theirs: OwnDetails = { name, phone, brokerage, brokerageLicense };
      throw stale("your account", await lastChange(tx, row, meanwhile), theirs);
    }
    await tx.update(accounts).set({ ...after, updatedAt: ctx.now }).where(eq(accounts.id, row.id));
    await audit(tx, ctx, { action: "account.settings", entityId: row.id, before, after });
  });
}

/**
 * Who last changed one of these fields; a change of others, such as a private comment, stays hidden from the person.
 */
async function lastChange(tx: Tx, of: { id: number; updatedAt: number }, fields: readonly string[]): Promise<LastSave> {
  const rows = await tx.select().from(auditRows)
    .where(rowsOf(["account.update", "account.settings"], of.id)).orderBy(desc(auditRows.id));
  const last = rows.find((row) => {
    const after = storedAudit(row)?.after as PersonFields | null | undefined;
    return fields.some((field) => after && field in after);
  });
  return last ? { who: last.actorName, at: last.at } : { who: "", at: of.updatedAt };
}
