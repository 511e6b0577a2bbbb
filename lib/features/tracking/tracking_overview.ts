/** Emails and brokers of the last days, read from the tallies. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { trackerSpans } from "../../../db/derived/mod.ts";
import { accounts, trackedEmails } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { ROLE } from "../../domain/permissions.ts";
import { type Counts, hotOf } from "../../domain/tracking/figures.ts";
import { spansOf } from "../../domain/tracking/periods.ts";

/** A tracked email's figures in the range. */
export interface EmailInRange extends Counts {
  id: number;
  name: string;
  /** Null for touch-base, each of whose runs is to a few people. */
  campaignId: number | null;
  timesRan: number;
}

/** A broker's figures in the range (loans specification 3.13). */
export interface BrokerInRange extends Counts {
  id: number;
  name: string;
  hot: number;
}

/** Figures of a range by id, added up from its spans. */
export function figuresOf({ db, now }: Pick<Context, "db" | "now">, scope: "email" | "account", range: number) {
  const { id, opens, addresses, clicks, machineOpens, machineClicks } = trackerSpans;
  return db.select({
    id,
    opens: sql<number>`sum(${opens})`.as("range_opens"),
    uniqueOpens: sql<number>`sum(${addresses})`.as("range_unique_opens"),
    clicks: sql<number>`sum(${clicks})`.as("range_clicks"),
    machineOpens: sql<number>`sum(${machineOpens})`.as("range_machine_opens"),
    machineClicks: sql<number>`sum(${machineClicks})`.as("range_machine_clicks"),
  }).from(trackerSpans)
    .where(and(eq(trackerSpans.scope, scope), inArray(trackerSpans.span, spansOf(range, dateInToronto(now)))))
    .groupBy(id).as("figures");
}

type Figures = ReturnType<typeof figuresOf>;
const columnsOf = ({ opens, uniqueOpens, clicks, machineOpens, machineClicks }: Figures) => ({
  opens,
  uniqueOpens,
  clicks,
  machineOpens,
  machineClicks,
});

/** Emails by unique opens of today and the days before in Toronto, `range` in all. */
export async function emailsInRange(ctx: Context, range: number): Promise<EmailInRange[]> {
  const figures = figuresOf(ctx, "email", range);
  const rows = await jsonRows(
    ctx.db,
    ctx.db.select({
      id: trackedEmails.id,
      name: trackedEmails.name,
      campaignId: trackedEmails.campaignId,
      timesRan: trackedEmails.timesRan,
      ...columnsOf(figures),
    }).from(figures).innerJoin(trackedEmails, eq(trackedEmails.id, figures.id)),
  );
  return rows.sort((a, b) => b.uniqueOpens - a.uniqueOpens || a.id - b.id);
}

/** Brokers by interest of these days. */
export async function brokersInRange(ctx: Context, range: number): Promise<BrokerInRange[]> {
  const figures = figuresOf(ctx, "account", range);
  // As one cell: 20,000 brokers are 140,000 of them.
  const rows = await jsonRows(
    ctx.db,
    ctx.db.select({ id: accounts.id, name: accounts.name, ...columnsOf(figures) })
      .from(figures).innerJoin(accounts, eq(accounts.id, figures.id))
      .where(eq(accounts.role, ROLE.broker)),
  );
  return rows.map((broker): BrokerInRange => ({ ...broker, hot: hotOf(broker) }))
    .sort((a, b) => b.hot - a.hot || a.id - b.id);
}

/** Emails by unique opens, brokers by interest, of today and the days before in Toronto, `range` in all. */
export async function trackingOverview(ctx: Context, range: number) {
  const [emails, brokers] = await Promise.all([emailsInRange(ctx, range), brokersInRange(ctx, range)]);
  return { emails, brokers };
}
