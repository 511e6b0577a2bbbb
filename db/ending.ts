/** The result of the work, after which `end` is done in any case. An error of `end` never hides one of the work. */
export async function withEnding<T>(work: () => Promise<T>, end: () => Promise<unknown>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await end().catch(() => {});
    throw error;
  }
  await end();
  return result;
}
