/** How late the event loop comes to what is due. */
import type { Timing } from "./timing.ts";

const EVERY_MS = 250;

/** Adds to `lag` how late a timer fires, four times a second, until the returned function is called. */
export function watchLoop(lag: Timing): () => void {
  let due = 0, timer = 0;
  const wait = () => {
    due = performance.now() + EVERY_MS;
    timer = setTimeout(() => {
      lag.add(Math.max(0, performance.now() - due));
      wait();
    }, EVERY_MS) as unknown as number;
    Deno.unrefTimer(timer);
  };
  wait();
  return () => clearTimeout(timer);
}
