import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, secondFactors } from "../../../db/schema/mod.ts";
import { conflict, notFound } from "../../domain/refusal.ts";
import { accountWithPassword, factorOf, newSecret, requireSealer, sealedAs } from "./_factor.ts";

/**
 * Makes a new secret for the actor's authenticator app; it counts once a code of it was entered (`confirmFactor`). Asks for
 * the password (422 for a wrong one) unless the session was made for this alone (`limited`). 409 where there is one.
 */
export async function beginFactor(
  ctx: Context,
  { password, limited }: { password: string; limited: boolean },
): Promise<void> {
  const sealer = requireSealer(ctx), id = ctx.actor?.id ?? 0;
  const account = limited
    ? await ctx.db.select().from(accounts).where(eq(accounts.id, id)).get()
    : await accountWithPassword(ctx, password);
  if (!account) throw notFound("account");
  const secret = sealer.seal(sealedAs(id), newSecret());
  await inTransaction(ctx.db, async (tx) => {
    if (await factorOf(tx, id)) throw conflict("Two-step sign-in is on already. Turn it off first for another app.");
    await tx.insert(secondFactors).values({ accountId: id, secret, createdAt: ctx.now })
      .onConflictDoUpdate({ target: secondFactors.accountId, set: { secret, createdAt: ctx.now, lastStep: 0 } });
  });
}
