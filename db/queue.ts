import { DatabaseAwayError } from "./errors.ts";

/** First come, first served, so many at a time: `enter` resolves with the function that leaves. */
export class Queue {
  #free: number;
  #waiting: (() => void)[] = [];

  /** `places`: how many may be in at once. */
  constructor(places = 1) {
    this.#free = places;
  }

  /**
   * Waits for a place, for at most `patienceMs` where that is given (DatabaseAwayError then; the place goes to the next).
   * The answer must be called exactly when the turn ends; calling it twice is harmless.
   */
  enter(patienceMs?: number): Promise<() => void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(this.#leaver());
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = () => {
      clearTimeout(timer);
      resolve(this.#leaver());
    };
    this.#waiting.push(go);
    if (patienceMs !== undefined) {
      timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(DatabaseAwayError.after(patienceMs));
      }, patienceMs);
    }
    return promise;
  }

  /** Runs `work` when its turn comes and leaves the queue whatever happens. `patienceMs` as `enter` takes it. */
  async run<T>(work: () => Promise<T>, patienceMs?: number): Promise<T> {
    const leave = await this.enter(patienceMs);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #leaver(): () => void {
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
