/** Finds stored bytes that no row names: what a kill, or a commit that was never done, left behind. */
import { inArray } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { fileDeletions } from "../../../db/schema/mod.ts";
import { DAY_MS, HOUR_MS } from "../../domain/dates.ts";
import { namedAmong, noteDeletions } from "./deletions.ts";

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

/**
 * Notes the deletion of bytes that were stored more than a day ago and that no row names; they go an hour later, where
 * there still is no row. Removes parts of files as old. Returns how many are to go. Throws UnknownFilesError, and notes
 * nothing, where they are more than `most`.
 */
export async function sweepFiles(
  { db, files: store, now }: Pick<Context, "db" | "files" | "now">,
  most = MOST_LEFTOVERS,
): Promise<number> {
  await store.removeUnfinished(now - DAY_MS);
  const unnamed: string[] = [];
  let stored = 0;
  for await (const ids of store.list(now - DAY_MS)) {
    const named = await namedAmong(db, ids);
    stored += named.size;
    const rest = ids.filter((id) => !named.has(id));
    const noted = rest.length
      ? await db.select({ id: fileDeletions.id }).from(fileDeletions).where(inArray(fileDeletions.id, rest))
      : [];
    const known = new Set(noted.map(({ id }) => id));
    unnamed.push(...rest.filter((id) => !known.has(id)));
  }
  if (unnamed.length > most) throw new UnknownFilesError(unnamed.length, stored);
  await noteDeletions(db, unnamed, now + HOUR_MS);
  return unnamed.length;
}
