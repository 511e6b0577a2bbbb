/** Tracked emails with their figures over all runs, read from the tallies. */
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { nameOrder, trackerOpeners, trackerSpans } from "../../../db/derived/mod.ts";
import { trackedEmails } from "../../../db/schema/mod.ts";
import { matchesWords } from "../../domain/folded.ts";
import { pageOf } from "../../domain/paging.ts";
import { type Counts, sumsOf } from "../../domain/tracking/figures.ts";
import { ALL_DAYS } from "../../domain/tracking/periods.ts";
import { type EmailOrder, type TrackingQuery, trackingQuery } from "../../schemas/tracking.ts";

/** A tracked email (loans specification 3.13): people's figures, and the machines' beside them. */
export interface TrackedEmail extends Counts {
  id: number;
  name: string;
  /** Null for touch-base, each of whose runs is to a few people. */
  campaignId: number | null;
  /** When a person opened it last, in milliseconds; null before that. */
  lastOpened: number | null;
  /** Who that was: the name in the mail, or the address where it has none; null before that. */
  lastBy: string | null;
  timesRan: number;
  usersOpened: number;
}

/**
 * The name of a contact in the newest run with an event of it; null where it is empty. A run's recipient is found by
 * the index, while by the address alone all of an email's would be read.
 */
const nameOf = (emailId: SQL, contact: SQL): SQL =>
  sql`(select nullif(r.name, '') from tracked_recipients r where r.email_id = ${emailId} and r.email = ${contact}
    and r.sent_id = (select max(v.sent_id) from tracker_events v where v.email_id = ${emailId} and v.email = ${contact}))`;

/**
 * Every tracked email with its figures, in an order: the most recently opened first (loans specification 2.10 and 7.5).
 */
export async function listAllTrackedEmails(
  { db }: Pick<Context, "db">,
  { sort = "opened", descending = true }: { sort?: EmailOrder; descending?: boolean } = {},
): Promise<TrackedEmail[]> {
  const { id, addresses, opens, clicks, machineOpens, machineClicks } = trackerSpans;
  const figures = db.select({ id, addresses, opens, clicks, machineOpens, machineClicks }).from(trackerSpans)
    .where(and(eq(trackerSpans.scope, "email"), eq(trackerSpans.span, ALL_DAYS))).as("figures");
  // Once through, in the order of the table's key: with its contacts grouped before, it took three times as long.
  const openers = db.select({
    id: trackerOpeners.id,
    lastOpened: sql<number>`max(${trackerOpeners.lastAt})`.as("last_opened"),
    // With one max() alone SQLite takes the other columns from its row.
    lastContact: sql<string>`${trackerOpeners.contact}`.as("last_contact"),
    usersOpened: sql<number>`count(distinct ${trackerOpeners.contact})`.as("users_opened"),
  }).from(trackerOpeners).where(eq(trackerOpeners.scope, "email")).groupBy(trackerOpeners.id).as("openers");
  const orZero = (column: SQL.Aliased<number> | SQLiteColumn) => sql<number>`coalesce(${column}, 0)`;
  const columns = {
    id: trackedEmails.id,
    name: trackedEmails.name,
    campaignId: trackedEmails.campaignId,
    lastOpened: sql<number | null>`${openers.lastOpened}`,
    lastBy: sql<string | null>`coalesce(${nameOf(sql`${trackedEmails.id}`, sql`${openers.lastContact}`)},
      ${openers.lastContact})`,
    timesRan: trackedEmails.timesRan,
    usersOpened: orZero(openers.usersOpened),
    uniqueOpens: orZero(figures.addresses),
    opens: orZero(figures.opens),
    clicks: orZero(figures.clicks),
    machineOpens: orZero(figures.machineOpens),
    machineClicks: orZero(figures.machineClicks),
  };
  const orders: Record<EmailOrder, SQL> = {
    name: nameOrder(trackedEmails.name),
    opened: sql`coalesce(${openers.lastOpened}, 0)`,
    sent: sql`${trackedEmails.timesRan}`,
    users: columns.usersOpened,
    unique: columns.uniqueOpens,
    opens: columns.opens,
    clicks: columns.clicks,
  };
  return await jsonRows(
    db,
    db.select(columns).from(trackedEmails).leftJoin(figures, eq(figures.id, trackedEmails.id))
      .leftJoin(openers, eq(openers.id, trackedEmails.id))
      .orderBy(descending ? desc(orders[sort]) : asc(orders[sort]), asc(trackedEmails.id)),
  );
}

/** A page of tracked emails whose name the search finds, and the sums over all. */
export async function listTrackedEmails(ctx: Context, query: TrackingQuery) {
  const all = await listAllTrackedEmails(ctx, { sort: query.sort, descending: trackingQuery.isDescending(query) });
  return {
    any: all.length > 0,
    sums: sumsOf(all),
    ...pageOf(all.filter(({ name }) => matchesWords(name, query.q)), query.page),
  };
}

/** The latest open by a person: which email, and by whom; null before the first. */
export async function latestOpen({ db }: Pick<Context, "db">, emailId?: number) {
  return await db.select({
    at: trackerOpeners.lastAt,
    emailId: trackerOpeners.id,
    email: trackedEmails.name,
    contact: trackerOpeners.contact,
    name: sql<string>`coalesce(${nameOf(sql`${trackerOpeners.id}`, sql`${trackerOpeners.contact}`)},
      ${trackerOpeners.contact})`,
  }).from(trackerOpeners).innerJoin(trackedEmails, eq(trackedEmails.id, trackerOpeners.id))
    .where(and(eq(trackerOpeners.scope, "email"), emailId === undefined ? undefined : eq(trackerOpeners.id, emailId)))
    .orderBy(desc(trackerOpeners.lastAt)).limit(1).get() ?? null;
}
