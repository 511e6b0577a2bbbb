/**
 * `deno task start`: builds what is stale, then runs the server with only the permissions that this configuration
 * needs.
 */
import { existsSync } from "node:fs";
import process from "node:process";
import { databasePath } from "../../../db/database_path.ts";
import { buildIfStale, stopBuilder } from "../build/build.ts";
import { type Env, EnvError, readEnv } from "../env.ts";
import { backupFolderProblem, folderProblem, runOrExit, step } from "../start_problem.ts";
import { type LinkProcess, linkVariables, startLinkProcess } from "./link_process.ts";
import { LAUNCHER_VARIABLE, onNpxExit } from "./parent_process.ts";
import { DOT_ENV, serverFlags } from "./server_flags.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Starts the server as a child process, which exits with this one. `mode` sets HARBOURLINE_MODE. */
export function spawnServer(env: Env, links: LinkProcess | null, mode = env.mode): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...serverFlags(env, links?.address), "main.ts"],
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      HARBOURLINE_MODE: mode,
      [LAUNCHER_VARIABLE]: String(Deno.pid),
      ...linkVariables(links),
    },
    stdin: "null",
  }).spawn();
}

/** Runs the server and forwards signals, and SIGTERM where npx exits. Resolves to its exit code. */
export async function runServer(env: Env): Promise<number> {
  await makeDataFolder(env);
  const child = spawnServer(env, await startLinkProcess(env));
  const pass = (signal: Deno.Signal) => () => {
    try {
      child.kill(signal);
    } catch {
      // It has already exited.
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, pass(signal));
  onNpxExit(pass("SIGTERM"));
  return (await child.status).code;
}

/** Builds what is stale and stops esbuild, which would otherwise keep running beside the server. */
export async function makeBundles(env: Env): Promise<void> {
  if (await buildIfStale({ runtime: env.islandsRuntime })) await stopBuilder();
}

/** Creates the folders of data and backups and their parents, which the server itself may not. Throws StartError. */
export async function makeDataFolder(env: Env): Promise<void> {
  if (env.backup?.url.startsWith("file:")) {
    const folder = databasePath(env.backup.url);
    await step(backupFolderProblem(folder), () => Deno.mkdir(folder, { recursive: true, mode: 0o700 }));
  }
  await step(folderProblem(env), () => Deno.mkdir(env.dataDir, { recursive: true }));
}

/** Reads the environment and the .env file. Throws EnvError. */
export function readEnvAndFile(): Env {
  try {
    if (existsSync(DOT_ENV)) process.loadEnvFile(DOT_ENV);
  } catch (error) {
    throw new EnvError(`The file .env cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  return readEnv();
}

if (import.meta.main) {
  await runOrExit(async () => {
    const env = readEnvAndFile();
    await makeBundles(env);
    Deno.exit(await runServer(env));
  });
}
