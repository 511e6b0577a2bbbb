/** Emails and brokers of the last days, read from the tallies. */
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { trackerDays, trackerMonths, trackerOpeners } from "../../../db/derived/mod.ts";
import { accounts, trackedEmails } from "../../../db/schema/mod.ts";
import { dateInToronto, dayStartInToronto } from "../../domain/dates.ts";
import { ROLE } from "../../domain/permissions.ts";
import { type Counts, hotOf } from "../../domain/tracking/figures.ts";
import { firstDay, firstWholeMonth, LONGEST_BY_DAY } from "../../domain/tracking/periods.ts";

/** A tracked email's figures in the range. */
export interface EmailInRange extends Counts {
  id: number;
  name: string;
  timesRan: number;
}

/** A broker's figures in the range (loans specification 3.13). */
export interface BrokerInRange extends Counts {
  id: number;
  name: string;
  hot: number;
}

/** Figures of a range: its first days up to a month's end, and whole months from there. */
function figuresSince({ db, now }: Pick<Context, "db" | "now">, scope: "email" | "account", days: number) {
  const from = firstDay(days, dateInToronto(now)), start = dayStartInToronto(from);
  const whole = firstWholeMonth(from);
  const figures = <T extends typeof trackerDays | typeof trackerMonths>({ id, opens, clicks, ...machines }: T) => ({
    id,
    opens,
    clicks,
    machineOpens: machines.machineOpens,
    machineClicks: machines.machineClicks,
  });
  const spans = unionAll(
    db.select(figures(trackerDays)).from(trackerDays).where(and(
      eq(trackerDays.scope, scope),
      gte(trackerDays.day, from),
      lt(trackerDays.day, whole),
    )),
    db.select(figures(trackerMonths)).from(trackerMonths).where(and(
      eq(trackerMonths.scope, scope),
      gte(trackerMonths.month, whole.slice(0, 7)),
    )),
  ).as("spans");
  const counts = db.select({
    id: spans.id,
    opens: sql<number>`sum(${spans.opens})`.as("range_opens"),
    clicks: sql<number>`sum(${spans.clicks})`.as("range_clicks"),
    machineOpens: sql<number>`sum(${spans.machineOpens})`.as("range_machine_opens"),
    machineClicks: sql<number>`sum(${spans.machineClicks})`.as("range_machine_clicks"),
  }).from(spans).groupBy(spans.id).as("counts");
  // Over long ranges most rows count: read in the order of the ids they need no sorting, which costs far more.
  const since = days > LONGEST_BY_DAY ? sql`+${trackerOpeners.lastAt} >= ${start}` : gte(trackerOpeners.lastAt, start);
  const openers = db.select({
    id: trackerOpeners.id,
    uniqueOpens: sql<number>`count(*)`.as("range_uniques"),
  }).from(trackerOpeners).where(and(eq(trackerOpeners.scope, scope), since))
    .groupBy(trackerOpeners.id).as("openers");
  return { counts, openers };
}

/** Emails by unique opens, brokers by interest, of today and the days before in Toronto, `range` in all. */
export async function trackingOverview(ctx: Context, range: number) {
  const ofEmails = figuresSince(ctx, "email", range), ofBrokers = figuresSince(ctx, "account", range);
  const columns = ({ counts, openers }: typeof ofEmails) => ({
    opens: counts.opens,
    uniqueOpens: sql<number>`coalesce(${openers.uniqueOpens}, 0)`,
    clicks: counts.clicks,
    machineOpens: counts.machineOpens,
    machineClicks: counts.machineClicks,
  });
  // As one cell: 20,000 brokers are 140,000 of them.
  const emails: EmailInRange[] = await jsonRows(
    ctx.db,
    ctx.db.select({
      id: trackedEmails.id,
      name: trackedEmails.name,
      timesRan: trackedEmails.timesRan,
      ...columns(ofEmails),
    }).from(ofEmails.counts).innerJoin(trackedEmails, eq(trackedEmails.id, ofEmails.counts.id))
      .leftJoin(ofEmails.openers, eq(ofEmails.openers.id, ofEmails.counts.id)),
  );
  const brokers = await jsonRows(
    ctx.db,
    ctx.db.select({ id: accounts.id, name: accounts.name, ...columns(ofBrokers) })
      .from(ofBrokers.counts).innerJoin(accounts, eq(accounts.id, ofBrokers.counts.id))
      .leftJoin(ofBrokers.openers, eq(ofBrokers.openers.id, ofBrokers.counts.id))
      .where(eq(accounts.role, ROLE.broker)),
  );
  return {
    emails: emails.sort((a, b) => b.uniqueOpens - a.uniqueOpens || a.id - b.id),
    brokers: brokers.map((broker): BrokerInRange => ({ ...broker, hot: hotOf(broker) }))
      .sort((a, b) => b.hot - a.hot || a.id - b.id),
  };
}
