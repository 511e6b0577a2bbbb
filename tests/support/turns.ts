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
