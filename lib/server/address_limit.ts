/** In-memory rate limit by address, with bounded memory. */

export interface AddressLimit {
  /** Counts a request. Returns 0, or the whole seconds to wait where it exceeds the limit. `now` in milliseconds. */
  count(address: string, now: number): number;
  /** Number of remembered addresses. */
  readonly size: number;
}

interface Window {
  count: number;
  resetsAt: number;
}

/**
 * At most `most` requests of an address in `windowMs`. Remembers the newest `capacity` addresses: beyond that the
 * oldest window is dropped, so a flood of addresses cannot exhaust memory.
 */
export function addressLimit(most: number, windowMs: number, capacity = 10_000): AddressLimit {
  // A Map keeps insertion order and new windows go to the end, so the oldest is first.
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
