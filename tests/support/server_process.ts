/** The portal as its own process, started with the same permissions as `deno task start` gives it. */
import { fileURLToPath } from "node:url";
import { buildIfStale, stopBuilder } from "../../lib/server/build/build.ts";
import { buildServerIfStale, serverBundle } from "../../lib/server/build/server_bundle.ts";
import { readEnv } from "../../lib/server/env.ts";
import { allocatorVariables } from "../../lib/server/tasks/allocator.ts";
import { serverFlags } from "../../lib/server/tasks/server_flags.ts";
import { stopChild } from "../../lib/server/tasks/stop_child.ts";

export interface ServerProcess {
  url: string;
  child: Deno.ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Closes the ends that its output is read from. */
  stopReading(): void;
  /** Reads no more of what it prints until the answer is called. */
  holdReading(): () => void;
  /** Sends SIGTERM and waits; the exit code, 137 of a process that hung. */
  stop(): Promise<number>;
}

export const ROOT = new URL("../../", import.meta.url);

/**
 * The variables on which the server's permissions depend; a wrong one of the others ends the start, as a test wants it.
 */
const REACHED = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "DATABASE_URL",
  "STORAGE_URL",
  "BACKUP_URL",
  "RESEND_API_KEY",
  "MAIL_FROM",
  "SMTP_URL",
];

/**
 * Runs the server's bundle as a start does, with these variables alone, and collects what it prints; with `flags` of
 * Deno's, main.ts.
 */
export function runMain(variables: Record<string, string>, flags?: readonly string[]) {
  const env = { ...allocatorVariables(), PORT: "0", NODE_ENV: "production", ...variables };
  const settings = readEnv((name) => REACHED.includes(name) ? (env as Record<string, string>)[name] : undefined);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags ? [...flags, "main.ts"] : [...serverFlags(settings), fileURLToPath(serverBundle)]],
    cwd: ROOT,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  let held = Promise.resolve();
  const leave = new AbortController();
  const read = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
    stream.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (text) => held.then(() => void (printed += text)) }), {
        signal: leave.signal,
      })
      .catch((error) => {
        if (!leave.signal.aborted) throw error;
      });
  const done = Promise.all([read(child.stdout), read(child.stderr)]);
  return {
    child,
    output: () => printed,
    /** Closes the ends that its output is read from. */
    stopReading: () => leave.abort(),
    holdReading() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    /** The exit code, once everything that was printed is read. */
    async ended(): Promise<number> {
      const { code } = await child.status;
      await done;
      return code;
    },
  };
}

/** Makes the bundles, starts the server and waits until it says where it is open. */
export async function startServer(variables: Record<string, string>): Promise<ServerProcess> {
  await buildIfStale({ runtime: "preact" });
  await buildServerIfStale();
  await stopBuilder();
  return await startBuilt(variables);
}

/** The same with the bundles that are there: for a server that is started again and again. */
export async function startBuilt(variables: Record<string, string>, flags?: readonly string[]): Promise<ServerProcess> {
  const main = runMain(variables, flags);
  try {
    return await untilOpen(main);
  } catch (error) {
    try {
      main.child.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await main.ended();
    throw error;
  }
}

async function untilOpen(main: ReturnType<typeof runMain>): Promise<ServerProcess> {
  const until = Date.now() + 120_000;
  let code: number | undefined;
  void main.ended().then((ended) => code = ended, () => {});
  for (;;) {
    const url = /open at (http:\S+)/.exec(main.output())?.[1];
    if (url) {
      return {
        url,
        child: main.child,
        output: main.output,
        stopReading: main.stopReading,
        holdReading: main.holdReading,
        stop: () => {
          // As its launcher does: killed, it ends with 137.
          stopChild(main.child, "SIGTERM");
          return main.ended();
        },
      };
    }
    if (code !== undefined) throw new Error(`the server ended with ${code}:\n${main.output()}`);
    if (Date.now() > until) throw new Error(`the server did not start:\n${main.output()}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
