/** Keeps the newest backups and removes what is older. */
import { DAY_MS } from "../../domain/dates.ts";
import { isMark } from "../../domain/files/storage_mark.ts";
import { isOfFuture } from "../../domain/operations/backup_age.ts";
import { StartError } from "../operator_errors.ts";
import type { BackupName, BackupPlace } from "./backup_place.ts";
import { REMOVAL_MS, removeStaleMarks, runsUnderWay, withRunMark } from "./run_marks.ts";

/** Result of one clean-up of old backups. */
export interface Pruned {
  /** Old backups that went. */
  removed: number;
  /** Names of damaged backups that are still there. */
  damaged: string[];
}

/**
 * Removes all but the newest `keep` backups of this key, those after `now` (milliseconds) first, and objects that none
 * named the time before either. No object goes while a backup is damaged or being made, or another run removes.
 * Throws StartError where marks of two portals are there.
 */
export async function pruneBackups(place: BackupPlace, keep: number, now: number): Promise<Pruned> {
  if ([...await place.names()].filter(isMark).length > 1) {
    throw new StartError("Two portals keep their backups at BACKUP_URL, so none is removed there. Give each its own.");
  }
  await removeStaleMarks(place, now);
  return await withRunMark(place, "removing", now, () => prune(place, keep, now));
}

async function prune(place: BackupPlace, keep: number, now: number): Promise<Pruned> {
  const until = performance.now() + REMOVAL_MS;
  // Before the manifests are read: one that is written after that is of a run that is seen here, or that waits for us.
  const isResting = (await runsUnderWay(place, "begun", now)).length > 0;
  const whole: BackupName[] = [], damaged: BackupName[] = [];
  const used = new Set<string>();
  let went = false;
  for (const one of (await place.backups()).filter((one) => place.reads(one))) {
    const manifest = await place.readable(one.name);
    if (manifest === undefined) {
      went = true;
      continue;
    }
    (manifest ? whole : damaged).push(one);
    for (const piece of manifest ? [...manifest.database, ...manifest.files] : []) used.add(place.nameOf(piece));
  }
  // What a damaged one names is not known, and it may be readable again tomorrow.
  const unused = damaged.length > 0 || went || isResting
    ? []
    : [...await place.names(now - DAY_MS)].filter((name) => place.isOurs(name) && !used.has(name));
  for (const name of unused) {
    if (performance.now() > until) break;
    await place.remove(name);
  }
  const later = whole.filter(({ madeAt }) => isOfFuture(madeAt, now));
  const order = [...later, ...whole.filter(({ madeAt }) => !isOfFuture(madeAt, now))];
  const old = order.slice(0, Math.max(0, whole.length - keep));
  const stay = order.slice(old.length);
  // A damaged one counts for nothing, and goes once as many whole ones as are kept came after it, or is of the future.
  const outlived = stay.length < keep
    ? []
    : damaged.filter(({ madeAt }) => isOfFuture(madeAt, now) || stay.every((one) => one.madeAt > madeAt));
  for (const { name } of [...old, ...outlived]) await place.remove(name);
  return {
    removed: old.length + outlived.length,
    damaged: damaged.filter((one) => !outlived.includes(one)).map(({ name }) => name),
  };
}
