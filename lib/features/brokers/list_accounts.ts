/** One page of the accounts, filtered and sorted in SQL. */
import { and, asc, count, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { type Rating } from "../../domain/account_values.ts";
import { checkLicence, type LicenceStanding } from "../../domain/licence_check.ts";
import { likePattern } from "../../domain/like.ts";
import { ROLE } from "../../domain/permissions.ts";
import { countLoans, NO_LOANS } from "./_load.ts";

export const PAGE_SIZE = 25;
export const ACCOUNT_TYPES = { broker: ROLE.broker, admin: ROLE.administrator, owner: ROLE.owner } as const;
export type AccountType = keyof typeof ACCOUNT_TYPES;

// Drizzle leaves the table's name out of columns where one table is read; inside a subquery it must be there.
const activeLoans = sql`(select count(*) from loans l where l.broker_id = accounts.id
  and l.admin_com_select in ('NA', 'Funded'))`;
const totalLoans = sql`(select count(*) from loans l where l.broker_id = accounts.id
  and l.admin_com_select <> 'Trash')`;
/** The best first; accounts that are not brokers have no rating to show. */
const ratingOrder = sql`case when ${accounts.role} <> ${ROLE.broker} then 9 else
  case ${accounts.rating} when 'elite' then 1 when 'green' then 2 when 'yellow' then 3 else 4 end end`;
const ORDERS = {
  name: sql`${accounts.name} collate nocase`,
  brokerage: sql`${accounts.brokerage} collate nocase`,
  rating: ratingOrder,
  status: sql`1 - ${accounts.status}`,
  active: activeLoans,
  loans: totalLoans,
  signin: sql`coalesce(${accounts.lastSignInAt}, 0)`,
};

export type AccountOrder = keyof typeof ORDERS;
export const ACCOUNT_ORDERS = Object.keys(ORDERS) as AccountOrder[];

/** What the list shows. `rating` narrows to brokers: nobody else is rated. `page` counts from 1. */
export interface AccountQuery {
  type: AccountType | null;
  rating: Rating | null;
  q: string;
  sort: AccountOrder;
  descending: boolean;
  page: number;
}

function where({ type, rating, q }: AccountQuery): SQL | undefined {
  const like = likePattern(q);
  const has = (column: SQLiteColumn) => sql`${column} like ${like} escape '\\'`;
  return and(
    type ? eq(accounts.role, ACCOUNT_TYPES[type]) : undefined,
    rating ? and(eq(accounts.rating, rating), eq(accounts.role, ROLE.broker)) : undefined,
    q
      ? or(
        has(accounts.name),
        has(accounts.brokerage),
        has(accounts.license),
        has(accounts.email),
        has(accounts.username),
      )
      : undefined,
  );
}

/** The page of accounts with loan counts and licence standing, how many match, and how many there are. */
export async function listAccounts(ctx: Context, query: AccountQuery) {
  const found = (await ctx.db.select({ n: count() }).from(accounts).where(where(query)).get())?.n ?? 0;
  const all = (await ctx.db.select({ n: count() }).from(accounts).get())?.n ?? 0;
  const pages = Math.max(1, Math.ceil(found / PAGE_SIZE));
  const page = Math.min(query.page, pages);
  const order = ORDERS[query.sort];
  const rows = await jsonRows(
    ctx.db,
    ctx.db.select({
      id: accounts.id,
      role: accounts.role,
      name: accounts.name,
      brokerage: accounts.brokerage,
      license: accounts.license,
      rating: accounts.rating,
      status: accounts.status,
      lastSignInAt: accounts.lastSignInAt,
      heldByOther: sql<
        number
      >`exists (select 1 from accounts o where o.license = accounts.license and o.id <> accounts.id)`,
    }).from(accounts).where(where(query))
      .orderBy(query.descending ? desc(order) : asc(order), ORDERS.name, asc(accounts.id))
      .limit(PAGE_SIZE).offset((page - 1) * PAGE_SIZE),
  );
  const counts = await countLoans(ctx.db, rows.map((row) => row.id));
  return {
    rows: rows.map(({ heldByOther, ...row }) => ({
      ...row,
      ...(counts.get(row.id) ?? NO_LOANS),
      licence: standing(ctx, row.license, heldByOther === 1),
    })),
    found,
    all,
    page,
    pages,
  };
}

/** What the list says of a licence; null where the account has none. */
export function standing(ctx: Context, license: string, heldByOther: boolean): LicenceStanding | null {
  if (!license.trim()) return null;
  return checkLicence(license, { heldByOther, registered: ctx.site.registeredLicence(license) });
}

export type AccountListRow = Awaited<ReturnType<typeof listAccounts>>["rows"][number];
