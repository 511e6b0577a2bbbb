/**
 * Two runs at one place of backups: what one rests on, and what it has not named yet, the other must not remove. Each
 * leaves a mark while it is under way, and looks for the other's after that.
 */
import { setTimeout as delay } from "node:timers/promises";
import { DAY_MS, MINUTE_MS } from "../../domain/dates.ts";
import type { BackupPlace } from "./backup_place.ts";

/** `begun`: a backup is being made. `removing`: objects that no manifest names are being removed. */
type Run = "begun" | "removing";

const MARK = /^(begun|removing)-(\d{1,16})-[0-9a-f]{8}$/;
/** How long a removal goes on, in milliseconds: the next one takes the rest, and a backup that waits for it begins. */
export const REMOVAL_MS = 2 * MINUTE_MS;
/** From which age, in milliseconds, a mark is one that a kill left behind. */
const STALE_MS: Readonly<Record<Run, number>> = { begun: DAY_MS, removing: 5 * MINUTE_MS };
const POLL_MS = 1000;

/** Does the work under a mark of its own; `now` in milliseconds. A mark that cannot be removed again grows stale. */
export async function withRunMark<T>(place: BackupPlace, run: Run, now: number, work: () => Promise<T>): Promise<T> {
  const name = `${run}-${now}-${crypto.randomUUID().slice(0, 8)}`;
  await place.leaveMark(name);
  try {
    return await work();
  } finally {
    await place.remove(name).catch(() => {});
  }
}

/** The marks of runs that are under way. */
export async function runsUnderWay(place: BackupPlace, run: Run, now: number): Promise<string[]> {
  return [...await place.names()].filter((name) => {
    const [, kind, at] = MARK.exec(name) ?? [];
    return kind === run && Math.abs(now - Number(at)) < STALE_MS[run];
  });
}

/**
 * Waits for removals that began before this backup's mark was there: a later one sees that mark, and removes nothing.
 */
export async function removalsEnd(place: BackupPlace, now: number): Promise<void> {
  const before = await runsUnderWay(place, "removing", now), until = performance.now() + STALE_MS.removing;
  while (before.length > 0 && performance.now() < until) {
    await delay(POLL_MS);
    const names = await place.names();
    if (!before.some((name) => names.has(name))) return;
  }
}

/** Removes marks that kills left behind, as far as the place lets them go: to keep all is no fault of a place. */
export async function removeStaleMarks(place: BackupPlace, now: number): Promise<void> {
  const stale = [...await place.names(now - DAY_MS)].filter((name) => MARK.test(name));
  for (const name of stale) await place.remove(name).catch(() => {});
}
