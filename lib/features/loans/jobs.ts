/** The jobs of the area loans. */
import { lte } from "drizzle-orm";
import type { Job } from "../../../db/mod.ts";
import { submissionDrafts } from "../../../db/schema/mod.ts";
import { DRAFT_LIFETIME_MS } from "../../domain/loans/draft.ts";

export const loanJobs: readonly Job[] = [{
  name: "old-drafts",
  everyMs: 3600_000,
  run: ({ db, now }) => db.delete(submissionDrafts).where(lte(submissionDrafts.updatedAt, now - DRAFT_LIFETIME_MS)),
}];
