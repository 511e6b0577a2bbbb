import { type Context, inTransaction } from "../../../db/mod.ts";
import { mustSetUp } from "../../domain/accounts/second_factor.ts";
import { conflict, forbidden } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { accountWithPassword, factorIsRequired } from "./_factor.ts";
import { endSessions, takeFactorAway } from "./proofs.ts";

/**
 * Turns the actor's second factor off, and ends their other sessions. Asks for the password; 403 where it is required.
 */
export async function removeFactor(
  ctx: Context,
  { password, session }: { password: string; session: string },
): Promise<void> {
  const account = await accountWithPassword(ctx, password);
  await inTransaction(ctx.db, async (tx) => {
    if (mustSetUp(account, { required: await factorIsRequired(ctx, tx), hasFactor: false })) {
      throw forbidden("An owner requires two-step sign-in of all staff. For another phone, ask an owner to reset it.");
    }
    if (!await takeFactorAway(tx, account.id)) throw conflict("Two-step sign-in is off already. Nothing was changed.");
    await endSessions(tx, account.id, session);
    await audit(tx, ctx, { action: "factor.off", entityId: account.id });
    await emit(tx, ctx, { type: "account.factorChanged", v: 1, accountId: account.id, change: "off", left: 0 });
  });
}
