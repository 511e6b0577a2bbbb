/** What people did with mails in the last weeks, and what they did in as many days before a range. */
import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { trackerSpans, trackerWeeks } from "../../../db/derived/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { isAll, spansOf, weeksUntil } from "../../domain/tracking/periods.ts";

/** Whole weeks that are drawn. */
const WEEKS = 12;

/** People's figures of the last whole weeks in order, and of the present week at the end. */
export interface WeekFigures {
  uniqueOpens: number[];
  clicks: number[];
}

/** The last weeks of all emails together, and of each; one without opens has zeros. */
export async function trackingWeeks(
  { db, now }: Pick<Context, "db" | "now">,
): Promise<{ all: WeekFigures; ofEmail: (id: number) => WeekFigures }> {
  const weeks = weeksUntil(dateInToronto(now), WEEKS);
  const rows = await jsonRows(
    db,
    db.select({
      id: trackerWeeks.emailId,
      week: trackerWeeks.week,
      uniqueOpens: trackerWeeks.uniqueOpens,
      clicks: trackerWeeks.clicks,
    }).from(trackerWeeks).where(gte(trackerWeeks.week, weeks[0])),
  );
  const byEmail = Map.groupBy(rows, ({ id }) => id);
  const inOrder = (own: typeof rows): WeekFigures => {
    const byWeek = Map.groupBy(own, ({ week }) => week);
    const list = (of: "uniqueOpens" | "clicks") =>
      weeks.map((week) => (byWeek.get(week) ?? []).reduce((sum, row) => sum + row[of], 0));
    return { uniqueOpens: list("uniqueOpens"), clicks: list("clicks") };
  };
  return { all: inOrder(rows), ofEmail: (id) => inOrder(byEmail.get(id) ?? []) };
}

/** People's opens and clicks in as many days as a range has, before it; null where the range is all there is. */
export async function daysBefore(
  { db, now }: Pick<Context, "db" | "now">,
  range: number,
): Promise<{ opens: number; clicks: number } | null> {
  if (isAll(range)) return null;
  const today = dateInToronto(now);
  const sumOf = async (days: number) =>
    (await db.select({
      opens: sql<number>`coalesce(sum(${trackerSpans.opens}), 0)`,
      clicks: sql<number>`coalesce(sum(${trackerSpans.clicks}), 0)`,
    }).from(trackerSpans)
      .where(and(eq(trackerSpans.scope, "email"), inArray(trackerSpans.span, spansOf(days, today)))).get())!;
  const [both, own] = await Promise.all([sumOf(2 * range), sumOf(range)]);
  return { opens: both.opens - own.opens, clicks: both.clicks - own.clicks };
}
