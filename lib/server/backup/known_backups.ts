/** What the database remembers of backups, so that a place that lost all of them is not begun anew by itself. */
import { databasePath } from "../../../db/database_path.ts";
import { withReader } from "../../../db/snapshot.ts";
import { areBackupsGone, isOfFuture } from "../../domain/operations/backup_age.ts";
import { openBucket } from "../files/s3_bucket.ts";
import { StartError } from "../operator_errors.ts";
import type { BackupName } from "./backup_place.ts";

/** The place that a BACKUP_URL leads to, without its key: another place is another name. */
export function placeName(url: string): string {
  if (url.startsWith("file:")) return databasePath(url);
  const { origin, folder } = openBucket(url, 0);
  return `${origin}/${folder}`;
}

/** The instant (milliseconds) of the newest backup of whatever key that was made by `now`; null where there is none. */
export const newestThere = (all: readonly BackupName[], now: number): number | null =>
  all.findLast(({ madeAt }) => !isOfFuture(madeAt, now))?.madeAt ?? null;

/** What the database file at `path` remembers under a name; undefined for nothing. */
function rememberedAt<T>(path: string, name: string): T | undefined {
  const table = "select 1 from sqlite_schema where type = 'table' and name = 'portal_settings'";
  const value = "select value from portal_settings where name = ?";
  const [row] = withReader(path, (all) => all(table).length > 0 ? all(value, name) as { value: string }[] : []);
  return row && JSON.parse(row.value);
}

/** The newest backup that the database file at `path` knows of this place; null for none. Milliseconds. */
const knownAt = (path: string, place: string): number | null =>
  rememberedAt<Record<string, number>>(path, "backups")?.[place] ?? null;

/** True where the portal of the database file at `path` has seen the backup of this instant (milliseconds). */
export const hasSeen = (path: string, madeAt: number): boolean =>
  rememberedAt<number[]>(path, "seenBackups")?.includes(madeAt) ?? false;

/** Throws StartError where the backups that the database file at `path` knows are gone from the place of this URL. */
export function refuseGone(path: string, url: string, all: readonly BackupName[], now: number): void {
  const place = placeName(url), known = knownAt(path, place);
  if (!areBackupsGone(known, newestThere(all, now), now)) return;
  throw new StartError(
    `BACKUP_URL leads to ${place}, where the newest backup was of ${
      new Date(known!).toISOString()
    }, and neither it nor ` +
      "a newer one is there now. Is its disk mounted? No backup was made. Where it was emptied on purpose, " +
      "`deno task backup --begin-anew` makes the first one there.",
  );
}
