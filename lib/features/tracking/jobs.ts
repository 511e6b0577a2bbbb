/** The jobs of the area tracking. */
import { and, asc, eq, lt, sql } from "drizzle-orm";
import { type Context, inTransaction, type Job } from "../../../db/mod.ts";
import { trackerEvents } from "../../../db/schema/mod.ts";
import { addMonths, dateInToronto, dayStartInToronto } from "../../domain/dates.ts";
import { cutAddress } from "../../domain/tracking/address_range.ts";

const DAY_MS = 24 * 3600_000;
/** Events changed in one transaction. */
const BATCH = 200;

/** Events before an instant whose address is whole, by the index that holds no others. */
export const wholeAddresses = (db: Context["db"], before: number) =>
  db.select({ id: trackerEvents.id, ip: trackerEvents.ip }).from(trackerEvents)
    .where(and(lt(trackerEvents.created, before), sql`ip <> '' and instr(ip, '/') = 0`))
    .orderBy(asc(trackerEvents.created)).limit(BATCH);

/** Cuts addresses to their network once they are old enough (docs/decisions/tracking.md). Returns how many it cut. */
export async function cutOldAddresses(ctx: Pick<Context, "db" | "now" | "site">): Promise<number> {
  const before = dayStartInToronto(addMonths(dateInToronto(ctx.now), -ctx.site.ipKeptMonths));
  for (let cut = 0;;) {
    const old = await wholeAddresses(ctx.db, before);
    if (old.length === 0) return cut;
    await inTransaction(ctx.db, async (tx) => {
      for (const { id, ip } of old) {
        await tx.update(trackerEvents).set({ ip: cutAddress(ip) }).where(eq(trackerEvents.id, id));
      }
    });
    cut += old.length;
  }
}

export const trackingJobs: readonly Job[] = [{ name: "old-addresses", everyMs: DAY_MS, run: cutOldAddresses }];
