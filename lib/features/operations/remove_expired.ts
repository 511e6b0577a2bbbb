/** The night's run of what grew too old (docs/decisions/retention.md). */
import { eq } from "drizzle-orm";
import { type Context, type Db, inTransaction, type MustStop, NEVER_STOP, type Tx } from "../../../db/mod.ts";
import { portalSettings } from "../../../db/schema/mod.ts";
import { dateInToronto, formatTime } from "../../domain/dates.ts";
import {
  retainedSinceInstant,
  RETENTION_TIME,
  retentionFrom,
  type RetentionRun,
  retentionWait,
} from "../../domain/operations/retention.ts";
import { oldBrowserAddresses, oldSessionAddresses } from "../accounts/old_addresses.ts";
import { oldSignIns, oldTrailAddresses } from "../accounts/old_sign_ins.ts";
import { audit, SYSTEM } from "../audit.ts";
import { oldRequests } from "../brokers/old_requests.ts";
import { closedPapers } from "../files/closed_papers.ts";
import { oldDrafts } from "../loans/old_drafts.ts";
import { oldNews } from "../news/old_news.ts";
import { type Expiry, retentionOf } from "../retention.ts";
import { oldEventAddresses, oldEvents } from "../tracking/old_events.ts";
import { oldRecipients } from "../tracking/old_recipients.ts";

/** All that has a period. What is only cut comes first, so that the report names exactly what goes. */
export const EXPIRIES: readonly Expiry[] = [
  oldEventAddresses,
  oldTrailAddresses,
  oldBrowserAddresses,
  oldSessionAddresses,
  oldDrafts,
  oldRequests,
  oldNews,
  oldEvents,
  oldRecipients,
  oldSignIns,
  closedPapers,
];

/**
 * Selected together, then deleted in short transactions: deleting an open of a tracked mail runs a dozen triggers'
 * statements.
 */
const FOUND = 500, SLICE = 20;
/** The longest turn, so that a stop of the portal waits no longer; the next turn continues. */
const TURN_MS = 10_000;

/**
 * True once a night has begun since a portal that never ran was first asked, or was restored from a backup: owners have
 * until then to choose periods.
 */
export async function firstNightCame({ db, now }: Context): Promise<boolean> {
  const wait = retentionWait(now);
  const row = await db.select().from(portalSettings).where(eq(portalSettings.name, wait.name)).get();
  if (row) return row.value < wait.value;
  if (await lastRun(db)) return true;
  await db.insert(portalSettings).values({ ...wait, updatedAt: now }).onConflictDoNothing();
  return false;
}

/** The newest run, or null. */
export async function lastRun(db: Db | Tx): Promise<RetentionRun | null> {
  const row = await db.select().from(portalSettings).where(eq(portalSettings.name, "retentionRun")).get();
  return row ? JSON.parse(row.value) : null;
}

/**
 * The run of that night as it stands, or a new one by the periods in force; one of another night that was left ends
 * first.
 */
async function beginRun(ctx: Context, day: string): Promise<RetentionRun> {
  return await inTransaction(ctx.db, async (tx) => {
    const last = await lastRun(tx);
    if (last?.day === day) return last;
    if (last?.finishedAt === null) await auditRun(tx, ctx, last, false);
    const periods = await retentionOf(tx, ctx.site);
    const run: RetentionRun = { day, startedAt: ctx.now, finishedAt: null, periods, removed: {} };
    await keepRun(tx, ctx.now, run);
    return run;
  });
}

/** The only trace of removals without a row of their own. */
async function auditRun(tx: Tx, ctx: Context, { day, periods, removed }: RetentionRun, finished: boolean) {
  const after = { day, periods, removed, finished };
  await audit(tx, ctx, { action: "retention.run", entityId: 1, after, actor: SYSTEM });
}

async function keepRun(tx: Tx, now: number, run: RetentionRun): Promise<void> {
  const set = { value: JSON.stringify(run), updatedAt: now };
  await tx.insert(portalSettings).values({ name: "retentionRun", ...set })
    .onConflictDoUpdate({ target: portalSettings.name, set });
}

/**
 * Once a day from three in the morning on, in whichever process: removes what is older than its period, in slices. The
 * next turn continues an unfinished one; the last turn, or the next night, writes the audit row. A kind that fails
 * delays no other; the first one's error is thrown.
 */
export async function removeExpired(
  ctx: Context,
  { turnMs = TURN_MS, mustStop = NEVER_STOP }: { turnMs?: number; mustStop?: MustStop } = {},
): Promise<void> {
  const day = dateInToronto(ctx.now);
  if (formatTime(ctx.now) < RETENTION_TIME) return;
  const { periods: begunWith, finishedAt } = await beginRun(ctx, day);
  if (finishedAt !== null) return;
  // A run that an earlier version began has no period of a newer kind.
  const periods = retentionFrom(begunWith);
  const until = performance.now() + turnMs, over = () => performance.now() > until || mustStop();
  const failures: unknown[] = [];
  for (const expiry of EXPIRIES) {
    const before = retainedSinceInstant(expiry.kind, periods[expiry.kind], ctx.now);
    try {
      if (!await letGo(ctx, expiry, { before, day, over })) return;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  await inTransaction(ctx.db, async (tx) => {
    const run = await lastRun(tx);
    if (run?.day !== day || run.finishedAt !== null) return;
    await keepRun(tx, ctx.now, { ...run, finishedAt: ctx.now });
    await auditRun(tx, ctx, run, true);
  });
}

/** Removes one kind and adds the number to the run. False where the turn's time ended first, or another night began. */
async function letGo(
  ctx: Context,
  { kind, find, remove }: Expiry,
  { before, day, over }: { before: number; day: string; over: MustStop },
): Promise<boolean> {
  for (;;) {
    const found = await find(ctx.db, before, FOUND);
    let went = 0;
    for (let at = 0; at < found.length; at += SLICE) {
      if (over()) return false;
      const removed = await inTransaction(ctx.db, async (tx) => {
        const run = await lastRun(tx);
        if (run?.day !== day) return null;
        const removed = await remove(tx, ctx, found.slice(at, at + SLICE), before);
        await keepRun(tx, ctx.now, { ...run, removed: { ...run.removed, [kind]: (run.removed[kind] ?? 0) + removed } });
        return removed;
      });
      if (removed === null) return false;
      went += removed;
    }
    // What was found and stays was changed meanwhile: it is not asked for again.
    if (went === 0) return true;
  }
}
