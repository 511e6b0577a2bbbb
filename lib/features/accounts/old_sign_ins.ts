/** What grows old in the audit trail; its triggers let this go and nothing else (db/derived/audit_rows.ts). */
import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import { SIGN_IN_RETENTION_MS, SIGN_IN_SQL } from "../../../db/derived/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { cutAddress } from "../../domain/tracking/address_range.ts";
import { expiry } from "../retention.ts";

// Both are written so that the index of what they ask for holds them, and no other.
const IS_SIGN_IN = sql.raw(SIGN_IN_SQL);
const IS_WHOLE = sql`address <> '' and instr(address, '/') = 0`;

/** As old as the trail itself lets one go, which goes by its newest row. */
const MAY_GO = sql`at < (select at from ${auditRows} order by id desc limit 1) - ${SIGN_IN_RETENTION_MS}`;

/** Sign-ins, sign-outs and saved browsers. */
export const oldSignIns = expiry<number>({
  kind: "signIns",
  find: async (db, before, limit) =>
    (await db.select({ id: auditRows.id }).from(auditRows).where(and(lt(auditRows.at, before), IS_SIGN_IN, MAY_GO))
      .orderBy(asc(auditRows.at)).limit(limit)).map(({ id }) => id),
  remove: async (tx, _ctx, ids, before) =>
    (await tx.delete(auditRows).where(and(inArray(auditRows.id, ids), lt(auditRows.at, before), IS_SIGN_IN, MAY_GO))
      .returning({ id: auditRows.id })).length,
});

/** The addresses from which people acted: they are cut to their network. */
export const oldTrailAddresses = expiry<number>({
  kind: "addresses",
  find: async (db, before, limit) =>
    (await db.select({ id: auditRows.id }).from(auditRows).where(and(lt(auditRows.at, before), IS_WHOLE))
      .orderBy(asc(auditRows.at)).limit(limit)).map(({ id }) => id),
  async remove(tx, _ctx, ids) {
    const rows = await tx.select({ id: auditRows.id, address: auditRows.address }).from(auditRows)
      .where(and(inArray(auditRows.id, ids), IS_WHOLE));
    for (const { id, address } of rows) {
      await tx.update(auditRows).set({ address: cutAddress(address) }).where(eq(auditRows.id, id));
    }
    return rows.length;
  },
});
