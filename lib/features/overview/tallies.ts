/** Reads what triggers counted (table overview_tallies) for the loans of some months and statuses. */
import { and, between, inArray, sql } from "drizzle-orm";
import { type Context, type Db, prepareJsonRows } from "../../../db/mod.ts";
import { overviewTallies as tallies } from "../../../db/derived/mod.ts";
import type { Bucket } from "../../domain/lending/portfolio.ts";
import { type Months, OVERVIEW_STATUSES, type OverviewStatus } from "../../domain/lending/overview.ts";
import { STATUS_LABELS } from "../../domain/loans/status.ts";
import { preparedBy } from "../../../db/prepared.ts";

/** The groups of dimensions that one screen reads together. */
const GROUPS = {
  risk: ["score", "credit", "ltv", "weightedLtv"],
  exposure: ["submitted", "type", "size", "use", "region", "city", "property", "days"],
  history: ["submitted", "funded", "repaid"],
  brokers: ["broker"],
} as const;

export type Group = keyof typeof GROUPS;
export type Dimension = (typeof GROUPS)[Group][number];

/** Loans of one status in one bucket of a dimension. Dollars; `weighted` as the dimension has it. */
export interface Tallied {
  dimension: Dimension;
  bucket: string;
  status: OverviewStatus;
  loans: number;
  amount: number;
  weighted: number;
}

/** Which loans a screen counts: submitted in these months (history: whatever happened in them), of these statuses. */
export interface Portion {
  months: Months;
  statuses: readonly OverviewStatus[];
}

/** The query, so that a test can read its plan. Its history tells months apart, the others buckets. */
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

/** Everything that a screen's dimensions hold of a portion, by dimension. */
export async function readTallied(ctx: Context, group: Group, { months, statuses }: Portion) {
  const rows = await prepared(ctx.db, group).all({ ...months, statuses: JSON.stringify(statuses) });
  const by = new Map<Dimension, Tallied[]>();
  for (const row of rows) {
    const list = by.get(row.dimension);
    if (list) list.push(row);
    else by.set(row.dimension, [row]);
  }
  return (dimension: Dimension): Tallied[] => by.get(dimension) ?? [];
}

/** Sums rows into buckets: fixed labels first in their order, others as they come. `labelOf` null leaves a row out. */
export function bucketsOf(
  rows: readonly Tallied[],
  labelOf: (row: Tallied) => string | null,
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

/** Loans by status, in the order of charts. */
export const statusBuckets = (rows: readonly Tallied[]): Bucket[] =>
  bucketsOf(rows, ({ status }) => STATUS_LABELS[status], OVERVIEW_STATUSES.map((status) => STATUS_LABELS[status]));

/** Part over whole; null over nothing. */
export const quotient = (part: number, whole: number): number | null => whole > 0 ? part / whole : null;
