/**
 * Child processes of the benchmark: the server as `deno task start` runs it, its floor, the generator; and what they
 * cost.
 */
import { fileURLToPath } from "node:url";
import { stopBuilder } from "../../lib/server/build/build.ts";
import { buildServerIfStale, serverBundle } from "../../lib/server/build/server_bundle.ts";
import { readEnv } from "../../lib/server/env.ts";
import { allocatorVariables } from "../../lib/server/tasks/allocator.ts";
import { serverFlags } from "../../lib/server/tasks/server_flags.ts";
import type { Load, Measured } from "./_load.ts";

const ROOT = new URL("../../", import.meta.url);
const HERE = new URL("./", import.meta.url).pathname;

export interface Running {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a program and waits for the line that names its port. */
async function open(args: string[], env: Record<string, string>): Promise<Running> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NODE_ENV: "production", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!/http:\/\/[\d.]+:(\d+)/.test(text)) {
    const { value, done } = await lines.read();
    if (done) throw new Error(`it ended at its start: ${text}`);
    text += value;
  }
  // The log is read on, or the server would wait for room in the pipe.
  const drained = (async () => {
    while (!(await lines.read()).done);
  })();
  return {
    port: Number(/http:\/\/[\d.]+:(\d+)/.exec(text)![1]),
    pid: child.pid,
    async stop() {
      child.kill("SIGTERM");
      await child.status;
      await drained;
    },
  };
}

/** The server on a data folder, with the permissions and the settings of `deno task start`; `more` goes before them. */
export async function startServer(dataDir: string, more: Record<string, string> = {}): Promise<Running> {
  if (await buildServerIfStale()) await stopBuilder();
  const variables: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: "0",
    DEVICE_VERIFICATION: "off",
    OWNER_PASSWORD: "Correct1Horse",
    ...more,
  };
  const env = readEnv((name) => variables[name]);
  return await open(["run", ...serverFlags(env), fileURLToPath(serverBundle)], {
    ...allocatorVariables(),
    ...variables,
  });
}

/** A bare server that sends these bytes, with its memory as the portal's; with `stores` it stores a row each time. */
export async function startFloor(
  folder: string,
  body: Uint8Array,
  headers: Record<string, string>,
  { stores = false } = {},
): Promise<Running> {
  const file = `${folder}/floor-${crypto.randomUUID()}`;
  await Deno.writeFile(file, body);
  const sent = { ...headers };
  for (const own of ["content-length", "date", "vary"]) delete sent[own];
  return await open(
    [
      ...["run", "--allow-net", "--allow-read", "--allow-write", `${HERE}_floor.ts`, file, JSON.stringify(sent)],
      ...stores ? [`${file}.db`] : [],
    ],
    allocatorVariables(),
  );
}

/** Runs the generator to its end. */
export async function runLoad(load: Load): Promise<Measured> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-net=127.0.0.1", `${HERE}_load.ts`, JSON.stringify(load)],
    cwd: ROOT,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`the generator failed on ${load.target.path}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Processor time that a process used so far, all its threads, in milliseconds. */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(Deno.readTextFileSync(`/proc/${pid}/task/${name}/schedstat`).split(" ")[0]);
    } catch (error) {
      // A thread that has ended meanwhile.
      if (!(error instanceof Deno.errors.NotFound) && !/ESRCH|os error 3/.test(String(error))) throw error;
    }
  }
  return nanoseconds / 1e6;
}

/** Memory that a process holds now, in megabytes: all of it, or what no file stands behind (`RssAnon`). */
export function memoryMb(pid: number, kind: "VmRSS" | "RssAnon" = "VmRSS"): number {
  const kilobytes = new RegExp(`${kind}:\\s+(\\d+)`).exec(Deno.readTextFileSync(`/proc/${pid}/status`));
  return Math.round(Number(kilobytes?.[1] ?? 0) / 1024);
}
