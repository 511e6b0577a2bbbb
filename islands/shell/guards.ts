import { useLayoutEffect } from "react";

/**
 * Asks before the page is left while something on it is not kept: from the keystroke on, for a passive effect would wait
 * for the next painting.
 */
export function useLeaveGuard(unsaved: boolean): void {
  useLayoutEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [unsaved]);
}

/** A file that is dropped beside its place must not take the browser away from the page. */
export function useDropGuard(): void {
  useLayoutEffect(() => {
    const hold = (event: Event) => event.preventDefault();
    addEventListener("dragover", hold);
    addEventListener("drop", hold);
    return () => {
      removeEventListener("dragover", hold);
      removeEventListener("drop", hold);
    };
  }, []);
}
