import { sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { portalSettings, submissionDrafts, uploads } from "../../../db/schema/mod.ts";
import { draftFilesUntil } from "../../domain/operations/retention.ts";
import { stale } from "../../domain/refusal.ts";
import type { SaveRetentionInput } from "../../schemas/operations.ts";
import { audit, changes } from "../audit.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { retentionOf } from "../retention.ts";

/**
 * Saves the periods. Nothing is removed before the next night's run; files of drafts stay as long as drafts. Throws 409
 * with who, when and the stored periods where they differ from those that the form showed (`seen`).
 */
export async function saveRetention(ctx: Context, { seen, ...periods }: SaveRetentionInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await retentionOf(tx, ctx.site);
    const changed = changes(before, periods);
    if (Object.keys(changed.after).length === 0) return;
    if (seen && Object.keys(changes(before, seen).after).length > 0) {
      const last = await lastSave(tx, rowsOf(["retention.save"], 1));
      // Without a save it is the operator's standard that changed.
      if (last.at > 0) throw stale("how long things are kept", last, before);
    }
    const set = { value: JSON.stringify(periods), updatedAt: ctx.now };
    await tx.insert(portalSettings).values({ name: "retention", ...set })
      .onConflictDoUpdate({ target: portalSettings.name, set });
    if (periods.drafts > before.drafts) {
      const until = sql`(select ${submissionDrafts.updatedAt} from ${submissionDrafts}
        where ${submissionDrafts.uploadId} = ${uploads.id}) + ${draftFilesUntil(0, periods.drafts)}`;
      const drafts = sql`${uploads.id} in (select ${submissionDrafts.uploadId} from ${submissionDrafts})`;
      await tx.update(uploads).set({ expiresAt: until }).where(drafts);
    }
    await audit(tx, ctx, { action: "retention.save", entityId: 1, ...changed });
  });
}
