/** Loans of the map's filters, counted by the cells of a grid: from the kept counts, or from the loans one by one. */
import { type SQL, sql } from "drizzle-orm";
import { cellFacts, CELLS_ZOOM } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { cellOf, cellsExtent, type Extent } from "../../domain/maps/extent.ts";
import { BANDS } from "../../domain/maps/loan_spots.ts";
import type { LoanMapFilter } from "../../schemas/maps/loan_map.ts";
import { bandSql, FROM_LOANS, inCells, passes, statusList } from "./_filtered_loans.ts";

/** Filters that the stored counts do not have. */
const COUNTED_FROM_LOANS: readonly (keyof LoanMapFilter)[] = ["q", "type", "broker", "size", "box"];

/** Whole cells of a grid. */
export interface Cells {
  from: readonly [column: number, row: number];
  to: readonly [column: number, row: number];
  zoom: number;
}

/** The cells that an extent touches. */
export const cellsOf = ([west, south, east, north]: Extent, zoom: number): Cells => ({
  from: cellOf(west, south, zoom),
  to: cellOf(east, north, zoom),
  zoom,
});

/** The cells' extent. */
export const extentOf = ({ from, to, zoom }: Cells): Extent => cellsExtent(from, to, zoom);

/** How many of each band, as the columns g, w and r of a query over counted loans. */
export const BAND_COUNTS: SQL = sql.raw(
  ["g", "w", "r"].map((name, band) => `sum(iif(band = ${band}, loans, 0)) as ${name}`).join(", "),
);

/**
 * Counted loans as a subquery, of all cells or of some: region, band, the cell's cx and cy at the zoom, loans, amount,
 * and lon and lat, sums for `meanSql`. A loan without a place is in a cell below 0.
 */
export function countedLoans(ctx: Context, filter: LoanMapFilter, zoom: number, cells?: Cells): SQL {
  if (zoom <= CELLS_ZOOM && COUNTED_FROM_LOANS.every((name) => !filter[name])) return storedCounts(filter, zoom, cells);
  const { column, row, amount, longitude, latitude } = cellFacts((one) => `f.${one.name}`, zoom);
  const where = cells ? sql`${passes(ctx, filter)} and ${inCells(extentOf(cells))}` : passes(ctx, filter);
  return sql`(select f.market_region as region, ${bandSql(ctx)} as band, ${sql.raw(column)} as cx,
    ${sql.raw(row)} as cy, 1 as loans, ${sql.raw(amount)} as amount, ${sql.raw(longitude)} as lon,
    ${sql.raw(latitude)} as lat from ${FROM_LOANS} where ${where})`;
}

function storedCounts({ status, region, risk }: LoanMapFilter, zoom: number, cells: Cells | undefined): SQL {
  const bits = CELLS_ZOOM - zoom;
  const parts: SQL[] = [sql`status in (${statusList(status)})`];
  if (region) parts.push(sql`region = ${region}`);
  if (risk) parts.push(sql`band = ${BANDS.indexOf(risk)}`);
  for (const [i, name] of [sql`cx`, sql`cy`].entries()) {
    // A cell's own ones at the kept zoom: from its first to the one before the next cell's first.
    if (cells) parts.push(sql`${name} between ${cells.from[i] << bits} and ${((cells.to[i] + 1) << bits) - 1}`);
  }
  return sql`(select region, band, cx >> ${bits} as cx, cy >> ${bits} as cy, loans, amount, lon, lat from loan_cells
    where ${sql.join(parts, sql` and `)})`;
}
