import type { Log } from "../log.ts";

/** How long until a handle may be free, in milliseconds. */
const AGAIN_MS = 250;
/** While there is none each try fails, and one line of the log says so. */
const TOLD_MS = 60_000;

/** Logs once a minute that a connection found no file handle free; resolves when it is time to try again. */
export function shortageOfHandles(log: Log): (error: unknown) => Promise<void> {
  let toldAt = -Infinity;
  return (error) => {
    if (performance.now() - toldAt > TOLD_MS) {
      toldAt = performance.now();
      log({
        level: "error",
        message: "connections wait or are refused for a moment: raise the limit of open files where this comes again",
        error: String(error),
      });
    }
    return new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  };
}
