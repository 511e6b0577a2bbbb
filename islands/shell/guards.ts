import { useLayoutEffect } from "react";

/**
 * Asks before leaving a page with unsaved changes. A layout effect, as a passive one would run too late for the first
 * keystroke.
 */
export function useLeaveGuard(unsaved: boolean): void {
  useLayoutEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [unsaved]);
}

/** Prevents a file dropped outside its target from replacing the page. */
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
