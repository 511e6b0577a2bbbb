/** Formatting, lint and types, beside the tests: one processor would wait for the types. */
import { RUN_CHILD } from "../child.ts";

/** Milliseconds by the clock and of CPU, null where the system does not count; `output` is what was wrong. */
export interface Checked {
  ok: boolean;
  output: string;
  ms: number;
  cpuMs: number | null;
}

const CHILD = new URL("checks_child.ts", import.meta.url);

/** Does what `deno task check` of the project at `root` does, in a process that counts its CPU. */
export async function runChecks(root: string): Promise<Checked> {
  const start = performance.now();
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, CHILD.href, root],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stderr: "inherit",
  }).output();
  const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
  const cpuMs: number | null = JSON.parse(lines.pop() || "null");
  return { ok: success, output: lines.join("\n"), ms: performance.now() - start, cpuMs };
}
