/** Loans of the map's filters as rows: beside the map, in its table and in the exported file. */
import { type SQL, sql } from "drizzle-orm";
import { fundedAmountSql } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import type { Extent } from "../../domain/maps/extent.ts";
import { BANDS, type LoansInView, type MapLoan } from "../../domain/maps/loan_spots.ts";
import { notFound } from "../../domain/refusal.ts";
import {
  type LoanMapFilter,
  type LoansInViewInput,
  MAP_EXPORT_SIZE,
  type MapLoansInput,
  type MapOrder,
} from "../../schemas/maps/loan_map.ts";
import { AMOUNT, bandSql, FROM_LOANS, inExtent, passes, statusesOf } from "./_filtered_loans.ts";

/** Rows of the list beside the map. */
const LIST_ROWS = 80;
/** Rows that the page has from the start: more than a screen shows, until the map has loaded those of its view. */
export const FIRST_ROWS = 30;
/** The dearest loans of all places: a view of a seventh of the loans has a list's rows of them. */
const DEAREST = 600;

const ORDERS: Record<MapOrder, SQL> = {
  amount: sql`${AMOUNT} desc, f.id desc`,
  score: sql`f.shown_score desc, f.id desc`,
  new: sql`f.id desc`,
};

type Row = Omit<MapLoan, "client" | "band"> & { first: string; last: string; band: number };

const asLoan = ({ first, last, band, ...row }: Row): MapLoan => ({
  ...row,
  client: clientName({ firstName: first, lastName: last }),
  band: BANDS[band],
});

/** The loans of some ids in order; `ids` is a query that calls its table f. */
async function rowsOf(ctx: Context, ids: SQL, order: SQL): Promise<MapLoan[]> {
  const rows = await ctx.db.all<Row>(
    sql`select f.id, f.client_code as clientCode, f.first_name as first, f.last_name as last, f.broker_name as broker,
      trim(f.address || ', ' || f.city || ' ' || f.postal, ', ') as address, f.market_region as region,
      f.admin_com_select as status, f.first_or_second as type, ${AMOUNT} as amount, f.ltv, f.shown_score as score,
      ${bandSql(ctx)} as band, f.longitude, f.latitude, f.place_precision as precision
      from loans as f where f.id in (${ids}) order by ${order}`,
  );
  return rows.map(asLoan);
}

/** A part of the loans of the filters, in order; `page` counts from 1. */
export async function listMapLoans(
  ctx: Context,
  query: LoanMapFilter & { order: MapOrder; page: number },
  size: number,
  extent?: Extent,
): Promise<MapLoan[]> {
  const order = ORDERS[query.order];
  const where = extent ? sql`${passes(ctx, query)} and ${inExtent(extent)}` : passes(ctx, query);
  const ids = sql`select f.id from ${FROM_LOANS} where ${where} order by ${order} limit ${size}
    offset ${(query.page - 1) * size}`;
  return await rowsOf(ctx, sql`select id from (${ids})`, order);
}

/**
 * The loans of a view: figures of all, rows of the first ones. The dearest are found on the way that counts them, where
 * enough of them are in the view: sorting all takes half as long again.
 */
export async function listLoansInView(ctx: Context, input: LoansInViewInput): Promise<LoansInView> {
  const { yellowScore, redScore } = ctx.lending().settings.globalScore;
  const dearest = input.order === "amount"
    ? sql`json_group_array(json_array(f.id, ${AMOUNT})) filter (where ${AMOUNT} > ${leastOfDearest(input.status)})`
    : sql`'[]'`;
  // Comparisons that count, not the band of each loan: that takes half as long again.
  const [{ loans, amount, red, yellowOrRed, first }] = await ctx.db.all<
    { loans: number; amount: number; red: number; yellowOrRed: number; first: string }
  >(
    sql`select count(*) as loans, coalesce(sum(${AMOUNT}), 0) as amount,
      count(*) filter (where f.shown_score >= ${redScore}) as red,
      count(*) filter (where f.shown_score >= ${yellowScore}) as yellowOrRed, ${dearest} as first
      from ${FROM_LOANS} where ${passes(ctx, input)} and ${inExtent(input.extent)}`,
  );
  const ids = firstIds(JSON.parse(first));
  const rows = ids.length === Math.min(loans, LIST_ROWS)
    ? await rowsOf(ctx, sql`select value from json_each(${JSON.stringify(ids)})`, ORDERS[input.order])
    : await listMapLoans(ctx, { ...input, page: 1 }, LIST_ROWS, input.extent);
  return { loans, amount, bands: [loans - yellowOrRed, yellowOrRed - red, red], rows };
}

/** The amount of the last of the DEAREST loans of the status filter, read from the list's index; -1 where all are. */
function leastOfDearest(status: LoanMapFilter["status"]): SQL {
  const each = statusesOf(status).map((one) =>
    sql`select * from (select ${fundedAmountSql} as amount from loans where admin_com_select = ${one}
      order by 1 desc limit ${DEAREST})`
  );
  return sql`coalesce((select amount from (${sql.join(each, sql` union all `)})
    order by amount desc limit 1 offset ${DEAREST - 1}), -1)`;
}

/** The first ids of a list by amount, as `ORDERS` has them. */
const firstIds = (loans: [id: number, amount: number][]): number[] =>
  loans.toSorted(([a, x], [b, y]) => y - x || b - a).slice(0, LIST_ROWS).map(([id]) => id);

/** The part of the export that follows an id. A loan that changes meanwhile keeps its place among the ids. */
export async function exportMapLoans(ctx: Context, input: MapLoansInput): Promise<MapLoan[]> {
  const where = input.after ? sql`${passes(ctx, input)} and f.id < ${input.after}` : passes(ctx, input);
  const ids = sql`select f.id from ${FROM_LOANS} where ${where} order by f.id desc limit ${MAP_EXPORT_SIZE}`;
  return await rowsOf(ctx, sql`select id from (${ids})`, ORDERS.new);
}

/** One loan as its card shows it. Throws not-found. */
export async function getMapLoan(ctx: Context, input: { id: number }): Promise<MapLoan> {
  const [loan] = await rowsOf(ctx, sql`select ${input.id}`, sql`f.id`);
  if (!loan) throw notFound("loan");
  return loan;
}

/** The loans of some ids, in no order. */
export const loansOfIds = async (ctx: Context, ids: readonly number[]): Promise<MapLoan[]> =>
  await rowsOf(ctx, sql`select value from json_each(${JSON.stringify(ids)})`, sql`f.id`);
