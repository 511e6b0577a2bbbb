/** Keeps the newest backups and removes what is older. */
import { DAY_MS } from "../../domain/dates.ts";
import { isMark } from "../../domain/files/storage_mark.ts";
import { isOfFuture } from "../../domain/operations/backup_age.ts";
import { StartError } from "../start_problem.ts";
import type { BackupPlace } from "./backup_place.ts";

/**
 * Removes all but the newest `keep` backups of this key, those of the future first. Objects that no backup named already
 * before go too, what one removed here named alone the next time: a backup made meanwhile misses nothing. Returns how many
 * backups went. Throws StartError where marks of two portals are there.
 */
export async function pruneBackups(place: BackupPlace, keep: number, now: number): Promise<number> {
  if ([...await place.names()].filter(isMark).length > 1) {
    throw new StartError("Two portals keep their backups at BACKUP_URL, so none is removed there. Give each its own.");
  }
  const all = (await place.backups()).filter((one) => place.reads(one));
  const used = new Set<string>();
  for (const { name } of all) {
    const { database, files } = await place.manifest(name);
    for (const piece of [...database, ...files]) used.add(place.nameOf(piece));
  }
  for (const name of await place.names(now - DAY_MS)) {
    if (place.isOurs(name) && !used.has(name)) await place.remove(name);
  }
  const later = all.filter(({ madeAt }) => isOfFuture(madeAt, now));
  const order = [...later, ...all.filter(({ madeAt }) => !isOfFuture(madeAt, now))];
  const old = order.slice(0, Math.max(0, all.length - keep));
  for (const { name } of old) await place.remove(name);
  return old.length;
}
