/** One round of everything that waits, for a place that wakes the process for it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Deps } from "./deps.ts";
import { type InstalledJob, longestWaiting, takeTurn } from "./jobs.ts";
import { faultText } from "./log.ts";
import type { Poller } from "./poller.ts";
import type { TickReport } from "./tick_report.ts";

/** Milliseconds after which a round answers, whatever still runs: the caller waits for it. */
const MOST_MS = 20_000;
/** Parts of a round: all jobs together, as events and mails have the rest, and one job. */
const JOBS_SHARE = 0.5, JOB_SHARE = 0.25;

interface Parts {
  jobs: readonly InstalledJob[];
  events: Poller;
  mailWorker: Poller;
  deps: Pick<Deps, "log"> & Parameters<typeof takeTurn>[0];
}

/** What `work` gives, or null after so many milliseconds: then it goes on by itself. */
async function resultOrNull<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const late = new AbortController();
  try {
    return await Promise.race([work, delay(ms, null, { signal: late.signal }).catch(() => null)]);
  } finally {
    late.abort();
  }
}

/**
 * A round of jobs, those due longest first, then events, then the mails that both wrote. A job is asked to end after
 * its part and goes on in the next round; one that does not has the next one begin beside it. Two rounds at once do
 * nothing twice. `mostMs` and `now`, in milliseconds, are for tests.
 */
export function createTick(
  { jobs, events, mailWorker, deps }: Parts,
  { mostMs = MOST_MS, now = () => performance.now() }: { mostMs?: number; now?: () => number } = {},
): () => Promise<TickReport> {
  /** Turns of this process that have not ended, of earlier rounds among them. */
  const running = new Map<string, Promise<void>>();
  return async () => {
    const began = now(), holder = crypto.randomUUID();
    const leftOf = (share: number) => Math.max(0, began + mostMs * share - now());
    const report: TickReport = { ran: [], failed: [], events: 0, mails: 0, more: false };

    const turn = async (job: InstalledJob): Promise<void> => {
      const until = Math.min(now() + mostMs * JOB_SHARE, began + mostMs * JOBS_SHARE);
      try {
        const outcome = await takeTurn(deps, job, holder, () => now() > until);
        if (outcome !== "no") report.ran.push(job.name);
        if (outcome === "cut") report.more = true;
      } catch (error) {
        report.failed.push(job.name);
        deps.log({ level: "error", message: "job failed", job: job.name, reason: faultText(error) });
      } finally {
        running.delete(job.name);
      }
    };
    const drained = async (poller: Poller): Promise<number> => {
      const count = leftOf(1) > 0 ? await resultOrNull(leftOf(1), poller.drain()) : null;
      report.more ||= count === null;
      return count ?? 0;
    };

    for (const job of await longestWaiting(deps.db, jobs)) {
      if (running.has(job.name)) continue;
      if (leftOf(JOBS_SHARE) === 0) {
        report.more = true;
        break;
      }
      running.set(job.name, turn(job));
      await resultOrNull(Math.min(mostMs * JOB_SHARE, leftOf(JOBS_SHARE)), running.get(job.name)!);
    }
    report.events = await drained(events);
    report.mails = await drained(mailWorker);
    // Jobs that do not stop between slices get the rest of the time.
    const late = [...running.values()];
    if (late.length > 0) await resultOrNull(leftOf(1), Promise.all(late));
    if (running.size > 0 || late.length > 0) report.more = true;
    return { ...report, ran: [...report.ran], failed: [...report.failed] };
  };
}
