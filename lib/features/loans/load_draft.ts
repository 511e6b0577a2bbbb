/** The actor's draft. */
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { files, submissionDrafts } from "../../../db/schema/mod.ts";
import { FILE_TYPES } from "../../domain/files/submitted.ts";
import { type DraftContent, type DraftFile, isEmptyDraft } from "../../domain/loans/draft.ts";

export interface LoadedDraft {
  content: DraftContent;
  /** The files that still exist, as the form last listed them. */
  files: DraftFile[];
  uploadId: string;
  updatedAt: number;
}

/**
 * The draft with its files; null where there is none or it is empty. Expired ones are removed by the night's run alone.
 */
export async function loadDraft(ctx: Context): Promise<LoadedDraft | null> {
  if (!ctx.actor) return null;
  const row = await ctx.db.select().from(submissionDrafts)
    .where(eq(submissionDrafts.accountId, ctx.actor.id)).get();
  if (!row) return null;
  const content: DraftContent = JSON.parse(row.entries);
  if (isEmptyDraft(content)) return null;
  const stored = await ctx.db.select({ id: files.id, name: files.name, kind: files.kind, size: files.size }).from(files)
    .where(and(eq(files.uploadId, row.uploadId), isNull(files.loanId))).orderBy(asc(files.uploadedAt));
  const listed = new Map(content.files.map(({ id, type }) => [id, type]));
  return {
    content,
    files: stored.flatMap(({ id, name, kind, size }) => {
      const type = listed.get(id) ?? FILE_TYPES.find((one) => one === kind) ?? "other";
      return listed.has(id) ? [{ id, name, size, type }] : [];
    }),
    uploadId: row.uploadId,
    updatedAt: row.updatedAt,
  };
}
