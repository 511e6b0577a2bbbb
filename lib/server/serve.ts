/** Serves requests, with a graceful shutdown. */
import type { Installation } from "./create_deps.ts";
import { drainable, type Fetch } from "./drain.ts";
import type { Env } from "./env.ts";
import { warnOfMissingFiles } from "./files/missing_files.ts";
import { warnOfBuckets } from "./files/storage_check.ts";
import { scheduleJobs } from "./jobs.ts";
import { listen } from "./listening/listen.ts";
import { listenProblem, step } from "./start_problem.ts";
import { outliveFaults } from "./outlive_faults.ts";
import { onLauncherExit } from "./tasks/parent_process.ts";
import { SHUTDOWN_TIMEOUT_MS } from "./tasks/stop_child.ts";

/** Listens on the configured address and closes it at once, but on edge. Throws StartError where it cannot. */
export async function tryAddress(env: Env): Promise<void> {
  if (env.platform !== "edge") {
    await step(listenProblem(env), () => Deno.listen({ port: env.port, hostname: env.host }).close());
  }
}

/** Listens on the configured address. On SIGTERM, SIGINT or the launcher's exit, answers open requests and exits. */
export async function serve(deps: Installation, handle: Fetch<Deno.ServeHandlerInfo<Deno.NetAddr>>): Promise<void> {
  const { env } = deps;
  outliveFaults(deps.log);
  const app = drainable(handle);
  const running: { server?: ReturnType<typeof listen>; jobs?: ReturnType<typeof scheduleJobs> } = {};
  let stopping = false;
  const stop = async () => {
    // Ctrl-C arrives twice: from the terminal, and forwarded by the task.
    if (stopping) return;
    stopping = true;
    // Exit even if a download, the mail service or the database hangs.
    setTimeout(() => {
      deps.log({ level: "error", message: "stopped before everything had ended" });
      void deps.logged().then(() => Deno.exit(0));
    }, SHUTDOWN_TIMEOUT_MS);
    deps.leave();
    // At once, so that no job begins meanwhile.
    const jobs = running.jobs?.stop();
    await app.drain();
    await running.server?.shutdown();
    // Beside the jobs, which may take half of the time there is.
    await Promise.all([jobs, deps.storeHits()]);
    await deps.close();
    Deno.exit(0);
  };
  // Before it listens: a supervisor may stop it as soon as it says that it is open.
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => void stop());
  onLauncherExit(() => void stop());
  running.server = await step(listenProblem(env), () =>
    listen(
      {
        port: env.port,
        hostname: env.host,
        onListen: ({ port, hostname }) => console.log(`${env.lender.name} is open at ${httpAddress(hostname, port)}`),
      },
      app.fetch,
      deps.log,
      env.platform,
    ));
  if (stopping || !deps.awake) return;
  running.jobs = scheduleJobs(deps, deps.jobs);
  // Beside all else: a start survives an outage of the storage.
  void warnOfBuckets(env, deps.log);
  void warnOfMissingFiles(deps);
}

const httpAddress = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
