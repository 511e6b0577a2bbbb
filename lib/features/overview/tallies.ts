/** Reads the tallies (table overview_tallies) of some months and statuses. */
import { and, between, inArray, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type Context, type Db, prepareJsonRows } from "../../../db/mod.ts";
import { overviewTallies as tallies } from "../../../db/derived/mod.ts";
import type { Bucket, DayGroup, ScoreGroup } from "../../domain/lending/portfolio.ts";
import { type Months, OVERVIEW_STATUSES, type OverviewStatus } from "../../domain/lending/overview.ts";
import { STATUS_LABELS } from "../../domain/loans/status.ts";
import { preparedBy } from "../../../db/prepared.ts";

/** Dimensions that one screen reads together. */
const GROUPS = {
  risk: ["score", "credit", "ltv", "weightedLtv"],
  exposure: ["submitted", "type", "size", "use", "region", "city", "property", "days"],
  history: ["submitted", "funded", "repaid"],
  brokers: ["broker"],
  summary: ["score", "days"],
} as const;

export type Group = keyof typeof GROUPS;
export type Dimension = (typeof GROUPS)[Group][number];

/** Loans of one status in one bucket of a dimension. Dollars; the meaning of `weighted` depends on the dimension. */
export interface TallyRow {
  dimension: Dimension;
  bucket: string;
  status: OverviewStatus;
  loans: number;
  amount: number;
  weighted: number;
}

/** The counted loans: submitted in these months (history: with an event in them), with these statuses. */
export interface TallyFilter {
  months: Months;
  statuses: readonly OverviewStatus[];
}

/** The query; exported so that a test can read its plan. History groups by month, the others by bucket. */
export const talliesQuery = (db: Db, group: Group) => {
  const bucket = group === "history" ? tallies.month : tallies.bucket;
  return db.select({
    dimension: sql<Dimension>`${tallies.dimension}`,
    bucket: sql<string>`${bucket}`,
    status: sql<OverviewStatus>`${tallies.status}`,
    loans: sql<number>`sum(${tallies.loans})`.as("n"),
    amount: sql<number>`sum(${tallies.amount})`,
    weighted: sql<number>`sum(${tallies.weighted})`,
  }).from(tallies).where(and(
    inArray(tallies.dimension, [...GROUPS[group]]),
    between(tallies.month, sql.placeholder("from"), sql.placeholder("to")),
    sql`${tallies.status} in (select value from json_each(${sql.placeholder("statuses")}))`,
  )).groupBy(tallies.dimension, bucket, tallies.status).having(sql`sum(${tallies.loans}) > 0`);
};

const prepared = preparedBy((db, group: Group) => prepareJsonRows(db, talliesQuery(db, group)));

type TalliesRead = (dimension: Dimension) => TallyRow[];

/** Answers that are remembered: what somebody who comes from the overview asks for next follows from one of them. */
const REMEMBERED = 30;
const remembered = preparedBy((_db, _all: "all") => new LRUCache<string, TalliesRead>({ max: REMEMBERED }));
const keyOf = (group: Group, { months, statuses }: TallyFilter) => JSON.stringify([group, months, statuses]);

/** The rows of a screen's dimensions that match a filter, by dimension. */
export async function readTallyRows(ctx: Context, group: Group, filter: TallyFilter): Promise<TalliesRead> {
  const { months, statuses } = filter;
  const rows = await prepared(ctx.db, group).all({ ...months, statuses: JSON.stringify(statuses) });
  const by = new Map<Dimension, TallyRow[]>();
  for (const row of rows) {
    const list = by.get(row.dimension);
    if (list) list.push(row);
    else by.set(row.dimension, [row]);
  }
  const read: TalliesRead = (dimension) => by.get(dimension) ?? [];
  if (group === "risk" || group === "exposure") remembered(ctx.db, "all").set(keyOf(group, filter), read);
  return read;
}

/** What `readTallyRows` answered here last, which may be outdated; undefined where it is not remembered. */
export const rememberedRows = ({ db }: Pick<Context, "db">, group: Group, filter: TallyFilter) =>
  remembered(db, "all").get(keyOf(group, filter));

/** Sums rows into buckets: fixed labels first in order, then others. Skips rows with a `labelOf` of null. */
export function bucketsOf(
  rows: readonly TallyRow[],
  labelOf: (row: TallyRow) => string | null,
  labels: readonly string[] = [],
): Bucket[] {
  const buckets = new Map<string, Bucket>(labels.map((label) => [label, { label, count: 0, amount: 0 }]));
  for (const row of rows) {
    const label = labelOf(row);
    if (label === null) continue;
    let bucket = buckets.get(label);
    if (!bucket) buckets.set(label, bucket = { label, count: 0, amount: 0 });
    bucket.count += row.loans;
    bucket.amount += row.amount;
  }
  return [...buckets.values()];
}

/** Loans by status, in chart order. */
export const statusBuckets = (rows: readonly TallyRow[]): Bucket[] =>
  bucketsOf(rows, ({ status }) => STATUS_LABELS[status], OVERVIEW_STATUSES.map((status) => STATUS_LABELS[status]));

/** Rows of the dimension "score" as the portfolio's figures read them. */
export const scoreGroups = (rows: readonly TallyRow[]): ScoreGroup[] =>
  rows.map(({ status, loans, amount, bucket }) => ({ status, loans, amount, score: Number(bucket) }));

/** Rows of the dimension "days" as the portfolio's figures read them. */
export const dayGroups = (rows: readonly TallyRow[]): DayGroup[] =>
  rows.map(({ status, loans, amount, bucket, weighted }) => ({
    status,
    loans,
    amount,
    weighted,
    firstOrSecond: bucket,
  }));
