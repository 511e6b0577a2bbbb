/** The loans of the map's filters in figures: how many and how much, by region, and around which part of the map. */
import { sql } from "drizzle-orm";
import { CELLS_ZOOM, meanSql } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { cellOf, cellsExtent, type Extent, extentOfMost, type LoanCluster } from "../../domain/maps/extent.ts";
import type { RegionExposure } from "../../domain/maps/loan_spots.ts";
import type { LoanMapSummary } from "../../domain/maps/screen.ts";
import type { LoanMapFilter } from "../../schemas/maps/loan_map.ts";
import { BAND_COUNTS, countedLoans } from "./_counted_loans.ts";

/** Share of the loans that the first view shows, on a desk and on a phone. */
const FIRST_VIEW = { wide: 0.86, narrow: 0.72 };

/** Loans of a region in a cell; `x` and `y` are their mean place, null where they have none. */
type Row = [
  region: string,
  x: number | null,
  y: number | null,
  loans: number,
  amount: number,
  ...bands: [number, number, number],
];

/** The extent of the cells in which all of these stand; null without any. */
function extentOfAll(clusters: readonly LoanCluster[]): Extent | null {
  const around = extentOfMost(clusters, 1);
  if (!around) return null;
  const [west, south, east, north] = around;
  return cellsExtent(cellOf(west, south, CELLS_ZOOM), cellOf(east, north, CELLS_ZOOM), CELLS_ZOOM);
}

/** The summary, of every loan that passes the filters. */
export async function summariseLoanMap(ctx: Context, filter: LoanMapFilter): Promise<LoanMapSummary> {
  const [x, y] = ["lon", "lat"].map((name) => sql.raw(meanSql(`sum(${name})`, "sum(loans)")));
  const found = await ctx.db.get<{ rows: string }>(
    sql`select json_group_array(json_array(region, iif(cx < 0, null, x), iif(cx < 0, null, y), loans, amount, g, w, r))
      as rows from (select region, cx, ${x} as x, ${y} as y, sum(loans) as loans, sum(amount) as amount, ${BAND_COUNTS}
        from ${countedLoans(ctx, filter, CELLS_ZOOM)} group by region, cx, cy)`,
  );
  const rows: Row[] = JSON.parse(found!.rows);
  const regions = new Map<string, RegionExposure>();
  for (const [region, , , loans, amount] of rows) {
    const sum = regions.get(region) ?? { region, loans: 0, amount: 0 };
    regions.set(region, { region, loans: sum.loans + loans, amount: sum.amount + amount });
  }
  const clusters = rows.flatMap(([, x, y, loans]) =>
    x === null || y === null ? [] : { longitude: x, latitude: y, loans }
  );
  const wide = extentOfMost(clusters, FIRST_VIEW.wide), narrow = extentOfMost(clusters, FIRST_VIEW.narrow);
  const all = extentOfAll(clusters);
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  const loans = sum((row) => row[3]);
  return {
    loans,
    amount: sum((row) => row[4]),
    bands: [sum((row) => row[5]), sum((row) => row[6]), sum((row) => row[7])],
    unplaced: loans - clusters.reduce((all, { loans }) => all + loans, 0),
    regions: [...regions.values()].sort((a, b) => b.amount - a.amount || (a.region < b.region ? -1 : 1)),
    around: wide && narrow && all && { wide, narrow, all },
  };
}
