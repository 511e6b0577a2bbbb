/** Runs one test file in a process of its own. */
import { allocatorVariables } from "../../../lib/server/tasks/allocator.ts";
import { PACKAGES_INSTALLED } from "../child.ts";
import type { TestFile } from "./plan.ts";
import { countsIn, type Outcome } from "./report.ts";

/** Longer than any file takes on the busiest machine, in milliseconds: what hangs is ended and told. */
const HANG_MS = 30 * 60_000;

/** The runner itself has the packages installed. */
export const TEST = ["test", "-A", "--lock=tests/deno.lock", PACKAGES_INSTALLED];

/**
 * Runs `deno test` with these arguments, and gives what it printed and whether it succeeded. Types are `deno task
 * check`'s; a file at a time would check the same ones again and again.
 */
export async function runTests(
  args: readonly string[],
  root: string,
  env: Record<string, string>,
): Promise<{ output: string; success: boolean }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...TEST, "--no-check", ...args],
    cwd: root,
    env: { ...allocatorVariables(), NODE_ENV: "production", NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) output += text;
  };
  const hang = setTimeout(() => {
    output += `\nIt did not end within ${HANG_MS / 60_000} minutes.\n`;
    child.kill("SIGKILL");
  }, HANG_MS);
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  const { success } = await child.status;
  clearTimeout(hang);
  await reading;
  return { output, success };
}

/** Runs one file in a process of its own. */
export async function runFile(file: TestFile, root: string, env: Record<string, string>): Promise<Outcome> {
  const start = performance.now();
  const { output, success } = await runTests([file.path], root, env);
  const counts = countsIn(output);
  const ok = success && counts !== null && counts.failed === 0;
  // A file that failed otherwise, as by an error outside its tests, is one failure.
  const failed = ok ? 0 : Math.max(1, counts?.failed ?? 0);
  const { path, layer } = file;
  return { path, layer, ms: performance.now() - start, passed: counts?.passed ?? 0, failed, ok, output };
}
