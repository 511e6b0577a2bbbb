/** `deno task db:rebuild`: makes the derived data anew, in a file or on a libSQL server, as the environment says. */
import { openDatabase, upgrade } from "../../../db/mod.ts";
import type { Env } from "../env.ts";
import { databaseProblem, refuseArguments, refuseMissing, runOrExit, step } from "../start_problem.ts";
import { readEnvAndFile } from "./start.ts";

/**
 * Runs the migrations that are missing, makes all derived data anew, and answers what was done as a sentence. Throws
 * DatabaseInUseError where a server holds the file, StartError where the database cannot be used.
 */
export function rebuildDerived(env: Env): Promise<string> {
  return step(databaseProblem(env), async () => {
    await refuseMissing(env);
    const { client, close } = await openDatabase({ url: env.databaseUrl, authToken: env.databaseAuthToken });
    try {
      const started = performance.now();
      const ran = await upgrade(client, env.databaseUrl, { rebuild: true });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const first = ran === 0 ? "" : `${ran} ${ran === 1 ? "migration was" : "migrations were"} run first. `;
      return `${first}The derived data was made anew in ${seconds} seconds.`;
    } finally {
      close();
    }
  });
}

if (import.meta.main) {
  await runOrExit(async () => {
    refuseArguments("db:rebuild");
    console.log(await rebuildDerived(readEnvAndFile()));
  });
}
