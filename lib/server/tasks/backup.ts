/** `deno task backup`: makes a backup beside the running portal, and lets old ones go. */
import { storeBackup } from "../backup/store_backup.ts";
import type { Env } from "../env.ts";
import { databaseProblem, runOrExit, step } from "../start_problem.ts";
import { count } from "./count.ts";
import { readEnvAndFile } from "./start.ts";

/** Makes a backup and answers what was done as sentences. Throws StartError where it cannot be made. */
export function backUp(env: Env, now = Date.now): Promise<string> {
  return step(databaseProblem(env), async () => {
    const { name, bytes, files, faulty, removed, damaged } = await storeBackup(env, now);
    const size = (bytes / 1_000_000).toFixed(1);
    return [
      `${name} is there: the database and ${count(files, "file")}, ${size} MB.`,
      ...removed > 0 ? [`${count(removed, "old backup")} removed.`] : [],
      ...faulty.length > 0
        ? [
          `${
            count(faulty.length, "file")
          } not in it: the storage lacks their right bytes. \`deno task verify\` names them.`,
        ]
        : [],
      ...damaged.map((one) => `${one} is damaged and cannot be restored: it goes once enough newer ones are there.`),
    ].join(" ");
  });
}

if (import.meta.main) await runOrExit(async () => console.log(await backUp(readEnvAndFile())));
