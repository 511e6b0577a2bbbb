import { useEffect, useRef } from "react";

/**
 * Defers a function until no pointer is down: a message that appears between press and release moves the button away,
 * and the click is lost.
 */
export function useAfterPress(): (run: () => void) => void {
  const down = useRef(false);
  useEffect(() => {
    const press = () => void (down.current = true);
    const release = () => void (down.current = false);
    addEventListener("pointerdown", press, true);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, release, true);
    return () => {
      removeEventListener("pointerdown", press, true);
      for (const type of ["pointerup", "pointercancel"]) removeEventListener(type, release, true);
    };
  }, []);
  return (run) => {
    if (!down.current) return run();
    const later = () => {
      for (const type of ["pointerup", "pointercancel"]) removeEventListener(type, later);
      setTimeout(run);
    };
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, later);
  };
}
