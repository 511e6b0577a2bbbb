/** The jobs of the area accounts. */
import { lte } from "drizzle-orm";
import type { Context, Job } from "../../../db/mod.ts";
import { accountLinks, devices, deviceSetups, factorQuestions } from "../../../db/schema/mod.ts";
import { DAY_MS, HOUR_MS } from "../../domain/dates.ts";
import { removeOldCounters } from "../rate_limit.ts";

/**
 * Removes expired devices and counters; links and codes a week later, so that a used one differs from an unknown one.
 */
async function removeExpired({ db, now }: Context): Promise<void> {
  const weekAgo = now - 7 * DAY_MS;
  await db.delete(devices).where(lte(devices.expiresAt, now));
  await db.delete(deviceSetups).where(lte(deviceSetups.expiresAt, weekAgo));
  await db.delete(factorQuestions).where(lte(factorQuestions.expiresAt, weekAgo));
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, weekAgo));
  await removeOldCounters(db, now);
}

export const accountJobs: readonly Job[] = [{ name: "expired-proofs", everyMs: HOUR_MS, run: removeExpired }];
