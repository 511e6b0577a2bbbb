import { DatabaseUnavailableError } from "./errors.ts";

/** Releases a permit. Only the first call counts. */
export type Release = () => void;

/** FIFO semaphore: at most `permits` holders at once, the others wait in order. */
export class Semaphore {
  #free: number;
  #waiters: (() => void)[] = [];

  /** `permits`: maximum number of concurrent holders. */
  constructor(permits = 1) {
    this.#free = permits;
  }

  /** Number of waiting callers. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * Resolves with the release function. Rejects with DatabaseUnavailableError after `timeoutMs` milliseconds without a
   * permit; waits indefinitely without `timeoutMs`.
   */
  acquire(timeoutMs?: number): Promise<Release> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(this.#release());
    }
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waiter = () => {
      clearTimeout(timer);
      resolve(this.#release());
    };
    this.#waiters.push(waiter);
    if (timeoutMs !== undefined) {
      timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(DatabaseUnavailableError.after(timeoutMs));
      }, timeoutMs);
    }
    return promise;
  }

  /** Runs `work` with a permit and releases it in any case. `timeoutMs` as in `acquire`. */
  async run<T>(work: () => T | Promise<T>, timeoutMs?: number): Promise<T> {
    const release = await this.acquire(timeoutMs);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #release(): Release {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#waiters.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
