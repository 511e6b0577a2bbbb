/** Reads that need an earlier one's answer, begun beside it: a database server answers both in one round trip. */

/**
 * What `first` tells and what `then` reads for it. `guess` is what `first` told before, where that is known: `then`
 * begins with it at once, and again only where `first` tells something else. What is told is compared as JSON.
 */
export async function readAhead<Told, Answer>(
  first: Promise<Told>,
  guess: Told | undefined,
  then: (told: Told) => Promise<Answer>,
): Promise<[Told, Answer]> {
  if (guess === undefined) {
    const told = await first;
    return [told, await then(told)];
  }
  const [told, ahead] = await Promise.allSettled([first, then(guess)]);
  if (told.status === "rejected") throw told.reason;
  if (JSON.stringify(told.value) !== JSON.stringify(guess)) return [told.value, await then(told.value)];
  if (ahead.status === "rejected") throw ahead.reason;
  return [told.value, ahead.value];
}
