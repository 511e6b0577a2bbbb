import { type Context, inTransaction } from "../../../db/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { accountWithPassword, codesMark, factorOf, renewCodes } from "./_factor.ts";

const RENEWED_ALREADY =
  "Your newest codes are in force already. They are not shown again: make others if you have not kept them.";

/**
 * Ten new recovery codes for the actor, shown this once; those before stop working. Asks for the password. `replaces`:
 * the mark of the codes that the person was asked about. Throws 409 where others are in force, as a page sent again.
 */
export async function renewRecoveryCodes(
  ctx: Context,
  { password, replaces }: { password: string; replaces?: string },
): Promise<{ codes: string[] }> {
  const { id } = await accountWithPassword(ctx, password);
  return await inTransaction(ctx.db, async (tx) => {
    if (!await factorOf(tx, id)) throw conflict("Turn two-step sign-in on first: its recovery codes come with it.");
    if (replaces !== undefined && replaces !== await codesMark(tx, id)) throw conflict(RENEWED_ALREADY);
    await audit(tx, ctx, { action: "factor.codes", entityId: id });
    await emit(tx, ctx, { type: "account.factorChanged", v: 1, accountId: id, change: "codes", left: 0 });
    return { codes: await renewCodes(tx, ctx, id) };
  });
}
