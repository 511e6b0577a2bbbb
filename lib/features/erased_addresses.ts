/** Addresses of erased people as what rows of the audit trail are filed under (docs/decisions/personal-data.md). */
import { and, desc, eq, inArray, isNull, like, or, sql } from "drizzle-orm";
import { FILED_BY_ADDRESS, isUnlisted, withoutFields } from "../../db/derived/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { accounts, auditRows, mailConsents } from "../../db/schema/mod.ts";
import { ERASED_HOST, erasedEmail, UNLISTED_FIELDS } from "../domain/accounts/erased.ts";

/** Puts `standIn` in place of those addresses, in small letters, that no list of who gets no mail has any more. */
export async function renameUnlisted(tx: Tx, addresses: readonly string[], standIn: string): Promise<void> {
  const { entity, entityId } = auditRows;
  const half = (name: "before" | "after") => sql.raw(withoutFields(name, UNLISTED_FIELDS));
  await tx.update(auditRows).set({ entityId: standIn, before: half("before"), after: half("after") }).where(and(
    inArray(entity, FILED_BY_ADDRESS),
    inArray(sql`lower(${entityId})`, [...addresses]),
    sql.raw(isUnlisted("lower(entity_id)")),
  ));
}

/** The same for one that left a list, where the log of consent has it as an erased person's and no account has it. */
export async function renameLeft(tx: Tx, address: string): Promise<void> {
  const email = address.toLowerCase();
  if (await tx.$count(accounts, eq(accounts.emailKey, email)) > 0) return;
  const erased = or(isNull(accounts.id), like(accounts.email, `%@${ERASED_HOST}`));
  const theirs = await tx.select({ id: mailConsents.accountId }).from(mailConsents)
    .leftJoin(accounts, eq(accounts.id, mailConsents.accountId))
    .where(and(eq(sql`lower(${mailConsents.email})`, email), erased)).orderBy(desc(mailConsents.id)).limit(1).get();
  if (theirs) await renameUnlisted(tx, [email], erasedEmail(theirs.id));
}
