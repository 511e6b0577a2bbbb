import { isBusy } from "./errors.ts";

/** Maximum wait for a busy database, in milliseconds, before its error is rethrown. */
export const BUSY_WAIT_MS = 5_000;

/** Maximum wait of one whose time was over when its turn came: somebody may have let go just now. */
const LAST_WAIT_MS = 50;

/** Resolves after `ms` milliseconds. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Retries `attempt` while it is busy, until `waitMs` milliseconds after `since`, when it was asked for (on the clock of
 * `performance`). A failed attempt must leave no effects. Waits here, as SQLite's own busy wait would block the event
 * loop that frees the lock.
 */
export async function untilNotBusy<T>(
  attempt: () => Promise<T>,
  waitMs: number,
  retriable: (error: unknown) => boolean = isBusy,
  since = performance.now(),
): Promise<T> {
  const until = Math.max(since + waitMs, performance.now() + Math.min(waitMs, LAST_WAIT_MS));
  for (let pause = 1;; pause = Math.min(pause * 2, 50)) {
    try {
      return await attempt();
    } catch (error) {
      if (!retriable(error) || performance.now() > until) throw error;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

/** The result of `promise`; rejects with `onTimeout()` after `ms` milliseconds. Does not cancel the work. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, onTimeout: () => Error): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(onTimeout()), ms);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
