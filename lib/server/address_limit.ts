/** Limits a call by address within this process: no database, and never more memory than agreed. */

export interface AddressLimit {
  /** Counts one request; 0, or the whole seconds to wait where it is one too many. `now` in milliseconds. */
  count(address: string, now: number): number;
  /** How many addresses are remembered. */
  readonly size: number;
}

interface Window {
  count: number;
  resetsAt: number;
}

/**
 * At most `most` requests of an address in `windowMs`. It remembers the newest `capacity` addresses: past that the oldest
 * window is forgotten, so a flood of addresses frees some of them early and never fills the memory.
 */
export function addressLimit(most: number, windowMs: number, capacity = 10_000): AddressLimit {
  // A Map keeps the order of insertion, and a new window goes to its end: the oldest is always first.
  const windows = new Map<string, Window>();
  return {
    get size() {
      return windows.size;
    },
    count(address, now) {
      const known = windows.get(address);
      if (known && known.resetsAt > now) {
        known.count++;
        return known.count > most ? Math.max(1, Math.ceil((known.resetsAt - now) / 1000)) : 0;
      }
      windows.delete(address);
      for (const [oldest, { resetsAt }] of windows) {
        if (resetsAt > now && windows.size < capacity) break;
        windows.delete(oldest);
      }
      windows.set(address, { count: 1, resetsAt: now + windowMs });
      return 0;
    },
  };
}
