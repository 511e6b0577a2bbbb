/** Reads the tallies (table overview_tallies) of some months and statuses. */
import { and, between, inArray, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type Context, dataVersion, type Db, prepareJsonRows, type SelectOf } from "../../../db/mod.ts";
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
    dimension: tallies.dimension,
    bucket,
    status: tallies.status,
    loans: sql`sum(${tallies.loans})`.mapWith(tallies.loans).as("n"),
    amount: sql`sum(${tallies.amount})`.mapWith(tallies.amount),
    weighted: sql`sum(${tallies.weighted})`.mapWith(tallies.weighted),
  }).from(tallies).where(and(
    inArray(tallies.dimension, [...GROUPS[group]]),
    between(tallies.month, sql.placeholder("from"), sql.placeholder("to")),
    sql`${tallies.status} in (select value from json_each(${sql.placeholder("statuses")}))`,
  )).groupBy(tallies.dimension, bucket, tallies.status).having(sql`sum(${tallies.loans}) > 0`);
};

const prepared = preparedBy((db, group: Group) =>
  prepareJsonRows(db, talliesQuery(db, group) as unknown as SelectOf<TallyRow>)
);

type TalliesRead = (dimension: Dimension) => readonly TallyRow[];

/** Rows that were read, by dimension, and the version of the data before; null where that is not known. */
interface Read {
  rows: ReadonlyMap<Dimension, readonly TallyRow[]>;
  version: number | string | null;
}

/** Readings that are kept of a database. */
const MAX_READS = 30;
const rememberedReads = preparedBy((_db, _all: "all") => new LRUCache<string, Read>({ max: MAX_READS }));

/** Whatever statuses a view shows, its next is likely of others: one reading has all. A summary has no next. */
const statusesRead = (group: Group, { statuses }: TallyFilter) => group === "summary" ? statuses : OVERVIEW_STATUSES;
const keyOf = (group: Group, filter: TallyFilter) =>
  JSON.stringify([group, filter.months, statusesRead(group, filter)]);

function narrowed({ rows }: Read, { statuses }: TallyFilter): TalliesRead {
  const isAll = OVERVIEW_STATUSES.every((status) => statuses.includes(status));
  return (dimension) => {
    const all = rows.get(dimension) ?? [];
    return isAll ? all : all.filter(({ status }) => statuses.includes(status));
  };
}

/** The rows of a screen's dimensions that match a filter, by dimension; read once until anything is written. */
export async function readTallyRows(ctx: Context, group: Group, filter: TallyFilter): Promise<TalliesRead> {
  const key = keyOf(group, filter), version = dataVersion(ctx.db), mine = rememberedReads(ctx.db, "all");
  const known = mine.get(key);
  if (known && version !== null && known.version === version) return narrowed(known, filter);
  const statuses = JSON.stringify(statusesRead(group, filter));
  const rows = Map.groupBy(await prepared(ctx.db, group).all({ ...filter.months, statuses }), (row) => row.dimension);
  const read = { rows, version };
  mine.set(key, read);
  return narrowed(read, filter);
}

/** What `readTallyRows` answered here last, which may be outdated; undefined where it is not remembered. */
export function rememberedRows({ db }: Pick<Context, "db">, group: Group, filter: TallyFilter) {
  const known = rememberedReads(db, "all").get(keyOf(group, filter));
  return known && narrowed(known, filter);
}

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
