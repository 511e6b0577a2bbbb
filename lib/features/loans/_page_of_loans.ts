/** Which loans are on a page of a list: ids alone, from one index, so that the deepest page costs what the first does. */
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import { fundedAmountSql, loans } from "../../../db/schema/mod.ts";
import type { LoanSort } from "../../schemas/loan_list.ts";

const COLUMNS = {
  client: loans.clientCode,
  city: loans.city,
  amount: fundedAmountSql,
  ltv: loans.ltv,
  score: loans.shownScore,
} as const satisfies Record<Exclude<LoanSort, "new">, unknown>;

/** The order of a list; the id makes it total, so that no row moves between two pages. */
export function orderOf(sort: LoanSort, order: "asc" | "desc"): SQL[] {
  const by = order === "asc" ? asc : desc;
  return sort === "new" ? [desc(loans.id)] : [by(COLUMNS[sort]), by(loans.id)];
}

const matches = sql`select rowid from loan_search where loan_search match ${sql.placeholder("match")}`;
const limit = sql.placeholder("limit");
const offset = sql.placeholder("offset");

/**
 * The ids of one page as a subquery `page`. Placeholders: `limit`, `offset`, and `match` (a full-text question that holds
 * the status) for a search, else `status`.
 */
export function pageOfIds(db: Db, sort: LoanSort, order: "asc" | "desc", searching: boolean) {
  if (searching && sort === "new") {
    return db.select({ id: sql<number>`rowid`.as("found_id") }).from(sql`loan_search`)
      .where(sql`loan_search match ${sql.placeholder("match")}`)
      .orderBy(sql`rowid desc`).limit(limit).offset(offset).as("page");
  }
  const which = searching ? sql`${loans.id} in (${matches})` : eq(loans.adminComSelect, sql.placeholder("status"));
  return db.select({ id: loans.id }).from(loans).where(and(which)).orderBy(...orderOf(sort, order))
    .limit(limit).offset(offset).as("page");
}

/** How many loans a full-text question finds. Placeholder: `match`. */
export const countMatches = (db: Db) =>
  db.select({ n: sql<number>`count(*)` }).from(sql`loan_search`)
    .where(sql`loan_search match ${sql.placeholder("match")}`).prepare();
