/** The ids of a page of loans, from one covering index, so that the last page costs no more than the first. */
import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import { brokerNameSql, filteredPositionSql, fundedAmountSql, positionSql } from "../../../db/derived/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { POSITIONS } from "../../domain/lending/ltv.ts";
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

/** What narrows a list besides its status. */
const NARROWING = ["q", "type", "broker", "risk", "earlier"] as const;
type Narrowing = (typeof NARROWING)[number];

/**
 * What narrows a list, in this order: `q type`; empty where it shows a whole status. Placeholders of a statement:
 * `status`; with `q`, `match`, a full-text query that includes the status; `type`, a position; `broker`; with `risk`
 * `scoreFrom` and `scoreTo`; `earlier`, ids as JSON.
 */
export type FilterKind = "" | Narrowing | `${Narrowing} ${string}`;

/** The kind of the filters that are chosen. */
export const kindOf = (isChosen: (one: Narrowing) => boolean): FilterKind =>
  NARROWING.filter(isChosen).join(" ") as FilterKind;

const narrows = (kind: FilterKind, by: Narrowing): boolean => kind.split(" ").includes(by);

/** A list's ORDER BY; the id makes it total, so that no row repeats across pages. */
export function orderOf(sort: LoanSort, order: "asc" | "desc"): SQL[] {
  const by = order === "asc" ? asc : desc;
  return sort === "new" ? [desc(loans.id)] : [by(ORDER_COLUMNS[sort]), by(loans.id)];
}

/** Gives a value of a statement by its name: a placeholder, or the value itself. */
type ValueOf = (name: string) => unknown;

const matchesOf = (valueOf: ValueOf): SQL =>
  sql`select rowid from loan_search where loan_search match ${valueOf("match")}`;

const limit = sql.placeholder("limit");
const offset = sql.placeholder("offset");

/** Each position by name: beside a broker they make the index's column before it known. */
const ANY_POSITION = sql`${filteredPositionSql} in (${sql.raw(POSITIONS.map((one) => `'${one}'`).join(", "))})`;

/**
 * Ids of a status that a narrowed list has: found by its search, or from a range of a covering index, so that they cost
 * what they are and not what the status has.
 */
export function idsOf(kind: FilterKind, valueOf: ValueOf = sql.placeholder): SQL {
  if (kind === "q") return matchesOf(valueOf);
  const [q, type, broker, risk, earlier] = NARROWING.map((by) => narrows(kind, by));
  const index = type || broker ? "loans_filters" : risk ? "loans_by_score" : "loans_status";
  const conditions = [sql`f.admin_com_select = ${valueOf("status")}`];
  if (type) conditions.push(sql`${filteredPositionSql} = ${valueOf("type")}`);
  else if (broker) conditions.push(ANY_POSITION);
  if (broker) conditions.push(sql`f.broker_id = ${valueOf("broker")}`);
  if (risk) {
    conditions.push(sql`f.shown_score >= ${valueOf("scoreFrom")}`);
    conditions.push(sql`f.shown_score < ${valueOf("scoreTo")}`);
  }
  if (earlier) conditions.push(sql`f.id in (select value from json_each(${valueOf("earlier")}))`);
  // Once for all loans: evaluated for each it takes a thousand times as long.
  if (q) conditions.push(sql`f.id in (${matchesOf(valueOf)})`);
  return sql`select f.id from loans as f indexed by ${sql.raw(index)} where ${sql.join(conditions, sql` and `)}`;
}

/** Loans that are left, at most, so that they are looked up and sorted; more are met in the order of an index. */
const FEW = 1500;

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

/** The ids of one page as a subquery `page`. Placeholders: `limit`, `offset`, and those of the kind. */
export function pageOfIds(db: Db, sort: LoanSort, order: "asc" | "desc", kind: FilterKind, few = FEW) {
  if (kind === "q" && sort === "new") {
    return db.select({ id: sql<number>`rowid`.as("found_id") }).from(sql`loan_search`)
      .where(sql`loan_search match ${sql.placeholder("match")}`)
      .orderBy(sql`rowid desc`).limit(limit).offset(offset).as("page");
  }
  const ofStatus = eq(loans.adminComSelect, sql.placeholder("status"));
  if (kind === "") {
    return db.select({ id: loans.id }).from(loans).where(ofStatus)
      .orderBy(...orderOf(sort, order)).limit(limit).offset(offset).as("page");
  }
  const isFew = sql`(select count(*) from (select 1 from kept limit ${sql.raw(String(few + 1))})) <= ${
    sql.raw(String(few))
  }`;
  const by = sql.join(orderOf(sort, order), sql`, `);
  // A branch with LIMIT 0 is not begun.
  const part = (from: SQL, most: SQL) => sql`select id from (${from} order by ${by} limit ${most} offset ${offset})`;
  const lookedUp = sql`select loans.id from kept cross join loans where loans.id = kept.id`;
  // The plus keeps the planner from going through the kept: the index gives the order, and no row is read for it.
  const inOrder = sql`select loans.id from loans indexed by ${sql.raw(INDEXES[sort])}
    where ${ofStatus} and +loans.id in (select id from kept)`;
  return db.select({ id: sql<number>`id`.as("left_id") }).from(sql`(
    with kept(id) as materialized (${idsOf(kind)})
    ${part(lookedUp, sql`iif(${isFew}, ${limit}, 0)`)} union all ${part(inOrder, sql`iif(${isFew}, 0, ${limit})`)}
  )`).as("page");
}

/** Counts the loans of a kind that is not empty. Placeholders: those of the kind. */
export function countFiltered(db: Db, kind: FilterKind) {
  const count = { n: sql<number>`count(*)` };
  if (kind === "q") {
    return db.select(count).from(sql`loan_search`).where(sql`loan_search match ${sql.placeholder("match")}`);
  }
  return db.select(count).from(sql`(${idsOf(kind)})`);
}
