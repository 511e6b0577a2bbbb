/** Waits for `check` to answer something, and gives it; throws with `what` after a minute. For what no page shows. */
export async function until<T>(what: string, check: () => Promise<T | undefined | false>): Promise<T> {
  const last = Date.now() + 60_000;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > last) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}
