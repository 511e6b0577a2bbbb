/** An earlier copy of the database does not go on beside backups of a newer one: its disk may not be mounted. */
import { eq } from "drizzle-orm";
import { databasePath } from "../../../db/database_path.ts";
import { isStatementRefused } from "../../../db/errors.ts";
import { jobLeases } from "../../../db/schema/mod.ts";
import { withTimeout } from "../../../db/mod.ts";
import { MINUTE_MS } from "../../domain/dates.ts";
import { isEarlierCopy } from "../../domain/operations/backup_age.ts";
import { MINUTE_JOB, turnBegan } from "../../domain/operations/job_lease.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { StartError } from "../operator_errors.ts";
import { type BackupName, type BackupPlace, openBackupPlace } from "./backup_place.ts";

/** How long the place of backups may hold a start up, in milliseconds: what it has is looked at by each backup too. */
const ANSWER_MS = 5000;

/**
 * Throws StartError where a database last in use at `own` (milliseconds) is an earlier copy of the one of the newest
 * backup: its own backups would let that go. `all`: the whole backups, where they are listed already.
 */
export async function refuseEarlierCopy(
  own: number | null,
  place: BackupPlace,
  { env, now, all }: { env: Env; now: number; all?: readonly BackupName[] },
): Promise<void> {
  if (own === null) return;
  const newest = await place.newest(now, all);
  if (!newest || !isEarlierCopy(own, newest.manifest.turn ?? null, now)) return;
  const path = databasePath(env.databaseUrl);
  // Loads native code, which a portal on edge, without database files, may not.
  const { hasSeen } = await import("./known_backups.ts");
  // Its own, of a clock that ran ahead: an earlier copy is from before that backup.
  if (hasSeen(path, newest.madeAt)) return;
  const used = new Date(own).toISOString();
  throw new StartError(
    `The database file ${path} was last in use at ${used}, before the one of the newest backup ` +
      `at BACKUP_URL, of ${newest.manifest.made}: it is an earlier copy. Is the disk of DATA_DIR mounted? Where it is ` +
      "lost, `deno task restore` puts that backup back. Where the earlier copy is meant, " +
      "`deno task backup --begin-anew` makes its backup the newest.",
  );
}

/**
 * The same at a start, before the database is brought to this version; no place holds it up that does not answer, or is
 * read for longer than `ms` milliseconds.
 */
export async function refuseEarlierCopyAtStart(
  { env, db }: Pick<Deps, "env" | "db">,
  now: number,
  ms = ANSWER_MS,
): Promise<void> {
  if (!env.backup || !env.databaseUrl.startsWith("file:")) return;
  // A new database has no table yet.
  const lease = await db.select({ until: jobLeases.until }).from(jobLeases).where(eq(jobLeases.name, MINUTE_JOB)).get()
    .catch((error) => {
      if (!isStatementRefused(error)) throw error;
    });
  const place = await openBackupPlace(env, "read", ms).catch(() => null);
  if (!lease || !place) return;
  const looked = refuseEarlierCopy(turnBegan(lease.until, MINUTE_MS), place, { env, now });
  await withTimeout(looked, ms, () => new Error("late")).catch((error) => {
    if (error instanceof StartError) throw error;
  });
}
