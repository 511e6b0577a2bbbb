/** Opens what the environment's PLATFORM says. */
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import type { Platform } from "./platform.ts";

/** Opens the platform; only that one's code is loaded. Throws StartError for what it cannot do. */
export async function openPlatform(env: Env, log: Log): Promise<Platform> {
  return env.platform === "edge"
    ? await (await import("./edge.ts")).openEdge(env)
    : await (await import("./machine.ts")).openMachine(env, log);
}
