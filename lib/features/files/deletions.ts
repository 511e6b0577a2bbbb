/**
 * Sees the removal of stored bytes through: what has to go is written with what removed its row, and tried until it is
 * gone.
 */
import { asc, eq, inArray, lte } from "drizzle-orm";
import { type Context, type Db, type MustStop, NEVER_STOP, type Tx, withTimeout } from "../../../db/mod.ts";
import { fileDeletions, files, mailPictures } from "../../../db/schema/mod.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/dates.ts";

type Sweeper = Pick<Context, "db" | "files" | "now">;
type Due = typeof fileDeletions.$inferSelect;

/** So many rows one statement names. */
export const BATCH_SIZE = 500;
/** The longest turn of the job; it ends with its last removal before the next minute's turn. */
const TURN_MS = 30_000;
/** How long a request waits for the storage. */
const SOON_MS = 3_000;

/** Notes that the bytes of these files have to go, from `dueAt` on (milliseconds). */
export async function scheduleDeletions(db: Db | Tx, ids: readonly string[], dueAt: number): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const rows = ids.slice(at, at + BATCH_SIZE).map((id) => ({ id, dueAt }));
    await db.insert(fileDeletions).values(rows).onConflictDoNothing();
  }
}

/** Which of these ids a row names: of a file, or of a picture in mails. */
export async function namedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const table of [files, mailPictures]) {
    const rows = await db.select({ id: table.id }).from(table).where(inArray(table.id, [...ids]));
    for (const { id } of rows) named.add(id);
  }
  return named;
}

/**
 * Removes bytes that are due, the longest due first: at most 500, for half a minute, and never those with a row.
 * Returns how many. Where the storage fails it stops, and tries that file again after a minute, then after twice as
 * long each time, a day at most; the error has the number left.
 */
export async function removeDue(ctx: Sweeper, mustStop: MustStop = NEVER_STOP): Promise<number> {
  const due = await ctx.db.select().from(fileDeletions).where(lte(fileDeletions.dueAt, ctx.now))
    .orderBy(asc(fileDeletions.dueAt)).limit(BATCH_SIZE);
  return await removeBytes(ctx, due, TURN_MS, mustStop);
}

/**
 * Removes now what an act noted, as far as the storage answers within `withinMs` milliseconds. The deletion stands in
 * any case, and the job sees the rest of the bytes out.
 */
export async function removeSoon(ctx: Sweeper, ids: readonly string[], withinMs = SOON_MS): Promise<void> {
  if (ids.length === 0) return;
  const remove = async () => {
    const noted = await ctx.db.select().from(fileDeletions).where(inArray(fileDeletions.id, ids.slice(0, BATCH_SIZE)));
    await removeBytes(ctx, noted, withinMs);
  };
  await withTimeout(remove(), withinMs, () => new Error("The storage is slow.")).catch(() => {});
}

/**
 * Removes bytes one by one until `forMs` milliseconds have passed, the turn ends, or the storage fails. Returns how
 * many.
 */
async function removeBytes(
  { db, files: store, now }: Sweeper,
  due: readonly Due[],
  forMs: number,
  mustStop: MustStop = NEVER_STOP,
): Promise<number> {
  if (due.length === 0) return 0;
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const named = await namedAmong(db, due.map(({ id }) => id));
  const done: string[] = [];
  let failure: Error | undefined;
  for (const { id, tries } of due) {
    if (elapsed() > forMs || mustStop()) break;
    try {
      if (!named.has(id)) await store.remove(id);
      done.push(id);
    } catch (cause) {
      const dueAt = now + elapsed() + Math.min(MINUTE_MS * 2 ** tries, DAY_MS);
      await db.update(fileDeletions).set({ dueAt, tries: tries + 1 }).where(eq(fileDeletions.id, id));
      failure = new Error(`${due.length - done.length} deleted files are still in storage.`, { cause });
      break;
    }
  }
  if (done.length) await db.delete(fileDeletions).where(inArray(fileDeletions.id, done));
  if (failure) throw failure;
  return done.filter((id) => !named.has(id)).length;
}
