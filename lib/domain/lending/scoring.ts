import { ceilPercent, halfUp } from "../money.ts";
import type { PillarName } from "./colours.ts";
import { type CompiledSettings, type Rating, SCORE_PARTS, stepRating, textRating } from "./compile.ts";

/** Bounds of a final score (lending rules 6). */
const MIN_SCORE = 0;
export const MAX_SCORE = 8;

/** The twelve ratings by the specification's names (lending rules 6). */
export interface Ratings {
  DSCRating: Rating;
  yoeRating: Rating;
  employerRating: Rating;
  rofRating: Rating;
  litRating: Rating;
  creditRating: Rating;
  regionRating: Rating;
  rentalRating: Rating;
  ltvRating: Rating;
  sizeOfFirstRating: Rating;
  uopRating: Rating;
  equityChargeRating: Rating;
}

export type RatingName = keyof Ratings;
export type Pillars = Record<PillarName, number>;

/** The weighted name of each rating (lending rules 6). */
export const WEIGHTED_NAMES = {
  DSCRating: "DSCWR",
  yoeRating: "yoeWR",
  employerRating: "empWR",
  rofRating: "rofWR",
  litRating: "litWR",
  creditRating: "creditWR",
  regionRating: "regionWR",
  rentalRating: "rentalWR",
  ltvRating: "ltvWR",
  sizeOfFirstRating: "sizeOfFirstWR",
  uopRating: "uopWR",
  equityChargeRating: "equityChargeWR",
} as const satisfies Record<RatingName, string>;

/** Each pillar's panel title (loans specification 2.6) and ratings, in table order. */
export const PILLARS: readonly { name: PillarName; title: string; ratings: readonly RatingName[] }[] = [
  {
    name: "cashFlowWeight",
    title: "Cash Flow Coverage and Stability",
    ratings: ["DSCRating", "yoeRating", "employerRating"],
  },
  { name: "willingnessTPScore", title: "Willingness To Pay", ratings: ["rofRating", "litRating", "creditRating"] },
  { name: "collateralScore", title: "Collateral", ratings: ["regionRating", "rentalRating", "ltvRating"] },
  {
    name: "useOfFundsScore",
    title: "Default Management",
    ratings: ["sizeOfFirstRating", "uopRating", "equityChargeRating"],
  },
];

/** Every rating, in table order. */
export const RATING_NAMES: readonly RatingName[] = PILLARS.flatMap((pillar) => pillar.ratings);

/** The inputs of the ratings, besides debt service coverage. */
export interface RatingEntries {
  yoe: number;
  sector: string;
  failures: number;
  litigiousness: string;
  creditScore: number;
  region: string;
  ltv: number | null;
  firstMortgage: number;
  useOfProceeds: string;
  equityCharges: number;
  value: number;
}

/** All ratings at a net coverage (fdsc). An unknown LTV or value gets the worst rating. */
export function rate(tables: CompiledSettings, entries: RatingEntries, fdsc: number): Ratings {
  const { value, equityCharges, region } = entries;
  return {
    DSCRating: stepRating(tables.dsc, fdsc),
    yoeRating: stepRating(tables.yoe, entries.yoe),
    employerRating: textRating(tables.employer, entries.sector),
    rofRating: stepRating(tables.rof, entries.failures),
    litRating: textRating(tables.lit, entries.litigiousness),
    creditRating: stepRating(tables.credit, entries.creditScore),
    regionRating: textRating(tables.region, region),
    rentalRating: textRating(tables.rental, region),
    ltvRating: stepRating(tables.ltv, entries.ltv),
    sizeOfFirstRating: stepRating(tables.sizeOfFirst, entries.firstMortgage),
    uopRating: textRating(tables.uop, entries.useOfProceeds),
    equityChargeRating: stepRating(tables.equityCharge, value > 0 ? ceilPercent(equityCharges, value) : null),
  };
}

/** A score in integer SCORE_PARTS. */
export function toParts(score: number): number {
  return Math.round(score * SCORE_PARTS);
}

/** The sum of the weighted ratings without debt service coverage, in parts; constant during the rate search. */
export function partsWithoutCoverage(ratings: Ratings): number {
  let parts = 0;
  for (let i = 0; i < RATING_NAMES.length; i++) {
    if (RATING_NAMES[i] !== "DSCRating") parts += toParts(ratings[RATING_NAMES[i]].weighted);
  }
  return parts;
}

/** Each pillar's score: the exact sum of its weighted ratings. */
export function pillarScores(ratings: Ratings): Pillars {
  const sum = (a: Rating, b: Rating, c: Rating) =>
    (toParts(a.weighted) + toParts(b.weighted) + toParts(c.weighted)) / SCORE_PARTS;
  return {
    cashFlowWeight: sum(ratings.DSCRating, ratings.yoeRating, ratings.employerRating),
    willingnessTPScore: sum(ratings.rofRating, ratings.litRating, ratings.creditRating),
    collateralScore: sum(ratings.regionRating, ratings.rentalRating, ratings.ltvRating),
    useOfFundsScore: sum(ratings.sizeOfFirstRating, ratings.uopRating, ratings.equityChargeRating),
  };
}

/** The final score of a sum in parts: 0 to 8, 2 decimals half up. */
export function finalScoreOf(parts: number): number {
  const score = parts / SCORE_PARTS;
  return halfUp(score < MIN_SCORE ? MIN_SCORE : score > MAX_SCORE ? MAX_SCORE : score, 100);
}

/** riskRatingOver, or the final score where it is missing, Nil or -1 (loans specification 5.6). */
export function shownScore(finalScore: number, riskRatingOver: number | string | null | undefined): number {
  if (riskRatingOver == null || riskRatingOver === "") return finalScore;
  const override = Number(riskRatingOver);
  return Number.isNaN(override) || override === -1 ? finalScore : override;
}
