/** The jobs of the area files. */
import { and, inArray, isNull, lte, or } from "drizzle-orm";
import { type Context, inTransaction, type Job } from "../../../db/mod.ts";
import { files, uploads } from "../../../db/schema/mod.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/dates.ts";
import { BATCH_SIZE, removeDue, removeSoon, scheduleDeletions } from "./deletions.ts";
import { sweepFiles } from "./sweep.ts";

/**
 * Removes expired uploads that no loan uses, and files whose upload was removed with its account; returns the number of
 * files.
 */
export async function removeExpiredUploads(ctx: Pick<Context, "db" | "files" | "now">): Promise<number> {
  const deleted = await inTransaction(ctx.db, async (tx) => {
    const old = await tx.select({ id: uploads.id }).from(uploads).where(lte(uploads.expiresAt, ctx.now))
      .limit(BATCH_SIZE);
    const ids = old.map(({ id }) => id);
    const unused = and(isNull(files.loanId), or(inArray(files.uploadId, ids), isNull(files.uploadId)));
    const removed = await tx.delete(files).where(unused).returning({ id: files.id });
    await tx.delete(uploads).where(inArray(uploads.id, ids));
    const bytes = removed.map(({ id }) => id);
    await scheduleDeletions(tx, bytes, ctx.now);
    return bytes;
  });
  await removeSoon(ctx, deleted);
  return deleted.length;
}

export const fileJobs: readonly Job[] = [
  { name: "expired-uploads", everyMs: HOUR_MS, run: removeExpiredUploads },
  { name: "file-deletions", everyMs: MINUTE_MS, run: removeDue },
  { name: "unnamed-files", everyMs: DAY_MS, run: (ctx) => sweepFiles(ctx) },
];
