/** Workers that are started before they are wanted. Each has one work, since a crafted file may change its worker. */

/** A worker that has said that it is ready, or why it never was. */
export type Started = { worker: Worker } | { failed: "broken" | "late" };

export interface WorkerPool {
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
export function createWorkerPool(count: number, start: () => Worker, idleMs = IDLE_MS): WorkerPool {
  let waiting: (Starting & { follows: number | null })[] = [];
  let taken = 0, closed = false;
  let idle = 0;
  const stopWaiting = () => {
    for (const { stop } of waiting.splice(0)) stop();
  };
  /** One that breaks while it waits is nobody's: a file would wait for its answer in vain. */
  const addIdle = (follows: number | null) => {
    const leave = () => void (waiting = waiting.filter((other) => other !== one));
    const one = { ...startOne(start, leave), follows };
    waiting.push(one);
  };

  return {
    async take(accountId) {
      clearTimeout(idle);
      taken++;
      const own = waiting.findIndex(({ follows }) => follows === accountId);
      try {
        const idleWorker = await waiting.splice(Math.max(0, own), 1)[0]?.started;
        return idleWorker && "worker" in idleWorker ? idleWorker : await startOne(start).started;
      } catch (error) {
        taken--;
        throw error;
      }
    },
    end(started, accountId) {
      if ("worker" in started) started.worker.terminate();
      taken--;
      if (closed) return;
      let follows: number | null = accountId;
      try {
        for (; waiting.length + taken < count; follows = null) addIdle(follows);
      } catch {
        // None is kept then: the next work starts its own, and hears why there is none.
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

/** `broken` is called where the worker fails before somebody else listens to it. */
function startOne(start: () => Worker, broken = () => {}): Starting {
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
    broken();
  };
  worker.onmessage = () => resolve({ worker });
  return { started: promise.finally(() => clearTimeout(late)), stop: () => fail("late") };
}
