/** A fixed sequence of fractions from 0 to 1: the same at every run. */
export function chance(seed: number): () => number {
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}
