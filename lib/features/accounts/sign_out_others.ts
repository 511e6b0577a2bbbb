import { type Context, inTransaction } from "../../../db/mod.ts";
import { audit } from "../audit.ts";
import { endSessions } from "./proofs.ts";

/** Ends the actor's other sessions; `session` is the token of this one. Returns how many ended. */
export async function signOutOthers(ctx: Context, { session }: { session: string }): Promise<{ ended: number }> {
  const actor = ctx.actor!;
  return await inTransaction(ctx.db, async (tx) => {
    const ended = await endSessions(tx, actor.id, session);
    if (ended > 0) {
      await audit(tx, ctx, {
        action: "session.endOthers",
        entityId: actor.id,
        after: { sessions: ended },
      });
    }
    return { ended };
  });
}
