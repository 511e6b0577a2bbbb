/** First come, first served: `enter` resolves when everyone before has left, with the function that leaves. */
export class Queue {
  #tail: Promise<void> = Promise.resolve();

  /** Waits for the turn. The answer must be called exactly when the turn ends; calling it twice is harmless. */
  enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#tail;
    this.#tail = promise;
    return before.then(() => resolve);
  }

  /** Runs `work` when its turn comes and leaves the queue whatever happens. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
