/** Every campaign with what became of its last run (loans specification 3.12). */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { campaignRuns, campaigns } from "../../../db/schema/mod.ts";
import { stateOf } from "./_campaign_state.ts";
import { type RunFigures, runFigures } from "./run_figures.ts";

/** The last sent first, then the newest. `lastRan` in milliseconds, null where it never ran; `last` is its last run. */
export async function listEmails(ctx: Context) {
  const all = ctx.db.select({
    id: campaigns.id,
    name: campaigns.name,
    active: campaigns.active,
    paused: campaigns.paused,
    type: campaigns.type,
    lastRan: campaigns.lastRan,
    subject: campaigns.subject,
    sendAt: campaigns.sendAt,
    everyDays: campaigns.everyDays,
    monthDay: campaigns.monthDay,
    runs: campaigns.runs,
    lastRecipients: campaigns.lastRecipients,
  }).from(campaigns).orderBy(desc(sql`coalesce(${campaigns.lastRan}, 0)`), desc(campaigns.id));
  const lastRuns = ctx.db.select({
    id: campaignRuns.campaignId,
    run: campaignRuns.run,
    finishedAt: campaignRuns.finishedAt,
    stopped: campaignRuns.stopped,
  }).from(campaigns)
    .innerJoin(campaignRuns, and(eq(campaignRuns.campaignId, campaigns.id), gte(campaignRuns.run, campaigns.runs)))
    .orderBy(campaignRuns.run);
  const [rows, runs, { figures, unsent }] = await Promise.all([all, lastRuns, runFigures(ctx)]);
  const byId = Map.groupBy(runs, ({ id }) => id);
  return rows.map(({ type, ...row }) => {
    const { id, runs } = row, own = byId.get(id) ?? [], newest = own.at(-1);
    const last: RunFigures = figures(id, runs);
    const counted = newest ? figures(id, newest.run) : last;
    // Mails on their way at a stop may have left or not, so a stopped run is counted anew.
    const isStopped = own.some(({ run, stopped }) => run === runs && stopped);
    return {
      ...row,
      lastRecipients: isStopped ? last.recipients : row.lastRecipients,
      settings: { type },
      ...stateOf({ ...row, type }, { newest, waiting: unsent(id), counted }),
      last,
    };
  });
}

export type ListedEmail = Awaited<ReturnType<typeof listEmails>>[number];

/** Every campaign as the call getemails answers it. */
export const getEmails = async (ctx: Context) =>
  (await listEmails(ctx)).map(({ last: _last, progress: _progress, ...email }) => email);
