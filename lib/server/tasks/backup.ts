/** `deno task backup`: makes a backup beside the running portal, and lets old ones go. */
import { findings } from "../backup/findings.ts";
import { storeBackup } from "../backup/store_backup.ts";
import type { Env } from "../env.ts";
import { databaseProblem, runOrExit, step } from "../start_problem.ts";
import { count } from "./count.ts";
import { readEnvAndFile } from "./start.ts";

/** Makes a backup and answers what was done as sentences. Throws StartError where it cannot be made. */
export function backUp(env: Env, now = Date.now): Promise<string> {
  return step(databaseProblem(env), async () => {
    const made = await storeBackup(env, now), { name, bytes, files, removed } = made;
    const size = (bytes / 1_000_000).toFixed(1);
    return [
      `${name} is there: the database and ${count(files, "file")}, ${size} MB.`,
      ...removed > 0 ? [`${count(removed, "old backup")} removed.`] : [],
      ...findings(made),
    ].join(" ");
  });
}

if (import.meta.main) await runOrExit(async () => console.log(await backUp(readEnvAndFile())));
