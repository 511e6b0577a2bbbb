import { useLayoutEffect, useRef } from "react";

/** Calls `went` once Back or Forward led to another address of this very page, whose entries the page made itself. */
export function useBack(went: () => void): void {
  const latest = useRef(went);
  latest.current = went;
  useLayoutEffect(() => {
    const go = () => latest.current();
    addEventListener("popstate", go);
    return () => removeEventListener("popstate", go);
  }, []);
}
