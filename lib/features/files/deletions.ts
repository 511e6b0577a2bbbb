/** Sees the removal of stored bytes through: what has to go is written with what removed its row, and tried until it is gone. */
import { asc, eq, inArray, lte } from "drizzle-orm";
import type { Context, Db, Tx } from "../../../db/mod.ts";
import { fileDeletions, files } from "../../../db/schema/mod.ts";

type Sweeper = Pick<Context, "db" | "files" | "now">;

const BATCH_SIZE = 500;
const MINUTE = 60_000, DAY = 24 * 60 * MINUTE;

/** Notes that the bytes of these files have to go, from `dueAt` on (milliseconds). */
export async function noteDeletions(db: Db | Tx, ids: readonly string[], dueAt: number): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const rows = ids.slice(at, at + BATCH_SIZE).map((id) => ({ id, dueAt }));
    await db.insert(fileDeletions).values(rows).onConflictDoNothing();
  }
}

/** Which of these ids a row names. */
export async function namedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: files.id }).from(files).where(inArray(files.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Removes the bytes that are due, at most 500, and never those that a row names. Returns how many went. Storage that
 * fails is asked again after a minute, then after twice as long each time, a day at most; the error says how many wait.
 */
export async function removeDue({ db, files: store, now }: Sweeper): Promise<number> {
  const due = await db.select().from(fileDeletions).where(lte(fileDeletions.dueAt, now))
    .orderBy(asc(fileDeletions.dueAt)).limit(BATCH_SIZE);
  if (due.length === 0) return 0;
  const named = await namedAmong(db, due.map(({ id }) => id));
  const done: string[] = [];
  let failure: unknown;
  for (const { id, tries } of due) {
    try {
      if (!named.has(id)) await store.remove(id);
      done.push(id);
    } catch (error) {
      failure = error;
      const dueAt = now + Math.min(MINUTE * 2 ** tries, DAY);
      await db.update(fileDeletions).set({ dueAt, tries: tries + 1 }).where(eq(fileDeletions.id, id));
    }
  }
  if (done.length) await db.delete(fileDeletions).where(inArray(fileDeletions.id, done));
  if (done.length < due.length) {
    throw new Error(`${due.length - done.length} deleted files are still in storage.`, { cause: failure });
  }
  return done.length - named.size;
}

/** Removes what is due now. Where that fails the deletion still stands, and the job sees the bytes out. */
export async function removeSoon(ctx: Sweeper): Promise<void> {
  await removeDue(ctx).catch(() => {});
}
