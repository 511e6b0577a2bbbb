import { type Context, inTransaction } from "../../../db/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { accountWithPassword, factorOf, renewCodes } from "./_factor.ts";

/** Ten new recovery codes for the actor, shown this once; those before stop working. Asks for the password. */
export async function renewRecoveryCodes(
  ctx: Context,
  { password }: { password: string },
): Promise<{ codes: string[] }> {
  const { id } = await accountWithPassword(ctx, password);
  return await inTransaction(ctx.db, async (tx) => {
    if (!await factorOf(tx, id)) throw conflict("Turn two-step sign-in on first: its recovery codes come with it.");
    await audit(tx, ctx, { action: "factor.codes", entityId: id });
    await emit(tx, ctx, { type: "account.factorChanged", v: 1, accountId: id, change: "codes", left: 0 });
    return { codes: await renewCodes(tx, ctx, id) };
  });
}
