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
function figuresOf({ db, now }: Pick<Context, "db" | "now">, scope: "email" | "account", range: number) {
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

/** Emails by unique opens, brokers by interest, of today and the days before in Toronto, `range` in all. */
export async function trackingOverview(ctx: Context, range: number) {
  const ofEmails = figuresOf(ctx, "email", range), ofBrokers = figuresOf(ctx, "account", range);
  const columns = ({ opens, uniqueOpens, clicks, machineOpens, machineClicks }: typeof ofEmails) => ({
    opens,
    uniqueOpens,
    clicks,
    machineOpens,
    machineClicks,
  });
  // As one cell: 20,000 brokers are 140,000 of them.
  const clicked: Promise<EmailInRange[]> = jsonRows(
    ctx.db,
    ctx.db.select({
      id: trackedEmails.id,
      name: trackedEmails.name,
      campaignId: trackedEmails.campaignId,
      timesRan: trackedEmails.timesRan,
      ...columns(ofEmails),
    }).from(ofEmails).innerJoin(trackedEmails, eq(trackedEmails.id, ofEmails.id)),
  );
  const reading = jsonRows(
    ctx.db,
    ctx.db.select({ id: accounts.id, name: accounts.name, ...columns(ofBrokers) })
      .from(ofBrokers).innerJoin(accounts, eq(accounts.id, ofBrokers.id))
      .where(eq(accounts.role, ROLE.broker)),
  );
  const [emails, brokers] = await Promise.all([clicked, reading]);
  return {
    emails: emails.sort((a, b) => b.uniqueOpens - a.uniqueOpens || a.id - b.id),
    brokers: brokers.map((broker): BrokerInRange => ({ ...broker, hot: hotOf(broker) }))
      .sort((a, b) => b.hot - a.hot || a.id - b.id),
  };
}

/** How to reach some brokers, by id. */
export async function reachOfBrokers(
  { db }: Pick<Context, "db">,
  ids: readonly number[],
): Promise<Map<number, { phone: string; email: string }>> {
  const rows = await db.select({ id: accounts.id, phone: accounts.phone, email: accounts.email }).from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(rows.map(({ id, ...reach }) => [id, reach]));
}
