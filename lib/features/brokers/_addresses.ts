/** The mail addresses that are or were a person's. */
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { accounts, auditRows, trackedRecipients } from "../../../db/schema/mod.ts";

/** Every address that was the person's, in small letters, unless it is another account's now. Never empty. */
export async function addressesOf(tx: Tx, { id, emailKey }: typeof accounts.$inferSelect): Promise<string[]> {
  const { action, entity, entityId, before } = auditRows;
  const tracked = await tx.selectDistinct({ email: trackedRecipients.email }).from(trackedRecipients)
    .where(eq(trackedRecipients.accountId, id));
  const changed = await tx.select({ email: sql<string | null>`json_extract(${before}, '$.email')` }).from(auditRows)
    .where(
      and(eq(entity, "account"), eq(entityId, String(id)), inArray(action, ["account.email", "account.update"])),
    );
  const old = [...tracked, ...changed].flatMap(({ email }) => email ? [email.toLowerCase()] : []);
  const taken = await tx.select({ key: accounts.emailKey }).from(accounts)
    .where(and(inArray(accounts.emailKey, [emailKey, ...old]), ne(accounts.id, id)));
  const others = new Set(taken.map(({ key }) => key));
  return [...new Set([emailKey, ...old])].filter((email) => !others.has(email));
}
