/** Saves a person's own account settings (accounts specification 2, Account settings). */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import type { UpdateSettingsInput } from "../../schemas/accounts/own_account.ts";
import { audit, changes } from "../audit.ts";

/** Changes only the actor's own account. Saving without changes leaves no audit row. */
export async function updateSettings(ctx: Context, input: UpdateSettingsInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await tx.select().from(accounts).where(eq(accounts.id, ctx.actor?.id ?? 0)).get();
    if (!row) throw notFound("account");
    const { before, after } = changes(row, input);
    if (!Object.keys(after).length) return;
    await tx.update(accounts).set({ ...after, updatedAt: ctx.now }).where(eq(accounts.id, row.id));
    await audit(tx, ctx, { action: "account.settings", entityId: row.id, before, after });
  });
}
