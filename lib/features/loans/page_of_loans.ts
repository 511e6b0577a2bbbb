/** The ids of a page of loans, from one covering index, so that the last page costs no more than the first. */
import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import {
  brokerNameSql,
  countedFound,
  foundByStatus,
  foundLoans,
  fundedAmountSql,
  overviewTallies,
  positionSql,
  scoredPosition,
  scoredRows,
  typesOfPosition,
} from "../../../db/derived/mod.ts";
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
 * What narrows a list, in this order: `type risk`; empty where it shows a whole status. Placeholders of a statement:
 * `status`; with `q`, `match`, a full-text query with type and broker; `type`, a position; `broker`; with
 * `risk` `scoreFrom` and `scoreTo`; `earlier`, ids as JSON.
 */
export type FilterKind = "" | Narrowing | `${Narrowing} ${string}`;

/** What a search finds by its own query. */
const SEARCHED: readonly Narrowing[] = ["type", "broker"];

/** The kind of the filters that are chosen. */
export const kindOf = (isChosen: (one: Narrowing) => boolean): FilterKind =>
  NARROWING.filter((by) => isChosen(by) && !(SEARCHED.includes(by) && isChosen("q"))).join(" ") as FilterKind;

const narrows = (kind: FilterKind, by: Narrowing): boolean => kind.split(" ").includes(by);

/** A list's ORDER BY; the id makes it total, so that no row repeats across pages. */
export function orderOf(sort: LoanSort, order: "asc" | "desc"): SQL[] {
  const by = order === "asc" ? asc : desc;
  return sort === "new" ? [desc(loans.id)] : [by(ORDER_COLUMNS[sort]), by(loans.id)];
}

/** Gives a value of a statement by its name: a placeholder, or the value itself. */
type ValueOf = (name: string) => unknown;

const matchesOf = (valueOf: ValueOf): SQL => foundLoans(valueOf("match"), { status: valueOf("status") });

const limit = sql.placeholder("limit");
const offset = sql.placeholder("offset");

/** What a loan of a list has to be, its status among it, besides what is searched for. */
export function conditionsOf(kind: FilterKind, valueOf: ValueOf): SQL[] {
  const [, type, broker, risk, earlier] = NARROWING.map((by) => narrows(kind, by));
  const conditions = [sql`${loans.adminComSelect} = ${valueOf("status")}`];
  if (type) conditions.push(sql`${positionSql} = ${valueOf("type")}`);
  if (broker) conditions.push(sql`${loans.brokerId} = ${valueOf("broker")}`);
  if (risk) {
    conditions.push(sql`${loans.shownScore} >= ${valueOf("scoreFrom")}`);
    conditions.push(sql`${loans.shownScore} < ${valueOf("scoreTo")}`);
  }
  // The plus keeps the planner from looking each of them up.
  if (earlier) conditions.push(sql`+${loans.id} in (select value from json_each(${valueOf("earlier")}))`);
  return conditions;
}

const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` and `);
/** Once for all loans: evaluated for each it takes a thousand times as long. */
const isAmong = (ids: SQL): SQL => sql`+${loans.id} in (${ids})`;

/** Each position by name: beside a broker they make the index's column before it known. */
const ANY_POSITION = sql`${positionSql} in (${sql.raw(POSITIONS.map((one) => `'${one}'`).join(", "))})`;

/** FROM and WHERE of what narrows a list besides a search: a range of a covering index. */
function rangeOf(kind: FilterKind, valueOf: ValueOf): SQL {
  const [, type, broker, risk] = NARROWING.map((by) => narrows(kind, by));
  const index = type || broker ? "loans_filters" : risk ? "loans_by_score" : "loans_by_age";
  const conditions = conditionsOf(kind, valueOf);
  if (broker && !type) conditions.push(ANY_POSITION);
  return sql`from loans indexed by ${sql.raw(index)} where ${all(conditions)}`;
}

/** Ids of a status that a narrowed list has: they cost what they are, and not what the status has. */
export function idsOf(kind: FilterKind, valueOf: ValueOf = sql.placeholder): SQL {
  if (kind === "q") return matchesOf(valueOf);
  const found = narrows(kind, "q") ? sql` and ${isAmong(matchesOf(valueOf))}` : sql``;
  return sql`select loans.id ${rangeOf(kind, valueOf)}${found}`;
}

const INDEXES: Record<LoanSort, string> = {
  new: "loans_by_age",
  client: "loans_by_client",
  broker: "loans_by_broker",
  city: "loans_by_city",
  type: "loans_by_type",
  amount: "loans_by_amount",
  ltv: "loans_by_ltv",
  score: "loans_by_score",
};

/**
 * Loans of a search that are looked up: 555 of 30,000 take 1.4 ms so and 1.6 to 3.9 where they are met, most where they
 * stand together in the index. 5,000 take 21 and 1.2 to 5, for which they are searched once more: kept, 1.8 to 5.5.
 */
const FEW_FOUND = 600;
const fewOf = (kind: FilterKind): SQL =>
  narrows(kind, "q") ? sql`max(${sql.raw(`${FEW_FOUND}`)}, 2 * ${limit})` : sql`2 * ${limit}`;

/**
 * The ids of one page as a subquery `page`. Placeholders: `limit`, `offset`, and those of the kind. Loans that are left
 * are looked up and sorted where there are `few` at most; more are met in the order of an index, which ends with what
 * narrows them.
 */
export function pageOfIds(db: Db, sort: LoanSort, order: "asc" | "desc", kind: FilterKind, few = fewOf(kind)) {
  if (kind === "q" && sort === "new") {
    return db.select({ id: sql<number>`id`.as("left_id") })
      .from(sql`(${matchesOf(sql.placeholder)} order by rowid desc limit ${limit} offset ${offset})`).as("page");
  }
  const terms = orderOf(sort, order);
  // Of one type all are alike: an index of an expression that is known is not seen to give the order.
  const by = sql.join(sort === "type" && narrows(kind, "type") ? terms.slice(1) : terms, sql`, `);
  const conditions = conditionsOf(kind, sql.placeholder);
  const inOrder = sql`select loans.id from loans indexed by ${sql.raw(INDEXES[sort])} where ${all(conditions)}`;
  if (kind === "") {
    return db.select({ id: sql<number>`id`.as("left_id") })
      .from(sql`(${inOrder} order by ${by} limit ${limit} offset ${offset})`).as("page");
  }
  const isSearch = narrows(kind, "q"), among = isSearch ? sql`from found` : rangeOf(kind, sql.placeholder);
  const isFew = sql`(select count(*) from (select 1 ${among} limit ${few} + 1)) <= ${few}`;
  const lookedUp = isSearch
    ? sql`select loans.id from found cross join loans where loans.id = found.id and ${all(conditions)}`
    : sql`select loans.id ${among}`;
  const matches = matchesOf(sql.placeholder);
  const met = isSearch ? sql`${inOrder} and ${isAmong(matches)}` : inOrder;
  // A branch with LIMIT 0 is not begun.
  const part = (from: SQL, most: SQL) => sql`select id from (${from} order by ${by} limit ${most} offset ${offset})`;
  return db.select({ id: sql<number>`id`.as("left_id") }).from(sql`(
    ${isSearch ? sql`with found(id) as materialized (${matches} limit ${few} + 1)` : sql``}
    ${part(lookedUp, sql`iif(${isFew}, ${limit}, 0)`)} union all ${part(met, sql`iif(${isFew}, 0, ${limit})`)}
  )`).as("page");
}

const SCORED = scoredRows(sql.placeholder("scoreFrom"), sql.placeholder("scoreTo"));
/** Filters whose loans the overview's tallies count: in a database of many, no loan is read for them. */
const TALLIED = {
  type: sql`${overviewTallies.dimension} = 'type'
    and ${overviewTallies.bucket} in (${typesOfPosition(sql.placeholder("type"))})`,
  broker: sql`${overviewTallies.dimension} = 'broker'
    and ${overviewTallies.bucket} = cast(cast(${sql.placeholder("broker")} as integer) as text)`,
  risk: SCORED,
  "type risk": sql`${SCORED} and ${scoredPosition} = ${sql.placeholder("type")}`,
} satisfies Partial<Record<FilterKind, SQL>>;
export type TalliedKind = keyof typeof TALLIED;

/** True for a kind that `countTallied` counts. */
export const isTallied = (kind: FilterKind): kind is TalliedKind => kind in TALLIED;

/** Counts the loans that a kind leaves by status, where there are any. Placeholder: that of the kind. */
export const countTallied = (db: Db, kind: TalliedKind) =>
  db.select({ status: overviewTallies.status, n: sql<number>`sum(${overviewTallies.loans})` }).from(overviewTallies)
    .where(TALLIED[kind]).groupBy(overviewTallies.status);

/** Counts the loans of a status that another kind leaves: neither empty nor `q` alone. Placeholders: those of it. */
export const countFiltered = (db: Db, kind: FilterKind) =>
  db.select({ n: sql<number>`count(*)` }).from(sql`(${idsOf(kind)})`);

/** Counts what a search finds, by status. Placeholder: `match`. */
export const countSearched = (db: Db) => db.select(foundByStatus).from(countedFound(sql.placeholder("match")));
