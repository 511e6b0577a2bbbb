/** Reads objects of earlier backups again: a disk may damage them, and a backup counts them as stored. */
import { withTimeout } from "../../../db/mod.ts";
import { MINUTE_MS } from "../../domain/dates.ts";
import type { BackupPlace, ReadBackup } from "./backup_place.ts";

/** One backup reads this part of all objects, so that a round takes so many backups. */
const ROUND = 14;
/** How long one backup may read, in milliseconds: a slow bucket makes the round longer, not the backup. */
const MOST_MS = 10 * MINUTE_MS;
/** How long one object may take, in milliseconds: one that hangs counts as damaged. */
const OBJECT_MS = 2 * MINUTE_MS;

/** What a part of the round found. */
export interface Checked {
  /** The last object that was read. */
  checkedTo: string;
  /** Objects that a backup names and that are damaged or lost. */
  damaged: string[];
}

/**
 * Reads the next objects of the round, after where the newest of these backups left it, and again those that it called
 * damaged. Those that are damaged go out of `there`, the names of what is stored, so that the backup stores them anew
 * where the portal has their bytes. `mostMs` and `round` are for tests.
 */
export async function checkObjects(
  place: BackupPlace,
  there: Set<string>,
  backups: readonly ReadBackup[],
  { mostMs = MOST_MS, round = ROUND } = {},
): Promise<Checked> {
  const named = new Set(backups.flatMap(({ manifest }) => place.objectsOf(manifest)));
  const lost = [...named].filter((name) => !there.has(name));
  const { checkedTo: from = "", damaged: before = [] } = backups.at(-1)?.manifest ?? {};
  const names = [...there].filter((name) => place.isOurs(name)).sort();
  const next = [...names.filter((name) => name > from), ...names.filter((name) => name <= from)]
    .slice(0, Math.ceil(names.length / round));
  const again = before.filter((name) => there.has(name));
  let checkedTo = from;
  const damaged: string[] = [], until = performance.now() + mostMs;
  for (const [n, name] of [...again, ...next].entries()) {
    // Out of time: known damaged objects that were not read again still count as damaged.
    if (performance.now() > until) {
      damaged.push(...again.slice(n));
      break;
    }
    if (n >= again.length) checkedTo = name;
    const read = () => withTimeout(place.isSound(name), OBJECT_MS, () => new Error(`${name} was not read in time`));
    // Once more where it could not be read: a bucket's line may break.
    if (!await read().catch(read).catch(() => false)) damaged.push(name);
  }
  for (const name of damaged) there.delete(name);
  return { checkedTo, damaged: [...new Set([...lost, ...damaged])].filter((name) => named.has(name)).sort() };
}
