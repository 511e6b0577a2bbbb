/** The loans before and after one in a list, by the list's filters and order. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
  type SQLWrapper,
} from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { loans } from "../../../db/schema/mod.ts";
import type { LoanListQuery } from "../../schemas/loans/list.ts";
import { filterKindOf, searchQueryOf, valuesOf } from "./list_loans.ts";
import { conditionsOf, idsOf, ORDER_COLUMNS } from "./page_of_loans.ts";

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
  if (!list) {
    const [next, previous] = await Promise.all([
      besideByAge(ctx.db, "below").get({ id }),
      besideByAge(ctx.db, "above").get({ id }),
    ]);
    return { previous: previous?.id ?? null, next: next?.id ?? null };
  }
  const { sort, order } = list;
  const isUp = sort !== "new" && order === "asc";
  const shown = await inList(ctx, list);
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
const ownSql = (id: number | Placeholder, column: SQLWrapper): SQL =>
  sql`(select ${column} from ${loans} where ${loans.id} = ${id})`;

/** The nearest loan of the same status by age, as most visits have it. Placeholder: `id`. */
const besideByAge = preparedBy((db, side: "above" | "below") => {
  const own = sql.placeholder("id");
  const [beyond, turned] = side === "above" ? [gt(loans.id, own), asc] as const : [lt(loans.id, own), desc] as const;
  return db.select({ id: loans.id }).from(loans)
    .where(and(eq(loans.adminComSelect, ownSql(own, loans.adminComSelect)), beyond))
    .orderBy(turned(loans.id)).limit(1).prepare();
});

/**
 * What a loan has to be to stand in the list. A whole type or band is met within some loans; of what is rarer the set
 * is made once: asked of one loan after the other, the next of 100,000 took 150 ms.
 */
async function inList(ctx: Context, query: LoanListQuery): Promise<SQL | undefined> {
  const kind = filterKindOf(query), { status } = query;
  const named: Record<string, unknown> = {
    ...(await valuesOf(ctx, query)),
    status,
    match: searchQueryOf(query),
  };
  const valueOf = (name: string) => named[name];
  if (kind === "" || kind === "type" || kind === "risk") return and(...conditionsOf(kind, valueOf));
  return and(...conditionsOf("", valueOf), sql`+${loans.id} in (${idsOf(kind, valueOf)})`);
}
