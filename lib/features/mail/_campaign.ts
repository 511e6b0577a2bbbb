/** A campaign's row, its saves, and its mails in the outbox: what the verbs on campaigns share. */
import { and, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { CAMPAIGN_KEY, quoteList, runMails } from "../../../db/derived/mod.ts";
import type { Context, Tx } from "../../../db/mod.ts";
import { campaigns, mails } from "../../../db/schema/mod.ts";
import { UNSENT_STATUSES } from "../../domain/mail/outbox.ts";
import { campaignText } from "../../domain/mail/campaign.ts";
import { notFound, stale } from "../../domain/refusal.ts";
import { lastSave, rowsOf } from "../last_save.ts";

export type Campaign = typeof campaigns.$inferSelect;

/** Throws 404. */
export async function campaignOf(db: Context["db"] | Tx, id: number): Promise<Campaign> {
  const found = await db.select().from(campaigns).where(eq(campaigns.id, id)).get();
  if (!found) throw notFound("email");
  return found;
}

export const savesOf = (db: Context["db"] | Tx, id: number) => lastSave(db, rowsOf(["campaign.save"], id));

/** Throws 409 where a campaign was saved after the state that is on screen: `savedAt`, where it is known. */
export async function refuseStale(tx: Tx, campaign: Campaign, savedAt: number | undefined): Promise<void> {
  const last = await savesOf(tx, campaign.id);
  if (savedAt === undefined || savedAt === last.at) return;
  throw stale("this email", last, { ...campaignText(campaign), savedAt: last.at });
}

/** The beginning of the idempotency keys of a run's mails; an interrupted run continues with the same keys. */
export const campaignKey = (id: number, run: number): string => `${CAMPAIGN_KEY}${id}:${run}:`;

/** The keys that begin with a text and a colon, as a range that the index of keys answers. */
const keysWith = (text: SQL): SQL =>
  and(gte(mails.idempotencyKey, sql`${text} || ':'`), lt(mails.idempotencyKey, sql`${text} || ';'`))!;

/** The mails of all runs of a campaign, by its id or the column that has it. */
export const ofCampaign = (id: number | SQLiteColumn): SQL => keysWith(sql`${CAMPAIGN_KEY} || cast(${id} as integer)`);
/** The mails of a run of a campaign, by its number or the column that has it. */
export const ofRun = (id: number, run: number | SQLiteColumn): SQL =>
  keysWith(sql`${`${CAMPAIGN_KEY}${id}:`} || cast(${run} as integer)`);

/** What has not left yet, as the index `mails_unsent` has it. */
export const unsent = sql`${mails.status} in ${sql.raw(quoteList(UNSENT_STATUSES))}`;
/** The mails by that index; otherwise SQLite reads every queued mail. Its columns are selected as SQL. */
export const unsentMails = sql`${mails} indexed by mails_unsent`;

/** How many mails of a campaign have not left yet. */
export async function countUnsent(db: Context["db"] | Tx, id: number): Promise<number> {
  return (await db.select({ n: sql<number>`count(*)` }).from(unsentMails).where(and(unsent, ofCampaign(id))).get())!.n;
}

/** How many mails a run has that were not withdrawn. */
export async function countRecipients(db: Context["db"] | Tx, id: number, run: number): Promise<number> {
  const counted = await db.select({ n: sql<number>`coalesce(sum(${runMails.mails}), 0)` }).from(runMails)
    .where(and(eq(runMails.campaignId, id), eq(runMails.run, run), ne(runMails.status, "withdrawn"))).get();
  return counted!.n;
}
