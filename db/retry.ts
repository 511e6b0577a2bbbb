import { isBusy } from "./errors.ts";

/** How long a busy database is waited for, in milliseconds, before its error goes to the caller. */
export const BUSY_WAIT_MS = 5_000;

/** Waits `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Runs `attempt` until it is not busy, for at most `waitMs` milliseconds. Each attempt must leave nothing behind when
 * it fails. The wait is here and never inside SQLite, whose own wait stops the event loop that would free the lock.
 */
export async function untilNotBusy<T>(
  attempt: () => Promise<T>,
  waitMs: number,
  retriable: (error: unknown) => boolean = isBusy,
): Promise<T> {
  const until = Date.now() + waitMs;
  for (let pause = 1;; pause = Math.min(pause * 2, 50)) {
    try {
      return await attempt();
    } catch (error) {
      if (!retriable(error) || Date.now() > until) throw error;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

/** The answer of `work`, or the error of `late` where it takes longer than `ms`; it goes on all the same, unheard. */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
