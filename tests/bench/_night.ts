/** What the portal does once a night, out of the way of what is measured. */
import type { Db } from "../../db/mod.ts";
import { portalSettings } from "../../db/schema/mod.ts";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { retentionFrom, type RetentionRun } from "../../lib/domain/operations/retention.ts";

/** Marks the removals of today's night as done: from three in the morning on a server would begin with them. */
export async function endNight(db: Db): Promise<void> {
  const now = Date.now(), day = dateInToronto(now);
  const run: RetentionRun = { day, startedAt: now, finishedAt: now, periods: retentionFrom({}), removed: {} };
  const set = { value: JSON.stringify(run), updatedAt: now };
  await db.insert(portalSettings).values({ name: "retentionRun", ...set })
    .onConflictDoUpdate({ target: portalSettings.name, set });
}
