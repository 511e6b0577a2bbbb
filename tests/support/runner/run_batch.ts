/** Runs a list of test files in one process, and by itself each that did not pass there. */
import { join } from "node:path";
import { SecondTries } from "./again.ts";
import { failedIn, type FileResult, passedIn } from "./batch.ts";
import type { TestFile } from "./plan.ts";
import type { Outcome } from "./report.ts";
import { runFile, runTests } from "./run_file.ts";

const CHILD = "tests/support/runner/batch_child.ts";

async function resultsIn(path: string): Promise<FileResult[]> {
  const text = await Deno.readTextFile(path).catch(() => "");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/**
 * Runs the files in one process, in this order: what it printed, whether it succeeded, what they wrote down. After a
 * failure the output ends with the command that does so again.
 */
export async function runTogether(
  paths: readonly string[],
  root: string,
  env: Record<string, string>,
): Promise<{ output: string; success: boolean; results: FileResult[] }> {
  const folder = await Deno.makeTempDir({ prefix: "harbourline-batch-" });
  const written = join(folder, "results");
  const { output, success } = await runTests([CHILD, "--", JSON.stringify(paths), written], root, env);
  const results = await resultsIn(written);
  await Deno.remove(folder, { recursive: true });
  const again = success ? "" : `\nIn one process, again: deno task test together ${paths.join(" ")}\n`;
  return { output: output + again, success, results };
}

/**
 * The outcome of each file, in order. One that failed beside the others is run by itself where a second try is left for
 * it, and is unsteady where it passes then. One of several that no failure is known of is run by itself whatever is
 * left.
 */
export async function runBatch(
  files: readonly TestFile[],
  root: string,
  env: Record<string, string>,
  tries = new SecondTries(),
): Promise<Outcome[]> {
  const { output, success, results } = await runTogether(files.map(({ path }) => path), root, env);
  const passed = new Map(passedIn(output, success, results).map((one) => [one.path, one]));
  const counted = new Map(results.map(({ path, cpuMs }) => [path, cpuMs]));
  const failed = failedIn(output);
  const outcomeOf = async ({ path, layer, ...file }: TestFile): Promise<Outcome> => {
    const here = passed.get(path), wrong = failed.get(path), cpuMs = counted.get(path);
    if (here) return { path, layer, ms: here.ms, cpuMs, passed: here.passed, failed: 0, ok: true, output: "" };
    if (wrong === undefined && files.length > 1) return await runFile({ path, layer, ...file }, root, env);
    if (tries.take()) return { ...await runFile({ path, layer, ...file }, root, env), cpuMs, final: true };
    return { path, layer, ms: 0, cpuMs, passed: 0, failed: wrong ?? 1, ok: false, output, final: true };
  };
  const outcomes: Outcome[] = [];
  for (const file of files) outcomes.push(await outcomeOf(file));
  // Where no test failed, a file that breaks by itself as well has broken the others.
  const isUnsteady = ({ path }: Outcome) =>
    failed.has(path) || failed.size === 0 && outcomes.every(({ ok }) => ok) && !passed.has(path);
  return outcomes.map((one) => one.ok && isUnsteady(one) ? { ...one, unsteady: output } : one);
}
