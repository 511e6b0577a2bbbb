import type { Context } from "../../../db/mod.ts";
import type { TrackedToken } from "../../domain/tracking/hit.ts";
import { trackedTokens } from "./_tracked_tokens.ts";

/** 128 random bits as they stand in a link. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/**
 * What a link of a mail stands for, and so where it leads; null for a token that no mail has, and for a picture's: it
 * never leads anywhere that was not in the mail.
 */
export async function followLink(ctx: Pick<Context, "db">, token: string): Promise<TrackedToken | null> {
  if (!TOKEN.test(token)) return null;
  const known = (await trackedTokens(ctx, [token])).get(token);
  return known && known.kind !== "pixel" ? known : null;
}
