/** How much of a processor a run took: unlike its duration, that is the same on a busy machine, or nearly. */

/** What Linux counts in /proc, a second, on every machine. */
const TICKS = 100;

/** Milliseconds of CPU, user's and system's, in a line of /proc/<pid>/stat: the process and its children that ended. */
export function cpuMsOf(stat: string): number {
  // The second field is the program's name in brackets, which may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 1000 / TICKS;
}

/**
 * Milliseconds of CPU of this process and all that it ran to their ends; null where the system does not count so. Pages
 * of a Chromium that end after it are nobody's children: a tenth of a browser test is missing.
 */
export function cpuMs(): number | null {
  return Deno.build.os === "linux" ? cpuMsOf(Deno.readTextFileSync("/proc/self/stat")) : null;
}
