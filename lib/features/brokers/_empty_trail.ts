/** Takes a person out of the audit trail, whose guard lets this go (db/derived/audit_rows.ts). */
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { addressIn, SAYS_ADDRESS, withoutFields } from "../../../db/derived/mod.ts";
import type { Tx } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { ERASED_FIELDS, ERASED_NAMES, ERASED_REQUEST, erasedEmail } from "../../domain/accounts/erased.ts";
import { renameUnlisted } from "../erased_addresses.ts";

/** Whose rows are emptied: of an account that is erased or gone, and of requests and addresses that nobody has. */
interface Whose {
  accountId?: number;
  requests: readonly number[];
  /** In small letters. */
  addresses?: readonly string[];
}

/**
 * Sets what rows say of a person to null, and renames rows that are filed under their addresses. Rows stay: who did
 * what, when and from where. `keepNames` where the person brought a loan.
 */
export async function emptyTrail(
  tx: Tx,
  { accountId, requests, addresses = [] }: Whose,
  { keepNames = false } = {},
): Promise<void> {
  const { entity, entityId, before, after } = auditRows;
  const fields = [...ERASED_FIELDS, ...(keepNames ? [] : ERASED_NAMES)];
  const half = (name: "before" | "after") => sql.raw(withoutFields(name, fields));
  const whose: (SQL | undefined)[] = [
    accountId === undefined ? undefined : and(eq(entity, "account"), eq(entityId, String(accountId))),
    and(eq(entity, "request"), inArray(entityId, requests.map(String))),
    and(inArray(entity, SAYS_ADDRESS), inArray(sql.raw(addressIn("after")), [...addresses])),
  ];
  const changes = or(sql`${half("before")} is not ${before}`, sql`${half("after")} is not ${after}`);
  for (const rows of whose) {
    if (!rows) continue;
    await tx.update(auditRows).set({ before: half("before"), after: half("after") }).where(and(rows, changes));
  }
  await renameUnlisted(tx, addresses, accountId === undefined ? ERASED_REQUEST : erasedEmail(accountId));
}
