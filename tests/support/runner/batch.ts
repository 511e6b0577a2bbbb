/** Test files that share a process: which, and what became of each. */
import type { TestFile } from "./plan.ts";
import { countsIn } from "./report.ts";

/** Between a file's path and the name of its test, in what a shared process prints. */
export const NAME_MARK = " › ";

/** What a file that ran to its end in a shared process writes down: tests that passed, and milliseconds. */
export interface FileResult {
  path: string;
  passed: number;
  ms: number;
}

/** Each file has two steps beside its tests, which Deno counts too: before all and after all. */
const STEPS = 2;

/**
 * How many files share a process, by layer: the application's modules cost a second of CPU to read, and a browser as
 * much to start; but a file that fails beside others is run again by itself.
 */
const MOST = { unit: 24, feature: 8, http: 8, e2e: 4 } as const;

/** A file of more bytes has enough to do by itself, and ends a run late where it waits for others. */
const MOST_BYTES = 60_000;

/**
 * Files in order, in lists that share a process: neighbours of one layer. A file of `alone` has its process to itself.
 */
export function inBatches(files: readonly TestFile[], alone: readonly string[]): TestFile[][] {
  const batches: TestFile[][] = [];
  const open = new Map<string, TestFile[]>();
  for (const file of files) {
    const current = open.get(file.layer);
    const bytes = (current ?? []).reduce((sum, one) => sum + one.bytes, file.bytes);
    if (!alone.includes(file.path) && current && current.length < MOST[file.layer] && bytes <= MOST_BYTES) {
      current.push(file);
      continue;
    }
    const batch = [file];
    batches.push(batch);
    if (!alone.includes(file.path)) open.set(file.layer, batch);
  }
  return batches;
}

/** Files of which a test or a hook failed in a shared process, by what it printed. */
export function failedIn(output: string): Set<string> {
  return new Set([...output.matchAll(/^(tests\/\S+) › .*\.\.\. .*FAILED/gm)].map(([, path]) => path));
}

/**
 * The files of a shared process that passed, by what it printed and what they wrote down: each came to its end, none of
 * its tests failed, and Deno counted as many tests as the files did. What is left out has to be run by itself.
 */
export function passedIn(output: string, success: boolean, results: readonly FileResult[]): FileResult[] {
  const failed = failedIn(output);
  const counts = countsIn(output);
  const counted = results.reduce((sum, { passed }) => sum + passed + STEPS, 0);
  const agreed = success && counts?.failed === 0 && counts.passed === counted;
  // A failure that no file has is anybody's.
  if (!agreed && failed.size === 0) return [];
  return results.filter(({ path }) => !failed.has(path));
}
