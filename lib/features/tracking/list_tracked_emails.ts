/** Tracked emails with their figures over all runs, read from the tallies. */
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { trackerMonths, trackerOpeners } from "../../../db/derived/mod.ts";
import { trackedEmails } from "../../../db/schema/mod.ts";
import { matchesWords } from "../../domain/like.ts";
import { pageOf } from "../../domain/paging.ts";
import type { Counts } from "../../domain/tracking/figures.ts";
import { type EmailOrder, type TrackingQuery, trackingQuery } from "../../schemas/tracking.ts";

/** A tracked email (loans specification 3.13): people's figures, and the machines' beside them. */
export interface TrackedEmail extends Counts {
  id: number;
  name: string;
  /** When a person opened it last, in milliseconds; null before that. */
  lastOpened: number | null;
  timesRan: number;
  usersOpened: number;
}

/** Every tracked email with its figures, in an order: the most recently opened first (loans specification 2.10 and 7.5). */
export async function listAllTrackedEmails(
  { db }: Pick<Context, "db">,
  { sort = "opened", descending = true }: { sort?: EmailOrder; descending?: boolean } = {},
): Promise<TrackedEmail[]> {
  const months = db.select({
    id: trackerMonths.id,
    opens: sql<number>`sum(${trackerMonths.opens})`.as("all_opens"),
    clicks: sql<number>`sum(${trackerMonths.clicks})`.as("all_clicks"),
    machineOpens: sql<number>`sum(${trackerMonths.machineOpens})`.as("all_machine_opens"),
    machineClicks: sql<number>`sum(${trackerMonths.machineClicks})`.as("all_machine_clicks"),
  }).from(trackerMonths).where(eq(trackerMonths.scope, "email")).groupBy(trackerMonths.id).as("months");
  const openers = db.select({
    id: trackerOpeners.id,
    lastOpened: sql<number>`max(${trackerOpeners.lastAt})`.as("last_opened"),
    usersOpened: sql<number>`count(distinct ${trackerOpeners.contact})`.as("users_opened"),
    uniqueOpens: sql<number>`count(*)`.as("unique_opens"),
  }).from(trackerOpeners).where(eq(trackerOpeners.scope, "email")).groupBy(trackerOpeners.id).as("openers");
  const orZero = (column: SQL.Aliased<number>) => sql<number>`coalesce(${column}, 0)`;
  const columns = {
    id: trackedEmails.id,
    name: trackedEmails.name,
    lastOpened: sql<number | null>`${openers.lastOpened}`,
    timesRan: trackedEmails.timesRan,
    usersOpened: orZero(openers.usersOpened),
    uniqueOpens: orZero(openers.uniqueOpens),
    opens: orZero(months.opens),
    clicks: orZero(months.clicks),
    machineOpens: orZero(months.machineOpens),
    machineClicks: orZero(months.machineClicks),
  };
  const orders: Record<EmailOrder, SQL> = {
    name: sql`${trackedEmails.name} collate nocase`,
    opened: sql`coalesce(${openers.lastOpened}, 0)`,
    sent: sql`${trackedEmails.timesRan}`,
    users: columns.usersOpened,
    unique: columns.uniqueOpens,
    opens: columns.opens,
    clicks: columns.clicks,
  };
  return await db.select(columns).from(trackedEmails).leftJoin(months, eq(months.id, trackedEmails.id))
    .leftJoin(openers, eq(openers.id, trackedEmails.id))
    .orderBy(descending ? desc(orders[sort]) : asc(orders[sort]), asc(trackedEmails.id));
}

/** A page of tracked emails whose name the search finds, and the sums over all. */
export async function listTrackedEmails(ctx: Context, query: TrackingQuery) {
  const all = await listAllTrackedEmails(ctx, { sort: query.sort, descending: trackingQuery.isDescending(query) });
  const sum = (of: "uniqueOpens" | "clicks" | "machineOpens" | "machineClicks") =>
    all.reduce((total, email) => total + email[of], 0);
  const sums = {
    uniqueOpens: sum("uniqueOpens"),
    clicks: sum("clicks"),
    machineOpens: sum("machineOpens"),
    machineClicks: sum("machineClicks"),
  };
  return { any: all.length > 0, sums, ...pageOf(all.filter(({ name }) => matchesWords(name, query.q)), query.page) };
}

/** The latest open by a person: which email, and by whom; null before the first. */
export async function latestOpen({ db }: Pick<Context, "db">, emailId?: number) {
  return await db.select({
    at: trackerOpeners.lastAt,
    emailId: trackerOpeners.id,
    email: trackedEmails.name,
    contact: trackerOpeners.contact,
    name: sql<string>`coalesce((select name from tracked_recipients r where r.email_id = ${trackerOpeners.id}
      and r.email = ${trackerOpeners.contact} order by r.sent_id desc limit 1), ${trackerOpeners.contact})`,
  }).from(trackerOpeners).innerJoin(trackedEmails, eq(trackedEmails.id, trackerOpeners.id))
    .where(and(eq(trackerOpeners.scope, "email"), emailId === undefined ? undefined : eq(trackerOpeners.id, emailId)))
    .orderBy(desc(trackerOpeners.lastAt)).limit(1).get() ?? null;
}
