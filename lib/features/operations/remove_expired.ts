/** The night's run of what grew too old (docs/decisions/retention.md). */
import { eq } from "drizzle-orm";
import { type Context, type Db, type Enough, inTransaction, NEVER_ENOUGH, type Tx } from "../../../db/mod.ts";
import { portalSettings } from "../../../db/schema/mod.ts";
import { dateInToronto, formatTime } from "../../domain/dates.ts";
import { retainedSinceInstant, RETENTION_TIME, type RetentionRun } from "../../domain/operations/retention.ts";
import { oldBrowserAddresses, oldSessionAddresses } from "../accounts/old_addresses.ts";
import { oldSignIns, oldTrailAddresses } from "../accounts/old_sign_ins.ts";
import { audit, SYSTEM } from "../audit.ts";
import { closedPapers } from "../files/closed_papers.ts";
import { oldDrafts } from "../loans/old_drafts.ts";
import { oldNews } from "../news/old_news.ts";
import { type Expiry, retentionOf } from "../retention.ts";
import { oldEventAddresses, oldEvents } from "../tracking/old_events.ts";

/** All that has a period. What is only cut comes first, so that the report names exactly what goes. */
export const EXPIRIES: readonly Expiry[] = [
  oldEventAddresses,
  oldTrailAddresses,
  oldBrowserAddresses,
  oldSessionAddresses,
  oldDrafts,
  oldNews,
  oldEvents,
  oldSignIns,
  closedPapers,
];

/**
 * Looked up together, then let go in short transactions: an open of a tracked mail takes a dozen triggers' statements.
 */
const FOUND = 500, SLICE = 20;
/** How long one turn goes on, so that a stop of the portal waits for no more; the next turn goes on with the rest. */
const TURN_MS = 10_000;

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

/** The only trace of what went without a row of its own. */
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
 * Once a day from three in the morning on, whichever process: lets go what is older than its period, in slices. What a
 * turn leaves, or a process that ends meanwhile, the next turn goes on with. The last one leaves the audit row, or the
 * next night. A kind that fails keeps no other back; throws what the first of them threw.
 */
export async function removeExpired(
  ctx: Context,
  { turnMs = TURN_MS, enough = NEVER_ENOUGH }: { turnMs?: number; enough?: Enough } = {},
): Promise<void> {
  const day = dateInToronto(ctx.now);
  if (formatTime(ctx.now) < RETENTION_TIME) return;
  const { periods, finishedAt } = await beginRun(ctx, day);
  if (finishedAt !== null) return;
  const until = performance.now() + turnMs, over = () => performance.now() > until || enough();
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

/** Lets one kind go and adds to the run what went. False where the turn's time ended first, or another night began. */
async function letGo(
  ctx: Context,
  { kind, find, remove }: Expiry,
  { before, day, over }: { before: number; day: string; over: Enough },
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
