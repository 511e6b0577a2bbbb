/** The loans of the map's filters in figures: how many and how much, by region, and around which part of the map. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { aroundMost } from "../../domain/maps/extent.ts";
import type { RegionExposure } from "../../domain/maps/loan_spots.ts";
import type { LoanMapSummary } from "../../domain/maps/screen.ts";
import type { LoanMapFilter } from "../../schemas/maps/loan_map.ts";
import { AMOUNT, bandSql, FROM_LOANS, passes } from "./_filtered_loans.ts";

/** Share of the loans that the first view shows, on a desk and on a phone. */
const FIRST_VIEW = { wide: 0.86, narrow: 0.72 };
/** Parts of a degree in which the loans' whereabouts are summed up. */
const PARTS = 20;

interface Row {
  region: string;
  x: number | null;
  y: number | null;
  loans: number;
  amount: number;
  green: number;
  yellow: number;
  red: number;
}

/** The summary, from one pass over an index. */
export async function summariseLoanMap(ctx: Context, filter: LoanMapFilter): Promise<LoanMapSummary> {
  const band = bandSql(ctx);
  const rows = await ctx.db.all<Row>(
    sql`select f.market_region as region, cast(f.longitude * ${PARTS} as integer) as x,
      cast(f.latitude * ${PARTS} as integer) as y, count(*) as loans, sum(${AMOUNT}) as amount,
      sum(${band} = 0) as green, sum(${band} = 1) as yellow, sum(${band} = 2) as red
      from ${FROM_LOANS} where ${passes(ctx, filter)} group by 1, 2, 3`,
  );
  const regions = new Map<string, RegionExposure>();
  for (const { region, loans, amount } of rows) {
    const sum = regions.get(region) ?? { region, loans: 0, amount: 0 };
    regions.set(region, { region, loans: sum.loans + loans, amount: sum.amount + amount });
  }
  const placed = rows.filter(({ x }) => x !== null);
  const crowds = placed.map(({ x, y, loans }) => ({ longitude: x! / PARTS, latitude: y! / PARTS, loans }));
  const wide = aroundMost(crowds, FIRST_VIEW.wide), narrow = aroundMost(crowds, FIRST_VIEW.narrow);
  const sum = (figure: "loans" | "amount" | "green" | "yellow" | "red", list = rows) =>
    list.reduce((all, row) => all + row[figure], 0);
  return {
    loans: sum("loans"),
    amount: sum("amount"),
    bands: [sum("green"), sum("yellow"), sum("red")],
    unplaced: sum("loans") - sum("loans", placed),
    regions: [...regions.values()].sort((a, b) => b.amount - a.amount || (a.region < b.region ? -1 : 1)),
    around: wide && narrow && { wide, narrow },
  };
}
