/** How much of a processor a run took: unlike its duration, that is the same on a busy machine, or nearly. */

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

/** CPU of a process with all that it started: `ms` of all, `lostMs` of those that it will not see end. */
export interface TreeCpu {
  ms: number;
  lostMs: number;
}

/** CPU of process `root` and all below it, in milliseconds. A browser ends before its pages: nobody waits for them. */
export function treeCpuOf(all: readonly Process[], root: number): TreeCpu {
  const sum = (pid: number): number =>
    all.filter(({ parent }) => parent === pid)
      .reduce((ms, child) => ms + child.ownMs + child.childrenMs + sum(child.pid), 0);
  const self = all.find(({ pid }) => pid === root);
  if (!self) return { ms: 0, lostMs: 0 };
  const lostMs = all.filter(({ parent }) => parent === root).reduce((ms, child) => ms + sum(child.pid), 0);
  return { ms: self.ownMs + self.childrenMs + sum(root), lostMs };
}

/** The CPU of this process and all that it started; null where the system does not count so. */
export function treeCpu(): TreeCpu | null {
  return Deno.build.os === "linux" ? treeCpuOf([...processes()], Deno.pid) : null;
}
