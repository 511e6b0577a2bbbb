/**
 * What the overview shows, counted once: 1 to 19 ms of processor time a view at 100,000 loans, against 0.3 to 1.5 s
 * where it is counted from the loans.
 */
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CREDIT_STEPS, SIZE_STEPS } from "../../lib/domain/lending/buckets.ts";
import { DAY_ZERO, LTV_PARTS } from "../../lib/domain/lending/portfolio.ts";
import { PORTFOLIO_STATUSES } from "../../lib/domain/loans/status.ts";
import { loans } from "../schema/loans/loans.ts";
import { changed, type Derived, index, table, trigger } from "./objects.ts";
import { fundedAmountOfSql, positionOfSql, priorChargesSql, propertyValueSql, quote, stepSql } from "./rules.ts";
import { monthInTorontoSql } from "./toronto_months.ts";

/**
 * Loans of one status and month in a bucket of a dimension. `month` is YYYY-MM in Toronto: of the submission, or of the
 * day funded or repaid in the dimensions so named.
 */
export const overviewTallies = sqliteTable("overview_tallies", {
  dimension: text("dimension").notNull(),
  /** The loan's own text (a city, a type), or a step's number; empty for a figure without classes. */
  bucket: text("bucket").notNull(),
  status: text("status").notNull(),
  month: text("month").notNull(),
  loans: integer("loans").notNull(),
  /** Sum of the funded amounts, else of the amounts asked for; whole dollars. */
  amount: integer("amount").notNull(),
  /** Sum of amount times a figure: sums of whole numbers have no rounding error. */
  weighted: integer("weighted").notNull(),
}, (t) => [primaryKey({ columns: [t.dimension, t.bucket, t.status, t.month] })]);

/** A query of the entered types that name a position: worked out once a text, not once a loan. */
export const typesOfPosition = (position: unknown): SQL =>
  sql`select bucket from (select distinct bucket from overview_tallies where dimension = 'type')
    where ${sql.raw(positionOfSql("bucket"))} = ${position}`;

/** Scores as text in the order of scores, which are below a billion: `000000002.500000`. */
const SCORE_TEXT = quote("%016.6f"), SCORE_LENGTH = 16;

/** Condition for the rows that count loans by score and position: those of a score from `from` to below `to`. */
export function scoredRows(from: unknown, to: unknown): SQL {
  const [least, beyond] = [from, to].map((score) => sql`printf(${sql.raw(SCORE_TEXT)}, ${score})`);
  return sql`dimension = 'scorePosition' and bucket >= ${least} and bucket < ${beyond}`;
}

/** The position of such a row. */
export const scoredPosition: SQL = sql.raw(`substr(bucket, ${SCORE_LENGTH + 1})`);

/** A value mistyped as a few dollars counts as this LTV (10,000%), so that no sum overflows. */
const LTV_MOST = 100;

const [FUNDED, REPAID] = PORTFOLIO_STATUSES.map(quote);

/** A loan's row in one dimension, as SQL. */
interface Fact {
  dimension: string;
  bucket?: string;
  /** The month of the submission unless said otherwise. */
  month?: string;
  weighted?: string;
  where?: string;
}

/** The columns that facts read: what a change of a loan must touch to be counted. */
const read = new Set<string>();

/** What the overview counts of one loan; `row` is how its columns are reached: `new`, `old` or an alias. */
function factsOf(row: string): { facts: Fact[]; status: string; timestamp: string; lent: string } {
  const c = (column: SQLiteColumn): string => {
    read.add(column.name);
    return `${row}.${column.name}`;
  };
  const status = c(loans.adminComSelect), funded = c(loans.dateFunded), repaid = c(loans.dateRepaid);
  const lent = fundedAmountOfSql(c(loans.fsfcLoan), c(loans.newLoanAmount));
  const value = propertyValueSql(c(loans.appraisedValue), c(loans.homePurPrice));
  const requested = c(loans.newLoanAmount);
  const charges = { firstMortgage: c(loans.firstMortgage), secondMortgage: c(loans.secondMortgage) };
  const prior = priorChargesSql(c(loans.firstOrSecond), lent, charges);
  const ltv = `min(${LTV_MOST}, 1.0 * (${requested} + (${prior})) / ${value})`;
  // A loan whose total LTV is above 1, or whose value is unknown, is left out (lending rules 9).
  const ltvKnown: Pick<Fact, "weighted" | "where"> = {
    weighted: `CAST(round(${lent} * ${LTV_PARTS}.0 * ${ltv}) AS integer)`,
    where: `${value} > 0 AND (${c(loans.totalLtv)} IS NULL OR ${c(loans.totalLtv)} <= 1)`,
  };
  const facts: Fact[] = [
    { dimension: "submitted" },
    { dimension: "funded", month: `substr(${funded}, 1, 7)`, where: `${funded} <> ''` },
    { dimension: "repaid", month: `substr(${repaid}, 1, 7)`, where: `${repaid} <> ''` },
    { dimension: "score", bucket: `CAST(${c(loans.shownScore)} AS text)` },
    // The list's filters count by it, whatever the month.
    {
      dimension: "scorePosition",
      bucket: `printf(${SCORE_TEXT}, ${c(loans.shownScore)}) || ${positionOfSql(c(loans.firstOrSecond))}`,
      month: "''",
    },
    { dimension: "credit", bucket: stepSql(CREDIT_STEPS, c(loans.creditScore)) },
    { dimension: "ltv", bucket: `coalesce(CAST(${c(loans.ltv)} AS text), '')` },
    { dimension: "weightedLtv", ...ltvKnown },
    { dimension: "regionLtv", bucket: c(loans.marketRegion), ...ltvKnown },
    { dimension: "type", bucket: c(loans.firstOrSecond) },
    { dimension: "size", bucket: stepSql(SIZE_STEPS, lent) },
    { dimension: "use", bucket: c(loans.useOfProceeds) },
    { dimension: "region", bucket: c(loans.marketRegion) },
    { dimension: "city", bucket: c(loans.city) },
    { dimension: "property", bucket: c(loans.propertyType) },
    { dimension: "broker", bucket: `CAST(${c(loans.brokerId)} AS text)`, where: `${c(loans.brokerId)} IS NOT NULL` },
    {
      // Dollars times days: of a repaid loan its days funded, of a funded one the day it was funded.
      dimension: "days",
      bucket: c(loans.firstOrSecond),
      weighted: `${lent} * CAST(julianday(iif(${status} = ${FUNDED}, ${funded}, ${repaid})) - ` +
        `julianday(iif(${status} = ${FUNDED}, ${quote(DAY_ZERO)}, ${funded})) AS integer)`,
      where: `julianday(${funded}) IS NOT NULL AND (${status} = ${FUNDED} OR ` +
        `(${status} = ${REPAID} AND julianday(${repaid}) >= julianday(${funded})))`,
    },
  ];
  return { facts, status, timestamp: c(loans.timestamp), lent };
}

/** How a loan, reached as `row`, is counted in a dimension: its bucket, and what leaves it out, as SQL. */
export function factSql(dimension: string, row: string): { bucket: string; where: string } {
  const { bucket = "''", where = "true" } = factsOf(row).facts.find((fact) => fact.dimension === dimension)!;
  return { bucket, where };
}

/** A loan's rows in every dimension, counted `sign` 1. */
function rowsOf(row: "new" | "old", sign: "" | "-"): string {
  const { facts, status, timestamp, lent } = factsOf(row);
  const submitted = monthInTorontoSql(timestamp);
  return facts.map(({ dimension, bucket = "''", month = submitted, weighted = "0", where = "true" }) =>
    `SELECT ${quote(dimension)} AS dimension, ${bucket} AS bucket, ${status} AS status, ${month} AS month, ` +
    `${sign}1 AS loans, ${sign}(${lent}) AS amount, ${sign}(${weighted}) AS weighted WHERE ${where}`
  ).join("\nUNION ALL ");
}

/** A count of all loans from scratch, a dimension after the other; the month is looked up once a loan. */
function countAll(): string {
  const { facts, status, lent } = factsOf("l");
  const counts = facts.map(({ dimension, bucket = "''", month = "l.submitted", weighted = "0", where = "true" }) =>
    `SELECT ${quote(dimension)} AS dimension, ${bucket} AS bucket, ${status} AS status, ${month} AS month, ` +
    `count(*) AS loans, sum(${lent}) AS amount, sum(${weighted}) AS weighted FROM l WHERE ${where} GROUP BY 2, 3, 4`
  );
  const submitted = monthInTorontoSql(`loans.${loans.timestamp.name}`);
  return `WITH l AS MATERIALIZED (SELECT ${[...read].join(", ")}, ${submitted} AS submitted FROM loans)
${counts.join("\nUNION ALL ")}`;
}

const INSERT = "INSERT INTO overview_tallies (dimension, bucket, status, month, loans, amount, weighted)";
const add = (rows: string): string =>
  `${INSERT}\n${rows}\nON CONFLICT DO UPDATE SET loans = loans + excluded.loans, amount = amount + excluded.amount, ` +
  "weighted = weighted + excluded.weighted";
const CLEAN = "DELETE FROM overview_tallies WHERE loans = 0";

const inserted = rowsOf("new", ""), removed = rowsOf("old", "-");
const columns = [...read];

/** The rows that a fresh count of all loans gives. */
export const FRESH_OVERVIEW = countAll();

export const overviewTalliesDerived: Derived = {
  tables: [table(
    "overview_tallies",
    "CREATE TABLE overview_tallies (dimension text NOT NULL, bucket text NOT NULL, status text NOT NULL, " +
      "month text NOT NULL, loans integer NOT NULL, amount integer NOT NULL, weighted integer NOT NULL, " +
      "PRIMARY KEY (dimension, bucket, status, month)) WITHOUT ROWID",
  )],
  fill: [`${INSERT} ${FRESH_OVERVIEW}`],
  indexes: [index("overview_tallies_empty", "overview_tallies (loans) WHERE loans = 0")],
  triggers: [
    trigger("overview_insert", "AFTER INSERT ON loans", [add(inserted)]),
    trigger("overview_update", `AFTER UPDATE OF ${columns.join(", ")} ON loans WHEN ${changed(columns)}`, [
      add(`${removed}\nUNION ALL ${inserted}`),
      CLEAN,
    ]),
    trigger("overview_delete", "AFTER DELETE ON loans", [add(removed), CLEAN]),
  ],
};
