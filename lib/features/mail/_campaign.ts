/** A campaign's row, its saves, and its mails in the outbox: what the verbs on campaigns share. */
import { and, count, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { quoteList } from "../../../db/derived/mod.ts";
import type { Context, Tx } from "../../../db/mod.ts";
import { campaignRuns, campaigns, mails } from "../../../db/schema/mod.ts";
import { UNSENT_STATUSES } from "../../domain/mail/outbox.ts";
import { notFound } from "../../domain/refusal.ts";
import { lastSave, rowsOf } from "../last_save.ts";

export type Campaign = typeof campaigns.$inferSelect;

/** Throws 404. */
export async function campaignOf(db: Context["db"] | Tx, id: number): Promise<Campaign> {
  const found = await db.select().from(campaigns).where(eq(campaigns.id, id)).get();
  if (!found) throw notFound("email");
  return found;
}

export const savesOf = (db: Context["db"] | Tx, id: number) => lastSave(db, rowsOf(["campaign.save"], id));

const KEY = "campaign:";
/** Begins the idempotency key of every mail of a run; a run that broke off goes on with the same keys. */
export const campaignKey = (id: number, run: number): string => `${KEY}${id}:${run}:`;

/** The keys that begin with a text and a colon, as a range that the index of keys answers. */
const keysWith = (text: SQL): SQL =>
  and(gte(mails.idempotencyKey, sql`${text} || ':'`), lt(mails.idempotencyKey, sql`${text} || ';'`))!;

/** The mails of all runs of a campaign, by its id or the column that has it. */
export const ofCampaign = (id: number | SQLiteColumn): SQL => keysWith(sql`${KEY} || cast(${id} as integer)`);
/** The mails of a run of a campaign: its number, or `newestRun`. */
export const ofRun = (id: number, run: number | SQL): SQL =>
  keysWith(typeof run === "number" ? sql`${campaignKey(id, run).slice(0, -1)}` : sql`${`${KEY}${id}:`} || ${run}`);

/** The number of a campaign's newest run, for a statement that is sent before it is known; null before the first. */
export const newestRun = (id: number): SQL =>
  sql`(select max(${campaignRuns.run}) from ${campaignRuns} where ${campaignRuns.campaignId} = ${id})`;

/** What has not left yet, as the index `mails_unsent` has it. */
export const unsent = sql`${mails.status} in ${sql.raw(quoteList(UNSENT_STATUSES))}`;
/** The mails by that index; left alone, SQLite reads every mail that waits. Its columns are selected as SQL. */
export const unsentMails = sql`${mails} indexed by mails_unsent`;

/** How many mails of a campaign have not left yet. */
export async function countUnsent(db: Context["db"] | Tx, id: number): Promise<number> {
  return (await db.select({ n: sql<number>`count(*)` }).from(unsentMails).where(and(unsent, ofCampaign(id))).get())!.n;
}

/** How many mails a run has that were not withdrawn. */
export async function countRecipients(db: Context["db"] | Tx, id: number, run: number | SQL): Promise<number> {
  const n = async (where: SQL | undefined) =>
    (await db.select({ n: count() }).from(mails).where(and(ofRun(id, run), where)).get())!.n;
  // Apart, each by an index: a filter on the status would read every mail.
  const [all, withdrawn] = await Promise.all([n(undefined), n(eq(mails.status, "withdrawn"))]);
  return all - withdrawn;
}
