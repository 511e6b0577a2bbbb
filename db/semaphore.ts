import { DatabaseAwayError } from "./errors.ts";

/** Gives a permit back. Only the first call counts. */
export type Release = () => void;

/** FIFO semaphore: at most `permits` holders at once, the others wait in the order in which they came. */
export class Semaphore {
  #free: number;
  #waiters: (() => void)[] = [];

  /** `permits`: how many may hold one at the same time. */
  constructor(permits = 1) {
    this.#free = permits;
  }

  /** How many callers wait for a permit. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * Resolves with the function that gives the permit back. Rejects with DatabaseAwayError where none came free within
   * `timeoutMs` milliseconds; the permit then goes to the next waiter. Without `timeoutMs` it waits for good.
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
        reject(DatabaseAwayError.after(timeoutMs));
      }, timeoutMs);
    }
    return promise;
  }

  /** Runs `work` with a permit and gives it back whatever happens. `timeoutMs` as in `acquire`. */
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
