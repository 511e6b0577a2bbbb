/**
 * Loads something once, when it is first needed, and gives the same to everybody. What failed to load is tried again by
 * the next who needs it.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
}
