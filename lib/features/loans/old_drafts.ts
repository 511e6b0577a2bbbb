import { and, asc, inArray, lt } from "drizzle-orm";
import { submissionDrafts, uploads } from "../../../db/schema/mod.ts";
import { expiry } from "../retention.ts";

/** Deletes drafts that were not changed for the period. Their files go with the uploads that expire then. */
export const oldDrafts = expiry<number>({
  kind: "drafts",
  find: async (db, before, limit) =>
    (await db.select({ id: submissionDrafts.accountId }).from(submissionDrafts)
      .where(lt(submissionDrafts.updatedAt, before)).orderBy(asc(submissionDrafts.updatedAt)).limit(limit))
      .map(({ id }) => id),
  async remove(tx, { now }, ids, before) {
    const deleted = await tx.delete(submissionDrafts)
      .where(and(inArray(submissionDrafts.accountId, ids), lt(submissionDrafts.updatedAt, before)))
      .returning({ uploadId: submissionDrafts.uploadId });
    await tx.update(uploads).set({ expiresAt: now }).where(
      inArray(uploads.id, deleted.map(({ uploadId }) => uploadId)),
    );
    return deleted.length;
  },
});
