/** Finds stored bytes that no row names: what a kill, or a commit that was never done, left behind. */
import { inArray } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { fileDeletions } from "../../../db/schema/mod.ts";
import { namedAmong, noteDeletions } from "./deletions.ts";

const HOUR = 3600_000, DAY = 24 * HOUR;
/** So many unnamed files are never suspicious; beyond that a tenth of the named ones. */
const FEW = 20;

/**
 * Notes the deletion of bytes that were stored more than a day ago and that no row names; they go an hour later, where
 * there still is no row. Removes parts of files as old. Returns how many are to go. Throws, and notes nothing, where
 * they are so many that the storage must belong to another database.
 */
export async function sweepFiles({ db, files: store, now }: Pick<Context, "db" | "files" | "now">): Promise<number> {
  await store.removeUnfinished(now - DAY);
  const unnamed: string[] = [];
  let stored = 0;
  for await (const ids of store.list(now - DAY)) {
    const named = await namedAmong(db, ids);
    stored += named.size;
    const rest = ids.filter((id) => !named.has(id));
    const noted = rest.length
      ? await db.select({ id: fileDeletions.id }).from(fileDeletions).where(inArray(fileDeletions.id, rest))
      : [];
    const known = new Set(noted.map(({ id }) => id));
    unnamed.push(...rest.filter((id) => !known.has(id)));
  }
  if (unnamed.length > Math.max(FEW, stored / 10)) {
    throw new Error(
      `The storage has ${unnamed.length} files that this database does not know, beside ${stored} that it knows. ` +
        "Nothing was removed: look whether the storage belongs to another database, or to a newer copy of this one.",
    );
  }
  await noteDeletions(db, unnamed, now + HOUR);
  return unnamed.length;
}
