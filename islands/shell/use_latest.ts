import { useRef } from "react";

/** The result of a wait that a newer one has replaced. */
export const LATE: unique symbol = Symbol("late");

/** Waits for one promise at a time: only the last counts, the earlier ones resolve to LATE. */
export function useLatest(): <T>(awaited: T | Promise<T>) => Promise<T | typeof LATE> {
  const last = useRef(0);
  return async (awaited) => {
    const mine = ++last.current;
    const found = await awaited;
    return mine === last.current ? found : LATE;
  };
}
