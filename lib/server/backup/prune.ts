/** Keeps the newest backups and removes what is older. */
import type { BackupPlace } from "./backup_place.ts";

const DAY_MS = 24 * 3600_000;

/**
 * Removes all but the newest `keep` backups, then the objects that no backup named already before: what one removed here
 * named alone goes next time, so that a backup made meanwhile misses nothing. Returns how many backups went.
 */
export async function pruneBackups(place: BackupPlace, keep: number, now: number): Promise<number> {
  const all = await place.backups();
  const used = new Set<string>();
  for (const { name } of all.filter((one) => place.reads(one))) {
    const { database, files } = await place.manifest(name);
    for (const piece of [...database, ...files]) used.add(place.nameOf(piece));
  }
  for (const name of await place.names(now - DAY_MS)) {
    if (place.isOurs(name) && !used.has(name)) await place.remove(name);
  }
  const old = all.slice(0, Math.max(0, all.length - keep));
  for (const { name } of old) await place.remove(name);
  return old.length;
}
