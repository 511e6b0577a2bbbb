/**
 * How long the event loop is kept from everybody else, in CPU time of this thread, so that a busy machine counts as a
 * quiet one.
 */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** CPU time of this thread in milliseconds; by the wall clock where the system does not tell. */
function threadMs(): number {
  if (Deno.build.os !== "linux") return performance.now();
  return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
}

/** The longest turn of the event loop while `work` runs, in milliseconds. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0, before = threadMs(), running = true;
  const watch = (async () => {
    while (running) {
      await setImmediate();
      const now = threadMs();
      longest = Math.max(longest, now - before);
      before = now;
    }
  })();
  try {
    await work();
  } finally {
    running = false;
    await watch;
  }
  return longest;
}

/** How often the loop is looked at, in milliseconds: what it did meanwhile may be many turns. */
const LOOK_MS = 25;
/** The longest turn that is allowed, as a multiple of the calibration loop: 200 ms where that takes 12. */
const MOST = 17;
/** CPU time of a quick turn, in milliseconds: for less the calibration loop is not run. */
const QUICK_MS = 60;

/** Watches the loop by a timer, for little. What it gives ends that, and tells the longest turn in such loops. */
export function watchTurns(): () => number {
  let longest = 0, before = threadMs();
  const look = () => {
    const now = threadMs();
    longest = Math.max(longest, now - before - LOOK_MS);
    before = now;
  };
  const timer = setInterval(look, LOOK_MS);
  Deno.unrefTimer(timer as unknown as number);
  return () => {
    clearInterval(timer);
    look();
    return longest < QUICK_MS ? 0 : longest / calibration();
  };
}

/** Fails where a turn of the loop was one that nobody should have to wait for. */
export function assertShortTurns(longest: number): void {
  if (longest < MOST) return;
  throw new Error(
    `A turn of the event loop took ${longest.toFixed(1)} times the calibration loop, at most ${MOST} are allowed: do ` +
      "it in slices. Where no portal does it, say so by `t.longTurns(why)`.",
  );
}

/** Milliseconds that a fixed amount of work takes here: hashing 16 MB, some 10 ms on a machine of today. */
export function calibration(): number {
  const bytes = new Uint8Array(1024 * 1024);
  const times = Array.from({ length: 5 }, () => {
    const before = threadMs();
    const hash = createHash("sha256");
    for (let n = 0; n < 16; n++) hash.update(bytes);
    hash.digest();
    return threadMs() - before;
  });
  return times.sort((a, b) => a - b)[2];
}
