/** Loans of the map's filters, as a part of a query. */
import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { bandSql as bandText, foundLoans, fundedAmountOfSql, typesOfPosition } from "../../../db/derived/mod.ts";
import { SIZE_STEPS } from "../../domain/lending/buckets.ts";
import { type Extent, parseExtent } from "../../domain/maps/extent.ts";
import { scoresOf } from "../../domain/loans/risk_range.ts";
import { searchQuery } from "../../domain/loans/search.ts";
import { ACTIVE_STATUSES, LOAN_STATUSES, type LoanStatus } from "../../domain/loans/status.ts";
import type { LoanMapFilter } from "../../schemas/maps/loan_map.ts";

/** A loan's amount in a query that calls the table f: `fundedAmount`. */
export const AMOUNT = sql<number>`${sql.raw(fundedAmountOfSql("f.fsfc_loan", "f.new_loan_amount"))}`;

/** The table, read by the index that covers it. */
export const FROM_LOANS = sql`loans as f indexed by loans_map`;

/** The statuses of the filter. */
export function statusesOf(status: LoanMapFilter["status"]): readonly LoanStatus[] {
  if (status === "active") return ACTIVE_STATUSES;
  return status === "any" ? LOAN_STATUSES.filter((one) => one !== "Trash") : [status];
}

/** The statuses of the filter, as an SQL list. */
export const statusList = (status: LoanMapFilter["status"]): SQL =>
  sql.join(statusesOf(status).map((one) => sql`${one}`), sql`, `);

/** Condition: the loan lies in the extent. */
export const inExtent = ([west, south, east, north]: Extent): SQL =>
  sql`f.latitude between ${south} and ${north} and f.longitude between ${west} and ${east}`;

/** Condition: the loan lies in the extent, or on its south or west side: on a border it is in one cell, not in two. */
export const inCells = ([west, south, east, north]: Extent): SQL =>
  sql`f.latitude >= ${south} and f.latitude < ${north} and f.longitude >= ${west} and f.longitude < ${east}`;

/** Condition: the loan passes every filter. */
export function passes(ctx: Context, filter: LoanMapFilter): SQL {
  const parts: SQL[] = [sql`f.admin_com_select in (${statusList(filter.status)})`];
  const box = parseExtent(filter.box);
  if (box) parts.push(inExtent(box));
  if (filter.type) parts.push(sql`f.first_or_second in (${typesOfPosition(filter.type)})`);
  if (filter.broker) parts.push(sql`f.broker_id = ${filter.broker}`);
  if (filter.region) parts.push(sql`f.market_region = ${filter.region}`);
  if (filter.risk) {
    const { from, to } = scoresOf(filter.risk, ctx.lending().settings.globalScore);
    if (from > -Infinity) parts.push(sql`f.shown_score >= ${from}`);
    if (to < Infinity) parts.push(sql`f.shown_score < ${to}`);
  }
  if (filter.size) parts.push(ofSize(Number(filter.size)));
  const match = searchQuery([], filter.q, "lender");
  // The plus keeps the planner from reading loans one by one.
  if (match !== null) parts.push(sql`+f.id in (${foundLoans(match)})`);
  return sql.join(parts, sql` and `);
}

/** Condition: the amount is on a step of SIZE_STEPS. */
function ofSize(step: number): SQL {
  const { below, upTo } = SIZE_STEPS[step], before = SIZE_STEPS[step - 1];
  const parts: SQL[] = [];
  if (before?.below !== undefined) parts.push(sql`${AMOUNT} >= ${before.below}`);
  if (before?.upTo !== undefined) parts.push(sql`${AMOUNT} > ${before.upTo}`);
  if (below !== undefined) parts.push(sql`${AMOUNT} < ${below}`);
  if (upTo !== undefined) parts.push(sql`${AMOUNT} <= ${upTo}`);
  return sql.join(parts, sql` and `);
}

/** A loan's band as its position in BANDS, by the thresholds in force (`bandOf`). */
export function bandSql(ctx: Context): SQL<number> {
  const { yellowScore, redScore } = ctx.lending().settings.globalScore;
  return sql<number>`${sql.raw(bandText("f.shown_score", String(yellowScore), String(redScore)))}`;
}
