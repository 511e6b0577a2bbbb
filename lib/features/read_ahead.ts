/** Reads that need an earlier one's answer, begun beside it: a database server answers both in one round trip. */

/**
 * Reads `first`, then `then` for its answer. `guess` is the earlier answer of `first`, where known: `then` starts with
 * it at once, and again only where the answer differs. Answers are compared as JSON.
 */
export async function readAhead<First, Second>(
  first: Promise<First>,
  guess: First | undefined,
  then: (value: First) => Promise<Second>,
): Promise<[First, Second]> {
  if (guess === undefined) {
    const value = await first;
    return [value, await then(value)];
  }
  const [value, ahead] = await Promise.allSettled([first, then(guess)]);
  if (value.status === "rejected") throw value.reason;
  if (JSON.stringify(value.value) !== JSON.stringify(guess)) return [value.value, await then(value.value)];
  if (ahead.status === "rejected") throw ahead.reason;
  return [value.value, ahead.value];
}
