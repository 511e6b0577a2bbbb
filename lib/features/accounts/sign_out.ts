/** Audits a sign-out; the caller ends the session and clears its cookie. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { audit } from "../audit.ts";

/** Does nothing when signed out. */
export async function signOut(ctx: Context): Promise<void> {
  const actor = ctx.actor;
  if (!actor) return;
  await inTransaction(
    ctx.db,
    (tx) => audit(tx, ctx, { action: "session.end", entityId: actor.id }),
  );
}
