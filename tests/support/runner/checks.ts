/** What `deno task check` does, beside the tests: one processor would wait for the types. */
import { allocatorVariables } from "../../../lib/server/tasks/allocator.ts";
import { RUN_CHILD } from "../child.ts";

/** Milliseconds by the clock and of CPU, null where the system does not count; `output` is what was wrong. */
export interface Checked {
  ok: boolean;
  output: string;
  ms: number;
  cpuMs: number | null;
}

const CHILD = new URL("checks_child.ts", import.meta.url);

/** Starts what `deno task check` of the project at `root` does, as process `pid`, which counts its CPU. */
export function startChecks(root: string): { pid: number; ended: Promise<Checked> } {
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, CHILD.href, root],
    env: { ...allocatorVariables(), NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const ended = async (): Promise<Checked> => {
    const [text, { success }] = await Promise.all([new Response(child.stdout).text(), child.status]);
    const lines = text.trimEnd().split("\n");
    const cpuMs: number | null = JSON.parse(lines.pop() || "null");
    return { ok: success, output: lines.join("\n"), ms: performance.now() - start, cpuMs };
  };
  return { pid: child.pid, ended: ended() };
}
