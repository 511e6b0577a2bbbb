/** The loans before and after one in a list, by the list's filters and order. */
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { positionSql } from "../../../db/derived/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { type LoanListQuery, loanListQuery } from "../../schemas/loans/list.ts";
import { searchQueryOf, valuesOf } from "./list_loans.ts";
import { ORDER_COLUMNS } from "./page_of_loans.ts";

/** Ids of the neighbours; null at the list's ends. */
export interface Neighbours {
  previous: number | null;
  next: number | null;
}

/**
 * The neighbours in the list of this query; without one in that of the newest of the loan's own status. A loan that is
 * no longer in it has those between which it would stand. SQLite sorts rows without a value first.
 */
export async function loanNeighbours(ctx: Context, id: number, list: LoanListQuery | null): Promise<Neighbours> {
  const query = list ?? loanListQuery.defaults, { sort, order } = query;
  const isUp = sort !== "new" && order === "asc";
  const ofStatus = list
    ? eq(loans.adminComSelect, list.status)
    : eq(loans.adminComSelect, ownSql(id, loans.adminComSelect));
  const shown = and(ofStatus, ...await filtersOf(ctx, query));
  const first = async (isAbove: boolean) => {
    const turned = isAbove ? asc : desc;
    const column = sort === "new" ? sql`${loans.id}` : sql`${ORDER_COLUMNS[sort]}`;
    const firstOf = (where: SQL | undefined) =>
      ctx.db.select({ id: loans.id }).from(loans).where(and(shown, where))
        .orderBy(turned(column), turned(loans.id)).limit(1);
    // By age a loan stands where its id does.
    if (sort === "new") return (await firstOf(isAbove ? gt(loans.id, id) : lt(loans.id, id)).get())?.id ?? null;
    const key = ownSql(id, column);
    const beside = isAbove
      ? sql`(${column}, ${loans.id}) > (${key}, ${id})`
      : sql`(${column}, ${loans.id}) < (${key}, ${id})`;
    // Beside a loan without a value, and below those with one: an index gives none of these by a comparison.
    const without = isAbove
      ? and(isNull(key), or(isNotNull(column), gt(loans.id, id)))
      : and(isNull(column), or(isNotNull(key), lt(loans.id, id)));
    const [found] = await ctx.db.all<{ id: number }>(
      sql`select id from (select id, 0 as rank from (${firstOf(beside)}) union all
        select id, 1 from (${firstOf(without)})) order by rank limit 1`,
    );
    return found?.id ?? null;
  };
  const [previous, next] = await Promise.all([first(!isUp), first(isUp)]);
  return { previous, next };
}

/** What the loan itself has there. */
const ownSql = (id: number, column: SQLWrapper): SQL => sql`(select ${column} from ${loans} where ${loans.id} = ${id})`;

/** What a loan has to be, besides its status, to stand in the list. */
async function filtersOf(ctx: Context, query: LoanListQuery): Promise<(SQL | undefined)[]> {
  const { status, q, type, broker, risk } = query;
  const match = searchQueryOf(status, q);
  const { scoreFrom, scoreTo, earlier } = await valuesOf(ctx, query);
  return [
    match === null ? undefined : sql`${loans.id} in (select rowid from loan_search where loan_search match ${match})`,
    type === "" ? undefined : sql`${positionSql} = ${type}`,
    broker === 0 ? undefined : eq(loans.brokerId, broker),
    risk === "" ? undefined : sql`${loans.shownScore} >= ${scoreFrom} and ${loans.shownScore} < ${scoreTo}`,
    earlier === null ? undefined : sql`${loans.id} in (select value from json_each(${earlier}))`,
  ];
}
