/** The ids of a page of loans, from one covering index, so that the last page costs no more than the first. */
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import { brokerNameSql, filteredPositionSql, fundedAmountSql, positionSql } from "../../../db/derived/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import type { LoanSort } from "../../schemas/loans/list.ts";

/** What the list sorts by, besides the newest. */
export const ORDER_COLUMNS = {
  client: loans.clientCode,
  broker: brokerNameSql,
  city: loans.city,
  type: positionSql,
  amount: fundedAmountSql,
  ltv: loans.ltv,
  score: loans.shownScore,
} as const satisfies Record<Exclude<LoanSort, "new">, unknown>;

/**
 * The kind of filtering: none besides the status, a search, filters, or both. Placeholders: `status`; `match`, a
 * full-text query that includes the status; and those of `LEFT_BY_FILTERS`.
 */
export type FilterKind = "all" | "found" | "filtered" | "both";

/** A list's ORDER BY; the id makes it total, so that no row repeats across pages. */
export function orderOf(sort: LoanSort, order: "asc" | "desc"): SQL[] {
  const by = order === "asc" ? asc : desc;
  return sort === "new" ? [desc(loans.id)] : [by(ORDER_COLUMNS[sort]), by(loans.id)];
}

const matches = sql`select rowid from loan_search where loan_search match ${sql.placeholder("match")}`;
const limit = sql.placeholder("limit");
const offset = sql.placeholder("offset");

/**
 * Ids of a status that match the filters, from the covering index. Placeholders: `type`, a position or empty for any;
 * `broker`, 0 for any; `scoreFrom` and `scoreTo`; `earlier`, ids as JSON or null for any.
 */
const LEFT_BY_FILTERS = sql`select f.id from loans as f indexed by loans_filters
  where f.admin_com_select = ${sql.placeholder("status")}
    and ${sql.placeholder("type")} in ('', ${filteredPositionSql})
    and ${sql.placeholder("broker")} in (0, f.broker_id)
    and f.shown_score >= ${sql.placeholder("scoreFrom")} and f.shown_score < ${sql.placeholder("scoreTo")}
    and (${sql.placeholder("earlier")} is null or f.id in (select value from json_each(${
  sql.placeholder("earlier")
})))`;

const INDEXES: Record<LoanSort, string> = {
  new: "loans_status",
  client: "loans_by_client",
  broker: "loans_by_broker",
  city: "loans_by_city",
  type: "loans_by_type",
  amount: "loans_by_amount",
  ltv: "loans_by_ltv",
  score: "loans_by_score",
};

/** The ids of one page as a subquery `page`. Placeholders: `limit`, `offset`, and those of the choice. */
export function pageOfIds(db: Db, sort: LoanSort, order: "asc" | "desc", choice: FilterKind) {
  if (choice === "found" && sort === "new") {
    return db.select({ id: sql<number>`rowid`.as("found_id") }).from(sql`loan_search`)
      .where(sql`loan_search match ${sql.placeholder("match")}`)
      .orderBy(sql`rowid desc`).limit(limit).offset(offset).as("page");
  }
  const found = sql`${loans.id} in (${matches})`;
  const ofStatus = eq(loans.adminComSelect, sql.placeholder("status"));
  if (choice === "all" || choice === "found") {
    return db.select({ id: loans.id }).from(loans).where(choice === "found" ? found : ofStatus)
      .orderBy(...orderOf(sort, order)).limit(limit).offset(offset).as("page");
  }
  // The plus keeps the planner from using this set: the index gives the order.
  const left = sql`+${loans.id} in (${LEFT_BY_FILTERS})`;
  return db.select({ id: sql<number>`${loans.id}`.as("left_id") })
    .from(sql.raw(`loans indexed by ${INDEXES[sort]}`))
    .where(and(ofStatus, left, choice === "both" ? found : undefined)).orderBy(...orderOf(sort, order))
    .limit(limit).offset(offset).as("page");
}

/**
 * Counts the loans of a choice. Placeholders: those of the choice. With both, the search is evaluated once: evaluated
 * for each loan it takes a thousand times as long.
 */
export function countFiltered(db: Db, choice: Exclude<FilterKind, "all">) {
  const count = { n: sql<number>`count(*)` };
  if (choice === "found") {
    return db.select(count).from(sql`loan_search`).where(sql`loan_search match ${sql.placeholder("match")}`);
  }
  const found = choice === "both" ? sql` and f.id in (${matches})` : sql``;
  return db.select(count).from(sql`(${LEFT_BY_FILTERS}${found})`);
}
