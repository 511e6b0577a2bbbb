import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loanMailTokens, trackerTokens } from "../../../db/schema/mod.ts";

/** 128 random bits as they stand in a link. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** Where a link of a mail leads; null for a token that no mail has: it never leads anywhere that was not in the mail. */
export async function followLink({ db }: Pick<Context, "db">, token: string): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  const found = await db.select().from(trackerTokens).where(eq(trackerTokens.token, token)).get() ??
    await db.select().from(loanMailTokens).where(eq(loanMailTokens.token, token)).get();
  return found && found.kind !== "pixel" ? found.link : null;
}
