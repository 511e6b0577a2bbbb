/** The pace of a mail service: how long the next mail waits for its turn. */
export interface Pace {
  /** Milliseconds until the next mail may begin. */
  waitMs(): number;
  /** A mail begins. */
  begin(): void;
}

/** `perSecond` mails a second at most; `clock` in milliseconds, and never goes back. */
export function createPace(perSecond: number, clock: () => number): Pace {
  let begunAt = -Infinity;
  return {
    waitMs: () => Math.max(0, begunAt + 1000 / perSecond - clock()),
    begin: () => void (begunAt = clock()),
  };
}
