/** Pool of workers that are started in advance. Each reads one file, since a crafted file may change its worker. */

/** A worker that is ready, or why it did not start. */
export type Started = { worker: Worker } | { failed: "broken" | "late" };

export interface WorkerPool {
  /**
   * Takes the worker that replaced this account's last one, so that one account cannot use up the others'; else the one
   * that has waited longest, or a new one. The caller must call `end`.
   */
  take(accountId: number): Promise<Started>;
  /** Stops a worker that an account took; a replacement is started. */
  end(started: Started, accountId: number): void;
  /** Stops idle workers and starts no replacements. */
  close(): void;
}

/** Milliseconds for a worker to start. */
const START_MS = 60_000;
/** Milliseconds without work after which idle workers are stopped: each takes some 15 MB. */
const IDLE_MS = 5 * 60_000;

/** Keeps `count` workers, busy ones included, from the first file until the pool was idle for `idleMs`. */
export function createWorkerPool(count: number, start: () => Worker, idleMs = IDLE_MS): WorkerPool {
  let waiting: (Starting & { follows: number | null })[] = [];
  let taken = 0, closed = false;
  let idle = 0;
  const stopWaiting = () => {
    for (const { stop } of waiting.splice(0)) stop();
  };
  /**
   * Starts an idle worker. One that fails while it waits leaves the pool, or a file would wait for its answer in vain.
   */
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
        // Starting failed: none is kept, and the next file starts its own worker and gets the error.
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
