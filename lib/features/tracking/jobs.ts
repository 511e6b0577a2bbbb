/** The jobs of the area tracking. */
import { and, asc, gt, like, lt, ne, not } from "drizzle-orm";
import { type Context, inTransaction, type Job } from "../../../db/mod.ts";
import { trackerEvents } from "../../../db/schema/mod.ts";
import { eq } from "drizzle-orm";
import { addMonths, dateInToronto } from "../../domain/dates.ts";
import { cutAddress } from "../../domain/tracking/address_range.ts";

const DAY_MS = 24 * 3600_000;
/** Events changed in one transaction. */
const BATCH = 200;

/** Cuts addresses to their network once they are old enough (docs/decisions/tracking.md). Returns how many it cut. */
export async function cutOldAddresses(ctx: Pick<Context, "db" | "now" | "site">): Promise<number> {
  const before = Date.parse(`${addMonths(dateInToronto(ctx.now), -ctx.site.ipKeptMonths)}T00:00:00Z`);
  for (let cut = 0, last = 0;;) {
    const rows = await inTransaction(ctx.db, async (tx) => {
      const old = await tx.select({ id: trackerEvents.id, ip: trackerEvents.ip }).from(trackerEvents)
        .where(and(
          lt(trackerEvents.created, before),
          gt(trackerEvents.id, last),
          ne(trackerEvents.ip, ""),
          not(like(trackerEvents.ip, "%/%")),
        )).orderBy(asc(trackerEvents.id)).limit(BATCH);
      for (const { id, ip } of old) {
        await tx.update(trackerEvents).set({ ip: cutAddress(ip) }).where(eq(trackerEvents.id, id));
      }
      return old;
    });
    cut += rows.length;
    if (rows.length < BATCH) return cut;
    last = rows[rows.length - 1].id;
  }
}

export const trackingJobs: readonly Job[] = [{ name: "old-addresses", everyMs: DAY_MS, run: cutOldAddresses }];
