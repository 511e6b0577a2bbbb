/** One work at a time, in turns of accounts: who asks for much waits for the own works, others do not. */

/** Ends a turn; a second call does nothing. */
export type EndTurn = () => void;

/** At most one turn is held. The next one is the account's that waits longest since its last one. */
export class FairTurns {
  /** Whose turn it is, or null. */
  #holder: number | null = null;
  readonly #waiting = new Map<number, (() => void)[]>();

  /** Resolves when it is this account's turn, with what ends it. */
  async take(accountId: number): Promise<EndTurn> {
    if (this.#holder === null) this.#holder = accountId;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.set(accountId, [...this.#waiting.get(accountId) ?? [], resolve]);
      await promise;
    }
    let ended = false;
    return () => {
      if (!ended) this.#next();
      ended = true;
    };
  }

  #next(): void {
    // Who just had a turn comes last.
    const own = this.#waiting.get(this.#holder!);
    if (own && this.#waiting.delete(this.#holder!)) this.#waiting.set(this.#holder!, own);
    const [first] = this.#waiting;
    this.#holder = first?.[0] ?? null;
    if (!first) return;
    const [accountId, [go, ...rest]] = first;
    if (rest.length > 0) this.#waiting.set(accountId, rest);
    else this.#waiting.delete(accountId);
    go();
  }
}
