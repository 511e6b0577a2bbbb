/** What the overview draws: opens and clicks by people over the range, and which links were followed. */
import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { trackerLinks, trackerSpans } from "../../../db/derived/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { firstDay, isAll, LONGEST_BY_DAY, periodsBetween } from "../../domain/tracking/periods.ts";

/** Links that are shown. */
export const RANGE_LINKS_MOST = 8;

/** People's figures of a day (YYYY-MM-DD), or of a month (YYYY-MM) where the range is long. */
export interface InPeriod {
  period: string;
  opens: number;
  clicks: number;
}

/** The periods of the range in order, empty ones too, and its links, the most followed first. */
export async function trackingCharts(
  { db, now }: Pick<Context, "db" | "now">,
  range: number,
): Promise<{ periods: InPeriod[]; links: { link: string; clicks: number }[] }> {
  const from = firstDay(range, dateInToronto(now)), letters = range > LONGEST_BY_DAY ? 7 : 10;
  const period = sql<string>`substr(${trackerSpans.span}, 1, ${sql.raw(String(letters))})`;
  const byPeriod = db.select({
    period: period.as("period"),
    opens: sql<number>`sum(${trackerSpans.opens})`,
    clicks: sql<number>`sum(${trackerSpans.clicks})`,
  }).from(trackerSpans).where(and(
    eq(trackerSpans.scope, "email"),
    gte(trackerSpans.span, from),
    // All time has whole months; a year begins within one.
    eq(sql`length(${trackerSpans.span})`, isAll(range) ? 7 : 10),
  ))
    .groupBy(period).orderBy(asc(period));
  const clicks = sql<number>`sum(${trackerLinks.clicks})`;
  const byLink = db.select({ link: trackerLinks.link, clicks }).from(trackerLinks)
    .where(gte(trackerLinks.day, from)).groupBy(trackerLinks.link).orderBy(desc(clicks), asc(trackerLinks.link))
    .limit(RANGE_LINKS_MOST);
  const [counted, links] = await Promise.all([byPeriod, byLink]);
  const known = new Map(counted.map((one) => [one.period, one]));
  const start = counted[0] && letters === 7 ? `${counted[0].period}-01` : from;
  return {
    periods: counted.length === 0
      ? []
      : periodsBetween(start, dateInToronto(now), letters === 7).map((period) =>
        known.get(period) ?? { period, opens: 0, clicks: 0 }
      ),
    links,
  };
}
