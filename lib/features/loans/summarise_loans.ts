/** Total, average, count, WARR, WAMS and WAMF of the funded or repaid loans (lending rules 9), summed in SQL. */
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { positionOf } from "../../domain/lending/ltv.ts";
import type { PortfolioSummary } from "../../domain/lending/portfolio.ts";
import { preparedBy } from "../../../db/prepared.ts";

/** Sums of the loans of one type, as it is spelled. Amounts in whole dollars. */
interface TypeSums {
  type: string;
  count: number;
  amount: number;
  amountByScore: number;
  /** Amount x days, and the amount, over the loans whose days are known. */
  amountByDays: number | null;
  amountWithDays: number;
}

const amount = sql`coalesce(${loans.fsfcLoan}, ${loans.newLoanAmount})`;
const isFunded = sql`${sql.placeholder("status")} = 'Funded'`;
// A day that is missing has no julianday, and sums pass over what is null.
const days = sql`julianday(iif(${isFunded}, ${sql.placeholder("today")}, ${loans.dateRepaid})) -
  julianday(${loans.dateFunded})`;
const daysKnown = sql`${loans.dateFunded} <> '' and (${isFunded} or ${loans.dateRepaid} <> '')`;

/** The query, so that a test can read its plan: the index loans_totals holds every column and the order of its groups. */
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

/** The summary of one status today, in Toronto. */
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
