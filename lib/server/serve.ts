/** Serves, and stops in good order. */
import type { Installation } from "./create_deps.ts";
import { drainable, type Fetch } from "./drain.ts";
import { scheduleJobs } from "./jobs.ts";
import { listenProblem, step } from "./start_problem.ts";
import { whenLauncherEnds } from "./tasks/above.ts";

/** How long what is under way may take after SIGTERM. */
const LAST_MS = 20_000;

/**
 * Listens where the environment says. At SIGTERM, SIGINT or the launcher's end the process ends, once every request is
 * answered.
 */
export async function serve(deps: Installation, handle: Fetch<Deno.ServeHandlerInfo<Deno.NetAddr>>): Promise<void> {
  const { env } = deps;
  const app = drainable(handle);
  const server = await step(listenProblem(env), () =>
    Deno.serve({
      port: env.port,
      hostname: env.host,
      onListen: ({ port, hostname }) => console.log(`${env.lender.name} is open at ${httpAddress(hostname, port)}`),
    }, app.fetch));
  const jobs = scheduleJobs(deps);
  let stopping = false;
  const stop = async () => {
    // Ctrl-C arrives twice: from the terminal, and handed on by the task.
    if (stopping) return;
    stopping = true;
    // A download without end, a mail service or a database server that hangs: none of them keeps the process.
    setTimeout(() => {
      deps.log({ level: "error", message: "stopped before everything had ended" });
      Deno.exit(0);
    }, LAST_MS);
    deps.leave();
    await app.seeOut();
    await server.shutdown();
    await jobs.stop();
    await deps.close();
    Deno.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => void stop());
  whenLauncherEnds(() => void stop());
}

const httpAddress = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
