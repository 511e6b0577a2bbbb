/** The jobs of the area files. */
import { and, inArray, isNull, lte } from "drizzle-orm";
import type { Db, Job } from "../../../db/mod.ts";
import { files, uploads } from "../../../db/schema/mod.ts";
import type { FileStore } from "../../domain/ports.ts";

const BATCH_SIZE = 500;

/** Removes expired uploads that no loan uses; returns the number of files. Deletes bytes before rows. */
export async function removeExpiredUploads(db: Db, store: FileStore, now: number): Promise<number> {
  const old = await db.select({ id: uploads.id }).from(uploads).where(lte(uploads.expiresAt, now)).limit(BATCH_SIZE);
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const loose = and(inArray(files.uploadId, ids), isNull(files.loanId));
  const gone = await db.select({ id: files.id }).from(files).where(loose);
  for (const { id } of gone) await store.remove(id);
  await db.delete(files).where(loose);
  await db.delete(uploads).where(inArray(uploads.id, ids));
  return gone.length;
}

export const fileJobs: readonly Job[] = [{
  name: "expired-uploads",
  everyMs: 3600_000,
  run: ({ db, files: store, now }) => removeExpiredUploads(db, store, now),
}];
