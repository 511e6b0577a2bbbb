/** A loan's place: where its pin stands, our loans around it, and its region's market in short. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import type { Extent } from "../../domain/maps/extent.ts";
import { type LoanPlaceData, NEAR_KM, NEAR_LOANS, type NearLoan, SUM_KM } from "../../domain/maps/loan_place_data.ts";
import type { MapLoan } from "../../domain/maps/loan_spots.ts";
import { kilometresBetween } from "../../domain/places/place.ts";
import { FIGURES, figureText } from "../../domain/maps/market_figures.ts";
import type { FigureName } from "../../domain/maps/market_report.ts";
import { AMOUNT, FROM_LOANS, inExtent, passes } from "./_filtered_loans.ts";
import { listMarkets } from "./list_markets.ts";
import { listMapMarkets } from "./list_map_markets.ts";
import { getMapLoan, loansOfIds } from "./list_map_loans.ts";
import { loanMapQuery } from "../../schemas/maps/loan_map.ts";

/** Kilometres of a degree of latitude; one of longitude is shorter, which only widens what is looked through. */
const DEGREE_KM = 111.2;
const FIGURES_SHOWN: readonly FigureName[] = [
  "averageDaysOnMarket",
  "listingToSellingPrice",
  "monthlyChange",
  "medianPrice",
  "homesSold",
  "newListings",
];

type Placed = MapLoan & { longitude: number; latitude: number };

/** Active loans around a place, the nearest first, with how far each is; and the sum of those within SUM_KM. */
async function around(ctx: Context, place: Placed): Promise<{ near: NearLoan[]; sum: number }> {
  const up = NEAR_KM / DEGREE_KM, across = up / Math.cos(place.latitude * Math.PI / 180);
  const { longitude, latitude } = place;
  const extent: Extent = [longitude - across, latitude - up, longitude + across, latitude + up];
  const found = await ctx.db.all<{ id: number; longitude: number; latitude: number; amount: number }>(
    sql`select f.id, f.longitude, f.latitude, ${AMOUNT} as amount from ${FROM_LOANS}
      where ${passes(ctx, loanMapQuery.defaults)} and ${inExtent(extent)} and f.id <> ${place.id}`,
  );
  const measured = found.map((loan) => ({ ...loan, away: kilometresBetween(place, loan) }))
    .filter(({ away }) => away <= NEAR_KM).sort((a, b) => a.away - b.away || a.id - b.id);
  const sum = measured.reduce((all, { away, amount }) => away <= SUM_KM ? all + amount : all, place.amount);
  const nearest = measured.slice(0, NEAR_LOANS);
  const rows = new Map((await loansOfIds(ctx, nearest.map(({ id }) => id))).map((loan) => [loan.id, loan]));
  return { near: nearest.flatMap(({ id, away }) => rows.has(id) ? [{ ...rows.get(id)!, away }] : []), sum };
}

/** Throws not-found for an unknown loan. */
export async function getLoanPlace(ctx: Context, input: { id: number }): Promise<LoanPlaceData> {
  const loan = await getMapLoan(ctx, input);
  const placed = loan.longitude === null ? null : loan as Placed;
  const { near, sum } = placed ? await around(ctx, placed) : { near: [], sum: loan.amount };
  const { regions, weights } = await listMapMarkets(ctx);
  const market = regions.find(({ name }) => name === loan.region) ?? null;
  const report = (await listMarkets(ctx)).markets.find(({ name }) => name === loan.region)?.report;
  const figures = report
    ? FIGURES_SHOWN.filter((name) => report[name] !== null).map((name): [string, string] => [
      FIGURES[name].label,
      figureText(name, report[name]),
    ])
    : [];
  return {
    loan,
    near,
    sum,
    market,
    figures,
    weights,
  };
}
