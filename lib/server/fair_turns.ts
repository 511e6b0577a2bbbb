/** Works in turns of accounts: who asks for much waits for the own works, others do not. */

/** Ends a turn; a second call does nothing. */
export type EndTurn = () => void;

interface Wanted {
  alone: boolean;
  go: () => void;
}

/** An account holds one turn at most, and `most` are held at a time. The next is whose last one is longest ago. */
export class FairTurns {
  readonly #most: number;
  readonly #holders = new Set<number>();
  /** Who holds a turn beside which none is given. */
  #alone: number | null = null;
  readonly #waiting = new Map<number, Wanted[]>();

  constructor(most = 1) {
    this.#most = most;
  }

  /** Resolves when it is this account's turn, with what ends it; `alone` where nobody else may have one meanwhile. */
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
    // Who just had a turn comes last.
    const own = this.#waiting.get(accountId);
    if (own && this.#waiting.delete(accountId)) this.#waiting.set(accountId, own);
    this.#give();
  }

  #give(): void {
    for (const [accountId, [first, ...rest]] of this.#waiting) {
      if (this.#alone !== null || this.#holders.size === this.#most) return;
      if (this.#holders.has(accountId)) continue;
      // Who needs to be alone lets nobody past, else it would wait for ever.
      if (first.alone && this.#holders.size > 0) return;
      if (first.alone) this.#alone = accountId;
      this.#holders.add(accountId);
      if (rest.length > 0) this.#waiting.set(accountId, rest);
      else this.#waiting.delete(accountId);
      first.go();
    }
  }
}
