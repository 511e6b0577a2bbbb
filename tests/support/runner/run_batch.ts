/** Runs a list of test files in one process, and by itself each that did not pass there. */
import { join } from "node:path";
import { failedIn, type FileResult, passedIn } from "./batch.ts";
import type { TestFile } from "./plan.ts";
import type { Outcome } from "./report.ts";
import { runFile, runTests } from "./run_file.ts";

const CHILD = "tests/support/runner/batch_child.ts";

async function resultsIn(path: string): Promise<FileResult[]> {
  const text = await Deno.readTextFile(path).catch(() => "");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The outcome of each file, in order. One that failed beside the others and passes by itself is unsteady. */
export async function runBatch(
  files: readonly TestFile[],
  root: string,
  env: Record<string, string>,
): Promise<Outcome[]> {
  if (files.length === 1) return [await runFile(files[0], root, env)];
  const folder = await Deno.makeTempDir({ prefix: "harbourline-batch-" });
  const written = join(folder, "results");
  const paths = files.map(({ path }) => path);
  const { output, success } = await runTests([CHILD, "--", JSON.stringify(paths), written], root, env);
  const passed = new Map(passedIn(output, success, await resultsIn(written)).map((one) => [one.path, one]));
  await Deno.remove(folder, { recursive: true });
  const outcomes: Outcome[] = [];
  for (const file of files) {
    const here = passed.get(file.path);
    outcomes.push(here ? { ...file, ...here, failed: 0, ok: true, output: "" } : await runFile(file, root, env));
  }
  const failed = failedIn(output);
  // Where no test failed, a file that breaks by itself as well has broken the others.
  const isUnsteady = ({ path }: Outcome) =>
    failed.has(path) || failed.size === 0 && outcomes.every(({ ok }) => ok) && !passed.has(path);
  return outcomes.map((one) => one.ok && isUnsteady(one) ? { ...one, unsteady: output } : one);
}
