/** Waits for `check` to answer something, and gives it; throws with `what` after 15 seconds. For what no page shows. */
export async function until<T>(what: string, check: () => Promise<T | undefined | false>): Promise<T> {
  const last = Date.now() + 15_000;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > last) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}
