/** Makes one backup, then lets old ones go: what the task and the schedule both do. */
import type { Env } from "../env.ts";
import { openBackupPlace } from "./backup_place.ts";
import { type BackupOptions, type MadeBackup, makeBackup } from "./make_backup.ts";
import { pruneBackups } from "./prune.ts";

/** A backup that was made, how many old ones went, and the names of damaged ones that are still there. */
export interface StoredBackup extends MadeBackup {
  removed: number;
  damaged: string[];
}

/** Throws StartError where it cannot be made. `now` in milliseconds; the schedule's stands still. */
export async function storeBackup(env: Env, now = Date.now, options?: BackupOptions): Promise<StoredBackup> {
  const began = now(), since = performance.now();
  const made = await makeBackup(env, now, options);
  // The removal's mark tells other runs its age: after a long backup one of the beginning would be a kill's.
  const ended = began + Math.round(performance.now() - since);
  return { ...made, ...await pruneBackups(await openBackupPlace(env), env.backup!.keep, ended) };
}
