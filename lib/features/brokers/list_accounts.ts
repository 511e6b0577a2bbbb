/** A page of accounts, filtered and sorted in SQL. */
import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { nameOrder } from "../../../db/derived/mod.ts";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { RATING_RANKS } from "../../domain/accounts/account_values.ts";
import { readPage } from "../read_page.ts";
import { ROLE } from "../../domain/permissions.ts";
import {
  ACCOUNT_TYPES,
  type AccountListQuery,
  accountListQuery,
  type AccountOrder,
} from "../../schemas/brokers/list.ts";
import { standingSql } from "../mail/mod.ts";
import { among, matchingIds } from "./_matching.ts";
import { activeLoansSql, lastSubmissionSql, totalLoansSql } from "./_loan_figures.ts";
import { heldByOtherSql, standingOf } from "./validate_broker.ts";

const PAGE_SIZE = 25;

const ranks = Object.entries(RATING_RANKS).map(([rating, rank]) => sql`when ${rating} then ${rank}`);
/** Best first; only brokers have a rating. */
const ratingOrder = sql`case when ${accounts.role} <> ${ROLE.broker} then 9 else
  case ${accounts.rating} ${sql.join(ranks, sql` `)} else ${RATING_RANKS.red} end end`;
/** Brokers, administrators, owners, then unknown roles. */
const typeOrder = sql`case when ${accounts.role} in ${Object.values(ROLE)} then ${accounts.role} else 100 end`;
/** Accounts without a value sort last in newest-first order. */
const instant = (column: SQLiteColumn | SQL) => sql`coalesce(${column}, 0)`;
const ORDERS: Record<AccountOrder, SQL | SQLiteColumn> = {
  name: nameOrder(accounts.name),
  type: typeOrder,
  brokerage: nameOrder(accounts.brokerage),
  licence: accounts.license,
  rating: ratingOrder,
  status: sql`1 - ${accounts.status}`,
  active: activeLoansSql,
  loans: totalLoansSql,
  signin: instant(accounts.lastSignInAt),
  submission: instant(lastSubmissionSql),
};

/** `found` are the ids that a search found; null without one. */
function where({ type, rating, consent }: AccountListQuery, found: number[] | null, now: number): SQL | undefined {
  return and(
    type ? eq(accounts.role, ACCOUNT_TYPES[type]) : undefined,
    rating ? and(eq(accounts.rating, rating), eq(accounts.role, ROLE.broker)) : undefined,
    consent ? and(sql`${standingSql(now)} = ${consent}`, eq(accounts.role, ROLE.broker)) : undefined,
    found ? among(accounts.id, found) : undefined,
  );
}

/** A page of accounts with loan counts and licence standing, the number of matches, and the total. */
export async function listAccounts(ctx: Context, query: AccountListQuery) {
  const found = await matchingIds(ctx.db, accounts, query.q), filter = where(query, found, ctx.now);
  const [all, { rows, ...part }] = await Promise.all([
    ctx.db.$count(accounts),
    readPage(query.page, {
      size: PAGE_SIZE,
      count: () => ctx.db.$count(accounts, filter),
      rowsFrom: (offset) => accountsFrom(ctx, query, filter, offset),
    }),
  ]);
  return {
    ...part,
    all,
    rows: rows.map(({ heldByOther, ...row }) => ({ ...row, licence: standingOf(ctx, row.license, heldByOther === 1) })),
  };
}

/** The rows of a page in their order. Ids by themselves, so that subqueries run only for this page's rows. */
async function accountsFrom(ctx: Context, query: AccountListQuery, filter: SQL | undefined, offset: number) {
  const order = ORDERS[query.sort];
  const page = ctx.db.select({ id: accounts.id }).from(accounts).where(filter)
    .orderBy(accountListQuery.isDescending(query) ? desc(order) : asc(order), ORDERS.name, asc(accounts.id))
    .limit(PAGE_SIZE).offset(offset);
  const listed = jsonRows(
    ctx.db,
    ctx.db.select({
      id: accounts.id,
      role: accounts.role,
      name: accounts.name,
      brokerage: accounts.brokerage,
      license: accounts.license,
      rating: accounts.rating,
      status: accounts.status,
      totalLoans: totalLoansSql.as("total_loans"),
      activeLoans: activeLoansSql.as("active_loans"),
      lastSignInAt: accounts.lastSignInAt,
      lastSubmissionAt: lastSubmissionSql.as("last_submission_at"),
      heldByOther: heldByOtherSql(accounts.license, accounts.id).as("held"),
    }).from(accounts).where(inArray(accounts.id, page)),
  );
  const [ids, rows] = await Promise.all([jsonRows(ctx.db, page), listed]);
  const place = new Map(ids.map(({ id }, i) => [id, i]));
  // One that came between the two reads has no place.
  return rows.filter(({ id }) => place.has(id)).sort((a, b) => place.get(a.id)! - place.get(b.id)!);
}

export type AccountListRow = Awaited<ReturnType<typeof listAccounts>>["rows"][number];
