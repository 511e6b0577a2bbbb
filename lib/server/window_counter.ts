/** Counters of this process alone: no database, and never more memory than agreed. */
import type { WindowCounter } from "../domain/ports.ts";

interface Window {
  count: number;
  resetsAt: number;
}

/**
 * Counts a key's requests in windows of time. It remembers the newest `capacity` keys: past that the oldest window is
 * forgotten, so a flood of addresses frees some of them early and never fills the memory.
 */
export function createWindowCounter(capacity = 10_000): WindowCounter & { readonly size: number } {
  // A Map keeps the order of insertion, and a new window goes to its end: the oldest is always first.
  const windows = new Map<string, Window>();
  return {
    get size() {
      return windows.size;
    },
    count(key, windowMs, now) {
      const known = windows.get(key);
      // A window that ends later than any could was begun while the clock was wrong.
      if (known && known.resetsAt > now && known.resetsAt <= now + 2 * windowMs) {
        known.count++;
        return known;
      }
      windows.delete(key);
      for (const [oldest, { resetsAt }] of windows) {
        if (resetsAt > now && windows.size < capacity) break;
        windows.delete(oldest);
      }
      const fresh = { count: 1, resetsAt: now + windowMs };
      windows.set(key, fresh);
      return fresh;
    },
  };
}
