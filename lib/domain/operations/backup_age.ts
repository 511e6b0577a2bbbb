/** When a backup is made, and when owners are mailed that none was (docs/decisions/backups.md). All in milliseconds. */

/** A turn of the schedule may come a little early, and a clock is set. */
const SLACK_MS = 5 * 60_000;

/** True where a backup was made under a clock that ran ahead: it is not the newest. */
export const isOfFuture = (madeAt: number, now: number): boolean => madeAt > now + SLACK_MS;

/**
 * True where the next backup is to be made: there is none, or the newest is a period old. A clock that was wrong made
 * one of the future.
 */
export const isBackupDue = (last: number | null, everyMs: number, now: number): boolean =>
  last === null || now - last >= everyMs - SLACK_MS || last > now + everyMs;

/**
 * True where the newest backup that is known to have been made at a place (null: none) is not there, nor a newer one:
 * a disk that is not mounted, or another place under the same name. `newest` is the newest there, null for none.
 */
export const areBackupsGone = (known: number | null, newest: number | null, now: number): boolean =>
  known !== null && !isOfFuture(known, now) && (newest === null || newest < known);

/**
 * True where a database whose last turn was at `own` is an earlier copy of the one that the newest backup was made of,
 * at `backedUp`: null is not known. A clock that ran ahead, or was set back a little, proves nothing.
 */
export const isEarlierCopy = (own: number | null, backedUp: number | null, now: number): boolean =>
  own !== null && backedUp !== null && own < backedUp - SLACK_MS && !isOfFuture(backedUp, now);

/**
 * True where the newest backup is older than two periods, or there is none although it was due, or its place cannot be
 * read (undefined).
 */
export const isBackupOverdue = (last: number | null | undefined, everyMs: number, now: number): boolean =>
  last === null || last === undefined || now - last > 2 * everyMs;
