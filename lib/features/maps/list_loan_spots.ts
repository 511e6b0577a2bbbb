/** What the map draws: every loan of the filters while they are few, else the cells of one view. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { cellSize, widened } from "../../domain/maps/extent.ts";
import { type LoanCell, type LoanPin, type LoanSpots, PINS_MAX } from "../../domain/maps/loan_spots.ts";
import type { LoanMapData } from "../../domain/maps/screen.ts";
import type { LoanSpotsInput } from "../../schemas/maps/loan_map.ts";
import { AMOUNT, bandSql, FROM_LOANS, inExtent, passes } from "./_filtered_loans.ts";
import { summariseLoanMap } from "./summarise_loan_map.ts";

/** Cells reach this share of the view further on each side, so that a small move shows no bare edge. */
const AROUND_VIEW = 0.25;

/** The summary and the spots of a view. */
export async function listLoanSpots(ctx: Context, input: LoanSpotsInput): Promise<LoanMapData> {
  const summary = await summariseLoanMap(ctx, input);
  const few = summary.loans - summary.unplaced <= PINS_MAX;
  const spots: LoanSpots = few
    ? { kind: "pins", pins: await pinsOf(ctx, input) }
    : { kind: "cells", zoom: Math.round(input.zoom), cells: await cellsOf(ctx, input) };
  return { ...summary, spots };
}

/** One JSON cell holds all pins: as rows, 5,000 of them take the client several times as long. */
async function pinsOf(ctx: Context, input: LoanSpotsInput): Promise<LoanPin[]> {
  const found = await ctx.db.get<{ pins: string }>(
    sql`select json_group_array(json_array(f.id, round(f.longitude, 5), round(f.latitude, 5), ${
      bandSql(ctx)
    }, ${AMOUNT}))
      as pins from ${FROM_LOANS} where ${passes(ctx, input)} and f.latitude is not null`,
  );
  return JSON.parse(found!.pins);
}

async function cellsOf(ctx: Context, input: LoanSpotsInput): Promise<LoanCell[]> {
  const cell = cellSize(input.zoom), extent = widened(input.extent, AROUND_VIEW);
  const band = bandSql(ctx);
  const counts = [0, 1, 2].map((one) => sql`sum(${band} = ${one})`);
  const found = await ctx.db.get<{ cells: string }>(
    sql`select json_group_array(json_array(x, y, g, w, r, amount, x1, y1, x2, y2)) as cells from (
      select round(avg(f.longitude), 5) as x, round(avg(f.latitude), 5) as y, ${counts[0]} as g, ${counts[1]} as w,
        ${counts[2]} as r, sum(${AMOUNT}) as amount, round(min(f.longitude), 5) as x1, round(min(f.latitude), 5) as y1,
        round(max(f.longitude), 5) as x2, round(max(f.latitude), 5) as y2
      from ${FROM_LOANS} where ${passes(ctx, input)} and ${inExtent(extent)}
      group by cast((f.longitude + 180) / ${cell.longitude} as integer),
        cast((f.latitude + 90) / ${cell.latitude} as integer))`,
  );
  return JSON.parse(found!.cells);
}
