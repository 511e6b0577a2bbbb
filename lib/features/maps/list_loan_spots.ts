/** What the map draws: every loan of the filters while they are few, else the loans or the cells of one view. */
import { type SQL, sql } from "drizzle-orm";
import { meanSql } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { gridZoom, widened } from "../../domain/maps/extent.ts";
import {
  type LoanCell,
  type LoanPin,
  type LoanSpots,
  packPins,
  PINS_MAX,
  VIEW_PINS_MAX,
} from "../../domain/maps/loan_spots.ts";
import type { LoanMapData } from "../../domain/maps/screen.ts";
import type { LoanMapFilter, LoanSpotsInput } from "../../schemas/maps/loan_map.ts";
import { BAND_COUNTS, type Cells, cellsOf, countedLoans, extentOf } from "./_counted_loans.ts";
import { AMOUNT, bandSql, FROM_LOANS, inCells, passes } from "./_filtered_loans.ts";
import { summariseLoanMap } from "./summarise_loan_map.ts";

/** Spots of a view reach this share of it further on each side, so that a small move shows no bare edge. */
const AROUND_VIEW = 0.25;

/** The summary and the spots of a view. */
export async function listLoanSpots(ctx: Context, input: LoanSpotsInput): Promise<LoanMapData> {
  const summary = await summariseLoanMap(ctx, input);
  const few = summary.loans - summary.unplaced <= PINS_MAX;
  const spots = few ? await pinsOf(ctx, input) : await spotsOfView(ctx, input);
  return { ...summary, spots };
}

async function spotsOfView(ctx: Context, input: LoanSpotsInput): Promise<LoanSpots> {
  const zoom = gridZoom(input.extent, input.zoom);
  const view = cellsOf(widened(input.extent, AROUND_VIEW), zoom);
  const cells = await countCells(ctx, input, view);
  const loans = cells.reduce((all, [, , green, yellow, red]) => all + green + yellow + red, 0);
  return loans <= VIEW_PINS_MAX ? await pinsOf(ctx, input, view) : { kind: "cells", zoom, cells };
}

/** One JSON cell holds all pins: as rows, 5,000 of them take the client several times as long. */
async function pinsOf(ctx: Context, filter: LoanMapFilter, view?: Cells): Promise<LoanSpots> {
  const placed: SQL = view ? inCells(extentOf(view)) : sql`f.latitude is not null`;
  const found = await ctx.db.get<{ pins: string }>(
    sql`select json_group_array(json_array(f.id, f.longitude, f.latitude, ${bandSql(ctx)}, ${AMOUNT})) as pins
      from ${FROM_LOANS} where ${passes(ctx, filter)} and ${placed}`,
  );
  const pins: LoanPin[] = JSON.parse(found!.pins);
  return { kind: "pins", whole: !view, pins: packPins(pins) };
}

async function countCells(ctx: Context, filter: LoanMapFilter, view: Cells): Promise<LoanCell[]> {
  const [x, y] = ["lon", "lat"].map((name) => sql.raw(meanSql(`sum(${name})`, "sum(loans)")));
  const found = await ctx.db.get<{ cells: string }>(
    sql`select json_group_array(json_array(x, y, g, w, r, amount)) as cells from (
      select ${x} as x, ${y} as y, ${BAND_COUNTS}, sum(amount) as amount
      from ${countedLoans(ctx, filter, view.zoom, view)} group by cx, cy)`,
  );
  return JSON.parse(found!.cells);
}
