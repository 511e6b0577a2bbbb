/** Waits for `check` to answer something, and gives it; throws with `what` in the end. For what no page shows. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  mostMs = 60_000,
): Promise<T> {
  const last = Date.now() + mostMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > last) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}
