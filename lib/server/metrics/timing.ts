/** Times that were counted: an addition each, since the home and the quote pass through it. */

/** Upper bounds of the buckets; what took longer is in one more. */
export const BOUNDS_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 5] as const;

export class Timing {
  /** How many fell into each bucket, without those of the buckets before it. */
  readonly counts: number[] = [...BOUNDS_SECONDS, Infinity].map(() => 0);
  sumMs = 0;

  /** `also` gets each time as well. */
  constructor(private readonly also?: (ms: number) => void) {}

  add(ms: number): void {
    let i = 0;
    while (i < BOUNDS_SECONDS.length && ms > BOUNDS_SECONDS[i] * 1000) i++;
    this.counts[i]++;
    this.sumMs += ms;
    this.also?.(ms);
  }
}
