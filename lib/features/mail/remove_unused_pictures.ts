/** Lets pictures go that no campaign's text has, neither today's nor one that was sent. */
import { and, inArray, lte, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { campaignRuns, campaigns, mailPictures } from "../../../db/schema/mod.ts";
import { DAY_MS } from "../../domain/dates.ts";
import { scheduleDeletions } from "../files/mod.ts";

/** So long a picture waits for the save of the text that it was put into. */
const RETENTION_MS = 30 * DAY_MS;
const AT_ONCE = 500;

/** Returns how many were removed; their bytes follow (docs/decisions/files.md). */
export async function removeUnusedPictures(ctx: Pick<Context, "db" | "now">): Promise<number> {
  return await inTransaction(ctx.db, async (tx) => {
    const old = await tx.select({ id: mailPictures.id }).from(mailPictures).where(and(
      lte(mailPictures.uploadedAt, ctx.now - RETENTION_MS),
      ...[campaigns, campaignRuns].map((texts) =>
        sql`not exists (select 1 from ${texts} t where instr(t.body, ${mailPictures.id}) > 0)`
      ),
    )).limit(AT_ONCE);
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.delete(mailPictures).where(inArray(mailPictures.id, ids));
    await scheduleDeletions(tx, ids, ctx.now);
    return ids.length;
  });
}
