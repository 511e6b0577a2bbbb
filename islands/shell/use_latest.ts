import { useRef } from "react";

/** What `latest` resolves to where something else was waited for since. */
export const LATE: unique symbol = Symbol("late");

/** Waits for one thing at a time: of several, the last alone counts, and the others resolve to LATE. */
export function useLatest(): <T>(awaited: T | Promise<T>) => Promise<T | typeof LATE> {
  const last = useRef(0);
  return async (awaited) => {
    const mine = ++last.current;
    const found = await awaited;
    return mine === last.current ? found : LATE;
  };
}
