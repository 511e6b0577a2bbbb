/** Total, average, count, WARR, WAMS and WAMF of the funded or repaid loans (lending rules, section 9), in SQL. */
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { PortfolioSummary } from "../../domain/lending/portfolio.ts";
import { preparedBy } from "./_prepared.ts";

const amount = sql`coalesce(${loans.fsfcLoan}, ${loans.newLoanAmount})`;
const type = sql`lower(trim(${loans.firstOrSecond}))`;
const days = sql`julianday(iif(${loans.adminComSelect} = 'Funded', ${sql.placeholder("today")},
  nullif(${loans.dateRepaid}, ''))) - julianday(nullif(${loans.dateFunded}, ''))`;
const bridge = sql`instr(${type}, 'bridge') > 0`;
const first = sql`(not ${bridge} and (${type} like 'first%' or ${type} like '1%'))`;
const second = sql`(not ${bridge} and not ${first} and not (${type} like 'third%' or ${type} like '3%'))`;

/** Sum(amount x days) / sum(amount) over the loans of a position whose days are known. */
const weightedDays = (position: typeof first) => {
  const known = sql`${position} and ${days} is not null`;
  return sql<number | null>`sum(iif(${known}, ${amount} * round(${days}), 0)) /
    nullif(sum(iif(${known}, ${amount}, 0)), 0)`;
};

/** The query, so that a test can read its plan: the index loans_totals holds every column it needs. */
export const summaryQuery = (db: Context["db"]) =>
  db.select({
    total: sql<number>`coalesce(sum(${amount}), 0)`,
    average: sql<number | null>`avg(${amount})`,
    count: sql<number>`count(*)`,
    warr: sql<number | null>`sum(${amount} * ${loans.shownScore}) / nullif(sum(${amount}), 0)`,
    wams: weightedDays(second),
    wamf: weightedDays(first),
  }).from(sql`loans indexed by loans_totals`).where(and(eq(loans.adminComSelect, sql.placeholder("status"))));

const prepared = preparedBy((db, _key: "summary") => summaryQuery(db).prepare());

/** The summary of one status today, in Toronto. */
export async function summariseLoans(ctx: Context, status: "Funded" | "Repaid"): Promise<PortfolioSummary> {
  return (await prepared(ctx.db, "summary").get({ status, today: dateInToronto(ctx.now) }))!;
}
