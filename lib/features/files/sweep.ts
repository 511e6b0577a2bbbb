/** Finds stored bytes that no row names: what a kill, or a commit that was never done, left behind. */
import { inArray } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { fileDeletions, files } from "../../../db/schema/mod.ts";
import { DAY_MS, HOUR_MS } from "../../domain/dates.ts";
import { isMark } from "../../domain/files/storage_mark.ts";
import { leaveMark, readMarks } from "./_storage_marks.ts";
import { namedAmong, scheduleDeletions } from "./deletions.ts";

/** So many unnamed files may be leftovers, however many are named: kills and lost commits leave a few. */
const MOST_LEFTOVERS = 20;

/** More files without a row than were accepted. Its message is the whole sentence for the operator. */
export class UnknownFilesError extends Error {
  override name = "UnknownFilesError";

  constructor(unnamed: number, stored: number) {
    super(
      `The storage has ${unnamed} files that this database does not know, beside ${stored} that it knows. Nothing was ` +
        "removed. They may belong to another database, or to a newer copy of this one (docs/operations.md). Where they " +
        `are needed no more, \`deno task files:sweep --accept=${unnamed}\` lets them go.`,
    );
  }
}

/** Another portal keeps its files in the same storage. Its message is the whole sentence for the operator. */
export class SharedStorageError extends Error {
  override name = "SharedStorageError";

  constructor() {
    super(
      "Another portal keeps its files in this storage, so nothing is removed. Give each a bucket, or a prefix, of its " +
        "own (docs/operations.md). Where the other one is gone, `deno task files:sweep --accept=0` lets its mark go.",
    );
  }
}

/** Backups lie among the files. Its message is the whole sentence for the operator. */
export class BackupsInStorageError extends Error {
  override name = "BackupsInStorageError";

  constructor() {
    super(
      "Backups lie in the storage of files (manifest-…), so nothing is removed there. Set BACKUP_URL to a folder or a " +
        "bucket of their own, and move them and their objects there (docs/operations.md).",
    );
  }
}

/** Neither the portal's mark nor any of its files is there. Its message is the whole sentence for the operator. */
export class EmptyStorageError extends Error {
  override name = "EmptyStorageError";

  constructor() {
    super(
      "The storage has neither this portal's mark nor any file that the database names. Is its disk mounted? Set " +
        "STORAGE_URL and DATA_DIR to where the files are. Where they are lost, `deno task files:sweep --accept=0` begins " +
        "this storage.",
    );
  }
}

/**
 * Notes bytes of more than a day that no row names, to go in an hour. Returns how many, null of the first turn, which
 * only marks the storage. Throws, and notes nothing, each of the errors above: of marks and of an empty storage where
 * none are `accepted`, of files where there are more than those or 20.
 */
export async function sweepFiles(
  { db, files: store, now }: Pick<Context, "db" | "files" | "now">,
  accepted?: number,
): Promise<number | null> {
  const { own, isMarked, others, hasBackups } = await readMarks({ db, files: store, now });
  if (hasBackups) throw new BackupsInStorageError();
  if (accepted === undefined && !isMarked && await hasLostAll({ db, files: store })) throw new EmptyStorageError();
  if (!isMarked) await leaveMark(store, own);
  if (accepted === undefined && others.length > 0) throw new SharedStorageError();
  if (accepted === undefined && !isMarked) return null;
  await store.removeUnfinished(now - DAY_MS);
  const unnamed: string[] = [];
  let stored = 0;
  for await (const ids of store.list(now - DAY_MS)) {
    const named = await namedAmong(db, ids);
    stored += named.size;
    const rest = ids.filter((id) => !named.has(id) && !isMark(id));
    const noted = rest.length
      ? await db.select({ id: fileDeletions.id }).from(fileDeletions).where(inArray(fileDeletions.id, rest))
      : [];
    const known = new Set(noted.map(({ id }) => id));
    unnamed.push(...rest.filter((id) => !known.has(id)));
  }
  if (unnamed.length > (accepted ?? MOST_LEFTOVERS)) throw new UnknownFilesError(unnamed.length, stored);
  for (const mark of others) await store.remove(mark);
  await scheduleDeletions(db, unnamed, now + HOUR_MS);
  return unnamed.length;
}

/** True where rows name files, and the storage lists none of them: a disk that is not mounted, or another place. */
async function hasLostAll({ db, files: store }: Pick<Context, "db" | "files">): Promise<boolean> {
  if (await db.$count(files) === 0) return false;
  for await (const ids of store.list(Infinity)) if ((await namedAmong(db, ids)).size > 0) return false;
  return true;
}
