/** Test files that share a process: which, and what became of each. */
import type { TestFile } from "./plan.ts";
import { countsIn } from "./report.ts";

/** Between a file's path and the name of its test, in what a shared process prints. */
export const NAME_MARK = " › ";

/**
 * What a file that ran to its end in a shared process writes down: tests it has, those that passed, milliseconds, and
 * those of CPU with what it started, null where the system does not count.
 */
export interface FileResult {
  path: string;
  /** Tests but those that are ignored. */
  expected: number;
  passed: number;
  ms: number;
  cpuMs: number | null;
}

/** Each file has two steps beside its tests, which Deno counts too: before all and after all. */
const STEPS = 2;

/**
 * How many files share a process, by layer: the modules cost a second of CPU to read, and a browser as much to start.
 * What fails beside others is run again alone. Of 16 HTTP files one turn of the loop was too long: memory adds up.
 */
const MOST = { unit: 32, feature: 16, http: 8, e2e: 6 } as const;

/** A file of more bytes has enough to do by itself, and ends a run late where it waits for others: browser tests do. */
const MOST_BYTES = { unit: 120_000, feature: 120_000, http: 120_000, e2e: 60_000 } as const;

/**
 * Files in lists that share a process, each by path: neighbours in order, of one layer. A file of `alone` has its
 * process to itself.
 */
export function inBatches(files: readonly TestFile[], alone: readonly string[]): TestFile[][] {
  const batches: TestFile[][] = [];
  const open = new Map<string, TestFile[]>();
  for (const file of files) {
    const current = open.get(file.layer);
    const bytes = (current ?? []).reduce((sum, one) => sum + one.bytes, file.bytes);
    if (!alone.includes(file.path) && current && current.length < MOST[file.layer] && bytes <= MOST_BYTES[file.layer]) {
      current.push(file);
      continue;
    }
    const batch = [file];
    batches.push(batch);
    if (!alone.includes(file.path)) open.set(file.layer, batch);
  }
  return batches.map((batch) => batch.toSorted((a, b) => a.path < b.path ? -1 : 1));
}

/** How many tests and hooks of each file failed in a shared process, by what it printed. */
export function failedIn(output: string): Map<string, number> {
  const failed = new Map<string, number>();
  for (const [, path] of output.matchAll(/^(tests\/\S+) › .*\.\.\. .*FAILED/gm)) {
    failed.set(path, (failed.get(path) ?? 0) + 1);
  }
  return failed;
}

/**
 * The files of a shared process that surely passed. None did where Deno counted other failures than the output lists
 * or, without failures, other tests than the files report. The rest is run again alone.
 */
export function passedIn(output: string, success: boolean, results: readonly FileResult[]): FileResult[] {
  const failed = failedIn(output);
  const counts = countsIn(output);
  const told = failed.values().reduce((sum, n) => sum + n, 0);
  // A failure that belongs to no file, such as an uncaught error, may be any file's: then none has passed.
  if (counts?.failed !== told || success !== (told === 0)) return [];
  const counted = results.reduce((sum, { passed }) => sum + passed + STEPS, 0);
  if (success && counts.passed !== counted) return [];
  return results.filter(({ path, expected, passed }) => !failed.has(path) && passed === expected);
}
