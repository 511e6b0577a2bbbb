/** How much of a processor a run took: unlike its duration, that is the same on a busy machine, or nearly. */

import process from "node:process";

/** What Linux counts in /proc, a second, on every machine. */
const TICKS = 100;

/** A process by its line of /proc/<pid>/stat: `ownMs` of CPU, `childrenMs` of its children that it saw end. */
interface Process {
  pid: number;
  parent: number;
  ownMs: number;
  childrenMs: number;
}

/** What a line of /proc/<pid>/stat says. */
export function processOf(stat: string): Process {
  // The second field is the program's name in brackets, which may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
  const ms = (first: number) => (fields[first] + fields[first + 1]) * 1000 / TICKS;
  return { pid: parseInt(stat), parent: fields[1], ownMs: ms(11), childrenMs: ms(13) };
}

function* processes(): Generator<Process> {
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      yield processOf(Deno.readTextFileSync(`/proc/${name}/stat`));
    } catch { /* It ended meanwhile. */ }
  }
}

/**
 * The CPU of process `root` and all below it, in milliseconds, while they run: of a browser's pages nobody learns it
 * later, as the browser ends before them.
 */
export function treeCpuMsOf(all: readonly Process[], root: number): number {
  const below = (pid: number): number =>
    all.filter(({ parent }) => parent === pid)
      .reduce((ms, child) => ms + child.ownMs + child.childrenMs + below(child.pid), 0);
  const self = all.find(({ pid }) => pid === root);
  return self ? self.ownMs + self.childrenMs + below(root) : 0;
}

/**
 * The CPU of this process and all that it started, in milliseconds, but for what runs as process `but` and below it;
 * null where the system does not count so.
 */
export function treeCpuMs(but?: number): number | null {
  if (Deno.build.os !== "linux") return null;
  return treeCpuMsOf([...processes()].filter(({ pid }) => pid !== but), Deno.pid);
}

/** The CPU of this process alone, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
