/** Why no mail leaves for now: the service asked us to wait, or an operator's mistake. All processes keep to it. */
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import { mailHold } from "../../../db/schema/mod.ts";
import { MINUTE_MS } from "../../domain/dates.ts";
import { backoffMs } from "../poller.ts";
import { MailLimitError, type OperatorMailError } from "./transport.ts";

/** How often a mistake is looked at again, at most. */
const LONGEST_STOP_MS = 10 * MINUTE_MS;
/** Longer waits of a service are cut to this; one that ends later was written by a wrong clock. */
const LONGEST_WAIT_MS = 60 * MINUTE_MS;

export type Hold = typeof mailHold.$inferSelect;

/** The hold in force, null where mail may leave. */
export async function readHold(db: Db): Promise<Hold | null> {
  return await db.select().from(mailHold).where(eq(mailHold.id, 1)).get() ?? null;
}

/** Milliseconds until one mail may be tried; 0 where that is now. */
export function untilResume({ resumeAt }: Hold, now: number): number {
  const ms = resumeAt - now;
  return ms > LONGEST_WAIT_MS ? 0 : Math.max(0, ms);
}

/**
 * Reserves the next try of one mail for this process, for a minute. Returns the new hold, or null where another process
 * was faster.
 */
export async function claimTry(db: Db, hold: Hold, now: number): Promise<Hold | null> {
  const [mine] = await db.update(mailHold).set({ resumeAt: now + MINUTE_MS })
    .where(and(eq(mailHold.id, 1), eq(mailHold.resumeAt, hold.resumeAt))).returning();
  return mine ?? null;
}

/**
 * Holds all mail after a refusal of the service; `tried` is the hold that the refused mail was to end. `now` in
 * milliseconds.
 */
export async function holdMail(
  db: Db,
  error: MailLimitError | OperatorMailError,
  tried: Hold | null,
  now: number,
): Promise<void> {
  if (error instanceof MailLimitError) {
    const resumeAt = now + Math.min(error.waitMs, LONGEST_WAIT_MS);
    await db.insert(mailHold).values({ id: 1, resumeAt }).onConflictDoUpdate({
      target: mailHold.id,
      set: { resumeAt },
    });
    return;
  }
  const tries = (tried?.tries ?? 0) + 1;
  const set = { resumeAt: now + Math.min(backoffMs(tries), LONGEST_STOP_MS), reason: error.message, tries };
  await db.insert(mailHold).values({ id: 1, stoppedAt: now, ...set }).onConflictDoUpdate({
    target: mailHold.id,
    set: { ...set, stoppedAt: sql`coalesce(${mailHold.stoppedAt}, ${now})` },
  });
}

/** Mail leaves again, unless the service refused another one meanwhile. */
export async function endHold(db: Db, { resumeAt }: Pick<Hold, "resumeAt">): Promise<void> {
  await db.delete(mailHold).where(and(eq(mailHold.id, 1), eq(mailHold.resumeAt, resumeAt)));
}
