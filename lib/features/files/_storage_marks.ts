/** Each portal leaves a mark of its own in the storage that it sweeps, so that a second one there is seen by both. */
import { eq } from "drizzle-orm";
import type { Context, Db } from "../../../db/mod.ts";
import { serverSecrets } from "../../../db/schema/mod.ts";
import { isManifest, isMark } from "../../domain/files/storage_mark.ts";

type Store = Context["files"];

/** The mark of this database, for ever the same; a restored copy of the database has it too. `now` in milliseconds. */
async function ownMark(db: Db, now: number): Promise<string> {
  const name = "storage mark";
  await db.insert(serverSecrets).values({ name, value: `portal-${crypto.randomUUID()}`, createdAt: now })
    .onConflictDoNothing();
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  return row.value;
}

/** This portal's mark and those of others, as the storage has them, and whether backups lie there. */
export async function readMarks(
  { db, files: store, now }: { db: Db; files: Store; now: number },
): Promise<{ own: string; isMarked: boolean; others: string[]; hasBackups: boolean }> {
  const own = await ownMark(db, now);
  const found: string[] = [];
  let hasBackups = false;
  for await (const ids of store.list(Infinity)) {
    found.push(...ids.filter(isMark));
    hasBackups ||= ids.some(isManifest);
  }
  return { own, isMarked: found.includes(own), others: found.filter((mark) => mark !== own), hasBackups };
}

/** Marks the storage as this portal's. */
export async function leaveMark(store: Store, own: string): Promise<void> {
  await store.put(own, new TextEncoder().encode("A portal keeps its files here: see docs/operations.md.\n"));
}
