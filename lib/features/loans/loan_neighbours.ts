/** The loans before and after one in a list, by the list's filters and order. */
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { positionSql } from "../../../db/derived/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import type { LoanListQuery } from "../../schemas/loans/list.ts";
import { searchQueryOf, valuesOf } from "./list_loans.ts";
import { ORDER_COLUMNS } from "./page_of_loans.ts";

/** Ids of the neighbours; null at the list's ends. */
export interface Neighbours {
  previous: number | null;
  next: number | null;
}

/**
 * The neighbours in the list of this query. A loan that is no longer in it has those between which it would stand.
 * SQLite sorts rows without a value first.
 */
export async function loanNeighbours(ctx: Context, id: number, query: LoanListQuery): Promise<Neighbours> {
  const { sort, order } = query;
  const isUp = sort !== "new" && order === "asc";
  const column: SQL = sort === "new" ? sql`${loans.id}` : sql`${ORDER_COLUMNS[sort]}`;
  // By age a loan stands where its id does.
  const own = sort === "new" ? { key: id } : await ctx.db.select({ key: sql<string | number | null>`${column}` })
    .from(loans).where(eq(loans.id, id)).get();
  if (!own) return { previous: null, next: null };
  const shown = and(...await inList(ctx, query));
  const first = async (isAbove: boolean) => {
    const turned = isAbove ? asc : desc;
    const row = await ctx.db.select({ id: loans.id }).from(loans)
      .where(and(shown, isAbove ? above(column, own.key, id) : below(column, own.key, id)))
      .orderBy(turned(column), turned(loans.id)).limit(1).get();
    return row?.id ?? null;
  };
  const [previous, next] = await Promise.all([first(!isUp), first(isUp)]);
  return { previous, next };
}

const above = (column: SQL, key: unknown, id: number): SQL | undefined =>
  key === null ? or(isNotNull(column), gt(loans.id, id)) : sql`(${column}, ${loans.id}) > (${key}, ${id})`;
const below = (column: SQL, key: unknown, id: number): SQL | undefined =>
  key === null
    ? and(isNull(column), lt(loans.id, id))
    : or(isNull(column), sql`(${column}, ${loans.id}) < (${key}, ${id})`);

/** What a loan has to be to stand in the list. */
async function inList(ctx: Context, query: LoanListQuery): Promise<(SQL | undefined)[]> {
  const { status, q, type, broker, risk } = query;
  const match = searchQueryOf(status, q);
  const { scoreFrom, scoreTo, earlier } = await valuesOf(ctx, query);
  return [
    eq(loans.adminComSelect, status),
    match === null ? undefined : sql`${loans.id} in (select rowid from loan_search where loan_search match ${match})`,
    type === "" ? undefined : sql`${positionSql} = ${type}`,
    broker === 0 ? undefined : eq(loans.brokerId, broker),
    risk === "" ? undefined : sql`${loans.shownScore} >= ${scoreFrom} and ${loans.shownScore} < ${scoreTo}`,
    earlier === null ? undefined : sql`${loans.id} in (select value from json_each(${earlier}))`,
  ];
}
