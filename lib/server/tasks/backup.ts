/**
 * `deno task backup`: makes a backup beside the running portal, and lets old ones go. Exit code 1 where none was made,
 * 2 where one was and something of it or of earlier ones needs a person. `--begin-anew` makes the first one at a place
 * that was emptied on purpose, or the newest one of an earlier copy that is meant.
 */
import { findings } from "../backup/findings.ts";
import { storeBackup } from "../backup/store_backup.ts";
import type { Env } from "../env.ts";
import { databaseProblem, runOrExit, step } from "../start_problem.ts";
import { StartError } from "../operator_errors.ts";
import { countOf } from "../../domain/money.ts";
import { readEnvAndFile } from "./start.ts";

/**
 * Makes a backup and answers what was done as sentences, and whether all is sound. Throws StartError where it cannot be
 * made.
 */
export function backUp(env: Env, now = Date.now, beginAnew = false): Promise<{ text: string; sound: boolean }> {
  return step(databaseProblem(env), async () => {
    const made = await storeBackup(env, now, { beginAnew }), { name, bytes, files, removed } = made;
    const size = (bytes / 1_000_000).toFixed(1);
    const found = findings(made);
    const text = [
      `${name} is there: the database and ${countOf(files, "file")}, ${size} MB.`,
      ...removed > 0 ? [`${countOf(removed, "old backup")} removed.`] : [],
      ...found,
    ].join(" ");
    return { text, sound: found.length === 0 };
  });
}

if (import.meta.main) {
  await runOrExit(async () => {
    const beginAnew = Deno.args[0] === "--begin-anew";
    if (Deno.args.length > (beginAnew ? 1 : 0)) {
      throw new StartError(
        "Say nothing, or --begin-anew where BACKUP_URL was emptied, or an earlier copy put back, on purpose.",
      );
    }
    const { text, sound } = await backUp(readEnvAndFile(), Date.now, beginAnew);
    console.log(text);
    if (!sound) Deno.exit(2);
  });
}
