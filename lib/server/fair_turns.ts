/** Fair queue: accounts take turns, so one that asks for much work delays only itself. */

/** Ends a turn; a second call does nothing. */
export type EndTurn = () => void;

interface Wanted {
  alone: boolean;
  go: () => void;
}

/** At most `most` turns are held at a time, one of an account. Next comes the account that had a turn longest ago. */
export class FairTurns {
  readonly #most: number;
  readonly #holders = new Set<number>();
  /** The account whose turn must run alone; null for none. */
  #alone: number | null = null;
  readonly #waiting = new Map<number, Wanted[]>();

  constructor(most = 1) {
    this.#most = most;
  }

  /**
   * Waits for this account's turn and resolves with the function that ends it. `alone`: no other turn runs meanwhile.
   */
  async take(accountId: number, { alone = false } = {}): Promise<EndTurn> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(accountId, [...this.#waiting.get(accountId) ?? [], { alone, go: resolve }]);
    this.#give();
    await promise;
    let ended = false;
    return () => {
      if (!ended) this.#end(accountId);
      ended = true;
    };
  }

  #end(accountId: number): void {
    this.#holders.delete(accountId);
    if (this.#alone === accountId) this.#alone = null;
    // The account goes to the end of the queue.
    const own = this.#waiting.get(accountId);
    if (own && this.#waiting.delete(accountId)) this.#waiting.set(accountId, own);
    this.#give();
  }

  #give(): void {
    for (const [accountId, [first, ...rest]] of this.#waiting) {
      if (this.#alone !== null || this.#holders.size === this.#most) return;
      if (this.#holders.has(accountId)) continue;
      // A turn that must run alone blocks the ones behind it, or it would never start.
      if (first.alone && this.#holders.size > 0) return;
      if (first.alone) this.#alone = accountId;
      this.#holders.add(accountId);
      if (rest.length > 0) this.#waiting.set(accountId, rest);
      else this.#waiting.delete(accountId);
      first.go();
    }
  }
}
