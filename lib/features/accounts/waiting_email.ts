import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accountLinks } from "../../../db/schema/mod.ts";

/** The address that the actor asked for last and that a mailed link still confirms; empty where none waits. */
export async function waitingEmail({ db, actor, now }: Context): Promise<string> {
  const own = and(eq(accountLinks.accountId, actor?.id ?? 0), eq(accountLinks.kind, "emailChange"));
  const link = await db.select({ email: accountLinks.newEmail }).from(accountLinks)
    .where(and(own, isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now)))
    .orderBy(desc(accountLinks.createdAt)).limit(1).get();
  return link?.email ?? "";
}
