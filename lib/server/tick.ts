/** One round of everything that waits, for a place that wakes the process for it. */
import { setTimeout as delay } from "node:timers/promises";
import { type InstalledJob, runDueJobs } from "./jobs.ts";
import type { Poller } from "./poller.ts";
import type { TickReport } from "./tick_report.ts";

/** Milliseconds after which a round begins no further job or queue: the caller waits for the answer. */
const MOST_MS = 20_000;

interface Parts {
  jobs: readonly InstalledJob[];
  events: Poller;
  mailWorker: Poller;
  deps: Parameters<typeof runDueJobs>[0];
}

/** A round of jobs, then events, then the mails that both wrote. Two at a time do nothing twice. */
export const createTick =
  ({ jobs, events, mailWorker, deps }: Parts, mostMs = MOST_MS) => async (): Promise<TickReport> => {
    const until = performance.now() + mostMs;
    const left = () => Math.max(0, until - performance.now());
    const done = await runDueJobs(deps, jobs, () => left() === 0);
    let more = left() === 0;
    const drained = async (poller: Poller): Promise<number> => {
      if (left() === 0) {
        more = true;
        return 0;
      }
      const late = new AbortController();
      const count = await Promise.race([
        poller.drain(),
        delay(left(), null, { signal: late.signal }).catch(() => null),
      ]);
      late.abort();
      more ||= count === null;
      return count ?? 0;
    };
    return { ...done, events: await drained(events), mails: await drained(mailWorker), more };
  };
