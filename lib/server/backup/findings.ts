/** What a backup found to be wrong, in sentences for the log, the status and the task. */
import { countOf } from "../../domain/money.ts";
import type { StoredBackup } from "./store_backup.ts";

/** The facts of a backup that the sentences are made from. */
export type Findings = Pick<StoredBackup, "faulty" | "gone" | "damaged" | "damagedObjects" | "storedAnew">;

/** Objects that a sentence names. */
const MOST_NAMED = 3;

const named = (objects: readonly string[]): string =>
  objects.slice(0, MOST_NAMED).join(", ") + (objects.length > MOST_NAMED ? ", …" : "");

/** A sentence for each kind of damage; none where all is well. */
export function findings({ faulty, gone, damaged, damagedObjects, storedAnew }: Findings): string[] {
  return [
    ...faulty.length > 0
      ? [
        `${
          countOf(faulty.length, "file")
        } not in it: the storage has other bytes, or none. Run deno task verify, which ` +
        "names each, and put it back from an earlier copy of the storage.",
      ]
      : [],
    ...gone.length > 0
      ? [
        `${countOf(gone.length, "file")} gone from the storage, and in this backup (${named(gone)}): restore it to a ` +
        "place of its own, and put them back from there.",
      ]
      : [],
    ...damaged.map((one) => `${one} is damaged and cannot be restored: it goes once enough newer ones are there.`),
    ...damagedObjects.length > 0
      ? [
        `${countOf(damagedObjects.length, "object")} of earlier backups damaged or lost, and no longer in the portal ` +
        `(${
          named(damagedObjects)
        }): those backups can only be restored in part, or not at all. Look at the disk or the ` +
        "bucket of BACKUP_URL.",
      ]
      : [],
    ...storedAnew.length > 0
      ? [
        `${countOf(storedAnew.length, "object")} of earlier backups damaged or lost, and stored anew ` +
        `(${named(storedAnew)}): look at the disk or the bucket of BACKUP_URL.`,
      ]
      : [],
  ];
}
