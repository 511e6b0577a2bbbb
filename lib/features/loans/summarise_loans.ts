/**
 * Total, average, count, WARR, WAMS and WAMF of the funded or repaid loans (lending rules 9), computed in SQL.
 */
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { positionOf } from "../../domain/lending/ltv.ts";
import type { PortfolioSummary } from "../../domain/lending/portfolio.ts";
import { preparedBy } from "../../../db/prepared.ts";

/** Sums over the loans of one type, as spelled. Amounts in whole dollars. */
interface TypeSums {
  type: string;
  count: number;
  amount: number;
  amountByScore: number;
  /** Amount x days, and amount, over the loans with known days. */
  amountByDays: number | null;
  amountWithDays: number;
}

const amount = sql`coalesce(${loans.fsfcLoan}, ${loans.newLoanAmount})`;
const isFunded = sql`${sql.placeholder("status")} = 'Funded'`;
// A missing date has a null julianday, which sums ignore.
const days = sql`julianday(iif(${isFunded}, ${sql.placeholder("today")}, ${loans.dateRepaid})) -
  julianday(${loans.dateFunded})`;
const daysKnown = sql`${loans.dateFunded} <> '' and (${isFunded} or ${loans.dateRepaid} <> '')`;

/**
 * The query; exported so that a test can read its plan: the covering index loans_totals also gives the groups' order.
 */
export const summaryQuery = (db: Context["db"]) =>
  db.select({
    type: sql<string>`${loans.firstOrSecond}`,
    count: sql<number>`count(*)`,
    amount: sql<number>`sum(${amount})`,
    amountByScore: sql<number>`sum(${amount} * ${loans.shownScore})`,
    amountByDays: sql<number | null>`sum(${amount} * (${days}))`,
    amountWithDays: sql<number>`sum(iif(${daysKnown}, ${amount}, 0))`,
  }).from(sql`loans indexed by loans_totals`)
    .where(and(eq(loans.adminComSelect, sql.placeholder("status"))))
    .groupBy(loans.firstOrSecond);

const prepared = preparedBy((db, _key: "summary") => summaryQuery(db).prepare());

const quotient = (part: number, whole: number): number | null => whole > 0 ? part / whole : null;

/** The summary of one status, today in Toronto. */
export async function summariseLoans(ctx: Context, status: "Funded" | "Repaid"): Promise<PortfolioSummary> {
  const types: TypeSums[] = await prepared(ctx.db, "summary").all({ status, today: dateInToronto(ctx.now) });
  const sum = (of: (type: TypeSums) => number, some = types) => some.reduce((total, type) => total + of(type), 0);
  const dayWeighted = (position: "first" | "second") => {
    const some = types.filter(({ type }) => positionOf(type) === position);
    return quotient(sum((t) => t.amountByDays ?? 0, some), sum((t) => t.amountWithDays, some));
  };
  const total = sum((t) => t.amount);
  const count = sum((t) => t.count);
  return {
    total,
    average: quotient(total, count),
    count,
    warr: quotient(sum((t) => t.amountByScore), total),
    wams: dayWeighted("second"),
    wamf: dayWeighted("first"),
  };
}
