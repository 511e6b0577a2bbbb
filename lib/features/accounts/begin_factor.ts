import { type Context, inTransaction } from "../../../db/mod.ts";
import { secondFactors } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { requireEnabled } from "../require_enabled.ts";
import { tokenHash } from "../tokens.ts";
import { accountWithPassword, factorOf, newSecret, requireSealer, sealedAs } from "./_factor.ts";

/**
 * Makes a new secret for the actor's authenticator app; it counts once a code of it was entered (`confirmFactor`) in
 * the same session (`session`, its token). Asks for the password (422 for a wrong one). 409 where there is a factor.
 */
export async function beginFactor(
  ctx: Context,
  { password, session }: { password: string; session: string },
): Promise<void> {
  const sealer = requireSealer(ctx);
  const { id } = await accountWithPassword(ctx, password);
  const begun = {
    secret: sealer.seal(sealedAs(id), newSecret()),
    sessionId: tokenHash(session),
    createdAt: ctx.now,
  };
  await inTransaction(ctx.db, async (tx) => {
    await requireEnabled(tx, ctx);
    if (await factorOf(tx, id)) throw conflict("Two-step sign-in is on already. Turn it off first for another app.");
    await tx.insert(secondFactors).values({ accountId: id, ...begun })
      .onConflictDoUpdate({ target: secondFactors.accountId, set: { ...begun, lastStep: 0 } });
  });
}
