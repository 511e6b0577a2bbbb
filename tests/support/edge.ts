/**
 * The portal as `deno task edge` runs it, with the flags of that very task, on a libSQL server and an object storage.
 */
import { buildIfStale, stopBuilder } from "../../lib/server/build/build.ts";
import { builtReading } from "./built_reading.ts";
import { PACKAGES_INSTALLED } from "./child.ts";
import { ROOT, type ServerProcess, startBuilt } from "./server_process.ts";

/** What a scheduler of a hosted platform would send. */
export const TICK_TOKEN = "tick-0123456789abcdefghijklmn";

/** The permissions that the task gives, and the variables that it sets. */
export async function edgeTask(): Promise<{ flags: string[]; variables: Record<string, string> }> {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const [set, flags] = String(tasks.edge.command).split(" deno run ");
  return {
    flags: flags.split(" ").filter((word) => word.startsWith("-")),
    variables: Object.fromEntries(set.split(" ").map((pair) => pair.split("="))),
  };
}

/** Builds, as the task before it does, and starts the portal. */
export async function startEdge(variables: Record<string, string>): Promise<ServerProcess> {
  await buildIfStale({ runtime: "preact" });
  await stopBuilder();
  await builtReading();
  const task = await edgeTask();
  return await startBuilt({ ...task.variables, TICK_TOKEN, ...variables }, [
    ...task.flags,
    "--no-check",
    "--lock=tests/deno.lock",
    PACKAGES_INSTALLED,
  ]);
}
