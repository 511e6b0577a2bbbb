import { type CompiledSettings, stepIndex, stepRating } from "./compile.ts";
import { type MonthlyBase, netCoverage } from "./cash_flow.ts";
import { paymentCents, type Structure } from "./payments.ts";
import type { Position } from "./ltv.ts";
import { finalScoreOf, toParts } from "./scoring.ts";

/** The input of the rate search: everything but the rate. */
export interface RateSearch {
  position: Position;
  principal: number;
  structure: Structure;
  base: MonthlyBase;
  /** The score without the debt service rating, in SCORE_PARTS. */
  partsWithoutCoverage: number;
}

/** The column of loan pricing for a position: first mortgages, or all others. */
function rateColumn(tables: CompiledSettings, position: Position): readonly number[] {
  return position === "first" ? tables.firstRates : tables.secondRates;
}

/** The rate of the row with the highest value not above the score. */
export function rateAtScore(tables: CompiledSettings, position: Position, score: number): number {
  return rateColumn(tables, position)[stepIndex(tables.priceScores, score)];
}

/**
 * The suggested rate as a fraction (lending rules 7). From the column's lowest row: score with the payment at
 * this rate and take the looked-up rate while it is higher, at most once for each row.
 */
export function suggestRate(tables: CompiledSettings, question: RateSearch): number {
  const column = rateColumn(tables, question.position);
  let rate = column[0];
  for (let i = 0; i < column.length; i++) {
    const payment = paymentCents(question.principal, rate, question.structure);
    const coverage = stepRating(tables.dsc, netCoverage(question.base, payment));
    const score = finalScoreOf(question.partsWithoutCoverage + toParts(coverage.weighted));
    const looked = rateAtScore(tables, question.position, score);
    if (looked <= rate) break;
    rate = looked;
  }
  return rate;
}
