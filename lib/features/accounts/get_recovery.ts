/** Checks a recovery link (accounts specification 4: the id is checked on load). */
import type { Context } from "../../../db/mod.ts";
import { Refusal } from "../../domain/refusal.ts";
import { countAddress } from "../rate_limit.ts";
import { findLink } from "./_links.ts";

export const invalidLink = () => new Refusal(404, "This link was used already or is too old. Ask for a new one.");

/** Throws 404 where the link is unknown, used, older than an hour, or voided. */
export async function getRecovery(ctx: Context, { recoverId }: { recoverId: string }): Promise<void> {
  await countAddress(ctx, "linkAddress");
  if (!await findLink(ctx.db, ctx, "recovery", recoverId)) throw invalidLink();
}
