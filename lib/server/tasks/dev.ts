/**
 * `deno task dev`: serves like `start`; on every edit of server, islands or styles builds, restarts and reloads the
 * browser.
 */
import { fileURLToPath } from "node:url";
import { buildIfStale } from "../build/build.ts";
import type { Env } from "../env.ts";
import { refuseArguments, runOrExit } from "../start_problem.ts";
import { startLinkProcess } from "./link_process.ts";
import { onRunnerExit } from "./parent_process.ts";
import { PARENT, readEnvAndFile, spawnServer } from "./start.ts";
import { stopChild } from "./stop_child.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDERS = ["routes", "islands", "lib", "db", "static/css", "static/img"];
/** Watched through its folder, since many editors replace the file. */
const FILE = "main.ts";
/** Editors write a file in several steps; wait this many milliseconds. */
const SETTLE_MS = 120;

await runOrExit(() => {
  refuseArguments("dev");
  return dev(readEnvAndFile());
});

async function dev(env: Env): Promise<void> {
  const links = await startLinkProcess(env);
  let server: Deno.ChildProcess | undefined;
  const end = async () => {
    if (server) stopChild(server, "SIGTERM");
    await server?.status;
  };
  const turn = async () => {
    try {
      await buildIfStale({ runtime: env.islandsRuntime, dev: true });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return;
    }
    await end();
    server = spawnServer(env, links, "dev");
  };
  const leave = () => void end().then(() => Deno.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, leave);
  onRunnerExit(PARENT, leave);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let turns = turn();
  const edited = () => {
    clearTimeout(timer);
    timer = setTimeout(() => turns = turns.then(turn), SETTLE_MS);
  };
  await Promise.all([
    watch(Deno.watchFs(FOLDERS.map((folder) => ROOT + folder)), () => true, edited),
    watch(Deno.watchFs(ROOT, { recursive: false }), (path) => path === ROOT + FILE, edited),
  ]);
}

async function watch(events: Deno.FsWatcher, concerns: (path: string) => boolean, edited: () => void): Promise<void> {
  for await (const { kind, paths } of events) {
    if (kind !== "access" && paths.some(concerns)) edited();
  }
}
