/** Checks a link that sets a password (accounts specification 4: the id is checked on load). */
import type { Context } from "../../../db/mod.ts";
import { DEAD_LINK } from "../../domain/accounts/account_rules.ts";
import { Refusal } from "../../domain/refusal.ts";
import { countAddress } from "../rate_limit.ts";
import { findLink, PASSWORD_LINKS } from "./_links.ts";

export const invalidLink = () => new Refusal(404, `${DEAD_LINK} Ask for a new one.`);

/** Throws 404 where the link is unknown, used, too old, or voided. */
export async function getRecovery(ctx: Context, { recoverId }: { recoverId: string }): Promise<void> {
  await countAddress(ctx, "linkAddress");
  if (!await findLink(ctx.db, ctx, PASSWORD_LINKS, recoverId)) throw invalidLink();
}
