/** A loan's place: where its pin stands, our loans around it, and its region's market in short. */
import { type SQL, sql } from "drizzle-orm";
import { formatShortMonth } from "../../domain/dates.ts";
import type { Context } from "../../../db/mod.ts";
import { INCLINATIONS, marketInclination } from "../../domain/lending/portfolio.ts";
import type { Extent } from "../../domain/maps/extent.ts";
import {
  type LoanPlaceData,
  NEAR_KM,
  NEAR_LOANS,
  type NearLoan,
  SUM_KM,
  sumText,
} from "../../domain/maps/loan_place_data.ts";
import type { MapLoan } from "../../domain/maps/loan_spots.ts";
import { DEGREE_KM, kilometresBetween } from "../../domain/places/place.ts";
import { FIGURES, figureText } from "../../domain/maps/market_figures.ts";
import { MAIN_FIGURES, type MarketReport } from "../../domain/maps/market_report.ts";
import { percent } from "../../domain/money.ts";
import { AMOUNT, FROM_LOANS, inExtent, passes } from "./_filtered_loans.ts";
import { listMarkets } from "./list_markets.ts";
import { inShort } from "./list_map_markets.ts";
import { getMapLoan, loansOfIds } from "./list_map_loans.ts";
import { loanMapQuery } from "../../schemas/maps/loan_map.ts";

type Placed = MapLoan & { longitude: number; latitude: number };

/** Rectangle of so many kilometres each way from a place. */
function extentAround({ longitude, latitude }: Placed, kilometres: number): Extent {
  const up = kilometres / DEGREE_KM, across = up / narrowness(latitude);
  return [longitude - across, latitude - up, longitude + across, latitude + up];
}

/** How long a degree of longitude is beside one of latitude. */
const narrowness = (latitude: number): number => Math.cos(latitude * Math.PI / 180);

/** The square of a loan's distance from a place in degrees of latitude: on a plane, right to 0.1% within NEAR_KM. */
const awaySquared = ({ longitude, latitude }: Placed): SQL =>
  sql`((f.latitude - ${latitude}) * (f.latitude - ${latitude}) + (f.longitude - ${longitude}) *
    (f.longitude - ${longitude}) * ${narrowness(latitude) ** 2})`;

/** Active loans around a place, the nearest first, with how far each is. */
async function listNear(ctx: Context, place: Placed): Promise<NearLoan[]> {
  const found = await ctx.db.all<{ id: number }>(
    sql`select f.id from ${FROM_LOANS} where ${passes(ctx, loanMapQuery.defaults)}
      and ${inExtent(extentAround(place, NEAR_KM))} and f.id <> ${place.id}
      order by ${awaySquared(place)}, f.id limit ${NEAR_LOANS}`,
  );
  const loans = await loansOfIds(ctx, found.map(({ id }) => id)) as Placed[];
  return loans.map((loan) => ({ ...loan, away: kilometresBetween(place, loan) }))
    .filter(({ away }) => away <= NEAR_KM).sort((a, b) => a.away - b.away || a.id - b.id);
}

/** Whole dollars of the active loans within SUM_KM of a place, besides its own. */
async function sumNear(ctx: Context, place: Placed): Promise<number> {
  const row = await ctx.db.get<{ amount: number }>(
    sql`select coalesce(sum(${AMOUNT}), 0) as amount from ${FROM_LOANS} where ${passes(ctx, loanMapQuery.defaults)}
      and ${inExtent(extentAround(place, SUM_KM))} and ${awaySquared(place)} <= ${(SUM_KM / DEGREE_KM) ** 2}
      and f.id <> ${place.id}`,
  );
  return row!.amount;
}

/** What a report says, its market first and its month last. */
function figuresOf(report: MarketReport): [label: string, text: string][] {
  const { homesSold, newListings, month } = report;
  const found = homesSold === null || newListings === null ? null : marketInclination(homesSold, newListings);
  return [
    ...(found
      ? [["Inclination", `${INCLINATIONS[found.market]}, ${percent(found.ratio, 0)}`] as [string, string]]
      : []),
    ...MAIN_FIGURES.filter((name) => report[name] !== null).map((name): [string, string] => [
      FIGURES[name].label,
      figureText(name, report[name]),
    ]),
    ["Report", formatShortMonth(month)],
  ];
}

/** Throws not-found for an unknown loan. */
export async function getLoanPlace(ctx: Context, input: { id: number }): Promise<LoanPlaceData> {
  const loan = await getMapLoan(ctx, input);
  const placed = loan.longitude === null ? null : loan as Placed;
  const near = placed ? await listNear(ctx, placed) : [];
  const sum = sumText(placed ? await sumNear(ctx, placed) : 0, loan);
  const listed = await listMarkets(ctx);
  const { regions, weights } = inShort(ctx, listed);
  const market = regions.find(({ name }) => name === loan.region) ?? null;
  const report = listed.markets.find(({ name }) => name === loan.region)?.report;
  const figures = report ? figuresOf(report) : [];
  return {
    loan,
    near,
    sum,
    market,
    figures,
    weights,
  };
}
