/** Workers that are started before they are wanted. Each has one work, since a crafted file may change its worker. */

/** A worker that has said that it is ready, or why it never was. */
export type Started = { worker: Worker } | { failed: "broken" | "late" };

export interface KeptWorkers {
  /**
   * The one in place of the account's last one, so that many works use up nobody else's; else the one that waits
   * longest, or a new one. The taker ends it by `end`.
   */
  take(accountId: number): Promise<Started>;
  /** Stops what was taken for an account. Another one starts in its place. */
  end(started: Started, accountId: number): void;
  /** Stops those that wait, and starts none in place of others. */
  close(): void;
}

/** Milliseconds for a worker to start. */
const START_MS = 60_000;
/** Milliseconds without work after which none is kept: each takes some 15 MB. */
const IDLE_MS = 5 * 60_000;

/** Keeps `count` workers, those that were taken among them, from the first work until there was none for a while. */
export function createKeptWorkers(count: number, start: () => Worker, idleMs = IDLE_MS): KeptWorkers {
  const waiting: (Starting & { follows: number | null })[] = [];
  let taken = 0, closed = false;
  let idle = 0;
  const stopWaiting = () => {
    for (const { stop } of waiting.splice(0)) stop();
  };

  return {
    async take(accountId) {
      clearTimeout(idle);
      taken++;
      const own = waiting.findIndex(({ follows }) => follows === accountId);
      const kept = await waiting.splice(Math.max(0, own), 1)[0]?.started;
      return kept && "worker" in kept ? kept : await startOne(start).started;
    },
    end(started, accountId) {
      if ("worker" in started) started.worker.terminate();
      taken--;
      if (closed) return;
      let follows: number | null = accountId;
      while (waiting.length + taken < count) {
        waiting.push({ ...startOne(start), follows });
        follows = null;
      }
      if (taken === 0) Deno.unrefTimer(idle = setTimeout(stopWaiting, idleMs) as unknown as number);
    },
    close() {
      closed = true;
      clearTimeout(idle);
      stopWaiting();
    },
  };
}

interface Starting {
  started: Promise<Started>;
  stop(): void;
}

function startOne(start: () => Worker): Starting {
  const worker = start();
  const { promise, resolve } = Promise.withResolvers<Started>();
  const fail = (failed: "broken" | "late") => {
    worker.terminate();
    resolve({ failed });
  };
  const late = setTimeout(() => fail("late"), START_MS);
  worker.onerror = (event) => {
    event.preventDefault();
    fail("broken");
  };
  worker.onmessage = () => resolve({ worker });
  return { started: promise.finally(() => clearTimeout(late)), stop: () => fail("late") };
}
