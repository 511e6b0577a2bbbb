/**
 * Retention of tracked mails: whole addresses first, then the opens and clicks themselves (docs/decisions/tracking.md).
 */
import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../db/mod.ts";
import { trackerEvents } from "../../../db/schema/mod.ts";
import { cutAddress } from "../../domain/tracking/address_range.ts";
import { expiry } from "../retention.ts";

/** Written so that the index of whole addresses holds it. */
const IS_WHOLE = sql`ip <> '' and instr(ip, '/') = 0`;

/** Events before an instant whose address is whole, by the index that holds no others. */
export const wholeAddresses = (db: Db | Tx, before: number, limit: number) =>
  db.select({ id: trackerEvents.id }).from(trackerEvents).where(and(lt(trackerEvents.created, before), IS_WHOLE))
    .orderBy(asc(trackerEvents.created)).limit(limit);

/** Addresses of opens and clicks: they are cut to their network. */
export const oldEventAddresses = expiry<number>({
  kind: "addresses",
  find: async (db, before, limit) => (await wholeAddresses(db, before, limit)).map(({ id }) => id),
  async remove(tx, _ctx, ids) {
    const rows = await tx.select({ id: trackerEvents.id, ip: trackerEvents.ip }).from(trackerEvents)
      .where(and(inArray(trackerEvents.id, ids), IS_WHOLE));
    for (const { id, ip } of rows) {
      await tx.update(trackerEvents).set({ ip: cutAddress(ip) }).where(eq(trackerEvents.id, id));
    }
    return rows.length;
  },
});

/** Opens and clicks of campaigns. The figures follow by triggers. */
export const oldEvents = expiry<number>({
  kind: "tracking",
  find: async (db, before, limit) =>
    (await db.select({ id: trackerEvents.id }).from(trackerEvents).where(lt(trackerEvents.created, before))
      .orderBy(asc(trackerEvents.created)).limit(limit)).map(({ id }) => id),
  remove: async (tx, _ctx, ids, before) =>
    (await tx.delete(trackerEvents).where(and(inArray(trackerEvents.id, ids), lt(trackerEvents.created, before)))
      .returning({ id: trackerEvents.id })).length,
});
