import { databasePath } from "../../../db/database_path.ts";
import type { Env } from "../env.ts";
import { StartError } from "../operator_errors.ts";
import { isMissing } from "../start_problem.ts";
import { openBackupPlace } from "./backup_place.ts";

/** How long the place of backups may take to answer each request, in milliseconds; a large one lists for longer. */
const ANSWER_MS = 5000;

/**
 * Throws StartError where the start would make a new database beside backups of an earlier one: its disk is not
 * mounted, or it is to be restored first. A place that does not answer holds no start up.
 */
export async function refuseNewBesideBackups(env: Env, ms = ANSWER_MS): Promise<void> {
  if (env.platform === "edge" || !env.backup || !env.databaseUrl.startsWith("file:")) return;
  const path = databasePath(env.databaseUrl);
  if (!await isMissing(path)) return;
  const all = await openBackupPlace(env, "read", ms).then((place) => place.backups()).catch(() => []);
  const newest = all.at(-1);
  if (!newest) return;
  throw new StartError(
    `There is no database file ${path}, and BACKUP_URL has backups, the newest of ${
      new Date(newest.madeAt).toISOString()
    }. Is ` +
      "the disk of DATA_DIR mounted? Where it is lost, `deno task restore` puts that backup back. A new portal needs a " +
      "BACKUP_URL of its own.",
  );
}
