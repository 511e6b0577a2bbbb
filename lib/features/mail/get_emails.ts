/** Every campaign as the call getemails answers it (loans specification 3.12). */
import { desc, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { campaigns } from "../../../db/schema/mod.ts";

/** The last sent first, then the newest. `lastRan` in milliseconds, null where it never ran. */
export async function getEmails(ctx: Context) {
  const rows = await ctx.db.select({
    id: campaigns.id,
    name: campaigns.name,
    active: campaigns.active,
    type: campaigns.type,
    lastRan: campaigns.lastRan,
    subject: campaigns.subject,
    sendAt: campaigns.sendAt,
    everyDays: campaigns.everyDays,
    runs: campaigns.runs,
    lastRecipients: campaigns.lastRecipients,
  }).from(campaigns).orderBy(desc(sql`coalesce(${campaigns.lastRan}, 0)`), desc(campaigns.id));
  return rows.map(({ type, ...row }) => ({ ...row, settings: { type } }));
}

export type ListedEmail = Awaited<ReturnType<typeof getEmails>>[number];
