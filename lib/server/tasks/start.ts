/**
 * `deno task start`: builds what is stale, then runs the server with only the permissions that this configuration
 * needs, and keeps none itself.
 */
import { fileURLToPath } from "node:url";
import { buildIfStale, stopBuilder } from "../build/build.ts";
import { buildServerIfStale, serverBundle } from "../build/server_bundle.ts";
import { type Env, readEnv } from "../env.ts";
import { EnvError } from "../operator_errors.ts";
import { bundlesProblem, refuseArguments, runOrExit, step } from "../start_problem.ts";
import { allocatorVariables } from "./allocator.ts";
import { dropPermissions } from "./drop_permissions.ts";
import { loadEnvFile } from "./env_file.ts";
import { type LinkProcess, linkVariables, startLinkProcess } from "./link_process.ts";
import { LAUNCHER_VARIABLE, onRunnerExit } from "./parent_process.ts";
import { DOT_ENV, serverFlags } from "./server_flags.ts";
import { stopChild } from "./stop_child.ts";

const ROOT = new URL("../../../", import.meta.url);
/** The process above this one as it began: it may be gone once the bundles are built. */
export const PARENT = Deno.ppid;

/**
 * Starts the server as a child process, which exits with this one. `mode` sets HARBOURLINE_MODE; edits are served from
 * the sources, all else from the server's bundle.
 */
export function spawnServer(env: Env, links: LinkProcess | null, mode = env.mode): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...serverFlags(env, links?.address), mode === "dev" ? "main.ts" : fileURLToPath(serverBundle)],
    cwd: ROOT,
    env: {
      ...allocatorVariables(),
      NODE_ENV: "production",
      HARBOURLINE_MODE: mode,
      [LAUNCHER_VARIABLE]: String(Deno.pid),
      ...linkVariables(links),
    },
    stdin: "null",
  }).spawn();
}

/**
 * Runs the server and forwards signals, and SIGTERM where what runs the task exits; one that hangs then is killed. From
 * then on this process has no permission. Resolves to the server's exit code.
 */
export async function runServer(env: Env): Promise<number> {
  const child = spawnServer(env, await startLinkProcess(env));
  const pass = (signal: Deno.Signal) => () => stopChild(child, signal);
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, pass(signal));
  onRunnerExit(PARENT, pass("SIGTERM"));
  dropPermissions();
  return (await child.status).code;
}

/**
 * Builds what is stale and stops esbuild, which would otherwise keep running beside the server. Throws StartError where
 * the bundles cannot be written.
 */
export async function makeBundles(env: Env): Promise<void> {
  await step(bundlesProblem, async () => {
    const islands = await buildIfStale({ runtime: env.islandsRuntime }), server = await buildServerIfStale();
    if (islands || server) await stopBuilder();
  });
}

/** Reads the environment, and of the .env file what is not set there. Throws EnvError. */
export function readEnvAndFile(): Env {
  try {
    loadEnvFile(DOT_ENV);
  } catch (error) {
    throw new EnvError(`The file .env cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  return readEnv();
}

if (import.meta.main) {
  await runOrExit(async () => {
    refuseArguments("start");
    const env = readEnvAndFile();
    await makeBundles(env);
    Deno.exit(await runServer(env));
  });
}
