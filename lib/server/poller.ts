/** Work that waits in the database: looked for when woken, and every few seconds. */
import { type Column, type SQL, sql } from "drizzle-orm";
import { faultText, type Log } from "./log.ts";

const POLL_MS = 5000;

export interface Poller {
  /** Looks for work soon; what was added before the call is found. */
  wake(): void;
  /** Does all work that is due. Returns how many pieces this process did. */
  drain(): Promise<number>;
  /** Stops for good; waits for the piece that is being done. */
  stop(): Promise<void>;
}

const FIRST_BACKOFF_MS = 30_000;
const LONGEST_BACKOFF_MS = 6 * 3600_000;

/** 30 seconds, doubling with each try, to at most 6 hours. */
export const backoffMs = (tries: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, tries - 1), LONGEST_BACKOFF_MS);

/**
 * The row's time has come, or lies further ahead than its own wait is long: a clock that was wrong wrote it.
 * Milliseconds.
 */
export const isDue = (
  { dueAt, tries, writtenAt }: { dueAt: Column; tries: Column; writtenAt: Column },
  now: number,
): SQL =>
  sql`(${dueAt} <= ${now} or iif(${tries} = 0, ${writtenAt} > ${now},
    ${dueAt} > ${now} + min(${FIRST_BACKOFF_MS} << (${tries} - 1), ${LONGEST_BACKOFF_MS})))`;

/** Nobody works on the row: no lease, one that ran out, or one that a wrong clock wrote. Milliseconds. */
export const isFree = (leaseUntil: Column, leaseMs: number, now: number): SQL =>
  sql`(${leaseUntil} is null or ${leaseUntil} < ${now} or ${leaseUntil} > ${now + leaseMs})`;

/**
 * `next` does one piece of work: "done", "none" where nothing is due, "taken" where another process was faster. What it
 * throws is logged and ends the round; the next one tries again. Where the process is not `awake` between requests, it
 * is looked for when woken alone.
 */
export function createPoller(
  name: string,
  next: () => Promise<"done" | "taken" | "none">,
  log: Log,
  awake = true,
): Poller {
  let stopped = false;
  let again = false;
  let running: Promise<number> | null = null;

  async function drainAll(): Promise<number> {
    let done = 0;
    do {
      again = false;
      for (let outcome = ""; !stopped && outcome !== "none";) {
        outcome = await next();
        if (outcome === "done") done++;
      }
    } while (again && !stopped);
    return done;
  }

  const drain = () => {
    // A round that runs may have looked already: it looks once more.
    again = true;
    return running ??= drainAll().finally(() => running = null);
  };
  const quietly = () => {
    if (!stopped) {
      drain().catch((error) => log({ level: "error", message: `${name} failed`, reason: faultText(error) }));
    }
  };
  const timer = awake ? setInterval(quietly, POLL_MS) : undefined;
  if (timer !== undefined) Deno.unrefTimer(timer as unknown as number);
  return {
    wake: () => void setTimeout(quietly, 0),
    drain,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}
