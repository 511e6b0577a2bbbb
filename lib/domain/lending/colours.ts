import type { Thresholds } from "./settings.ts";

export type Colour = "green" | "yellow" | "red";
export type Likelihood = "Highly Likely" | "Likely" | "Unlikely";

const LIKELIHOODS: Record<Colour, Likelihood> = { green: "Highly Likely", yellow: "Likely", red: "Unlikely" };

/** The four pillars by their panel names (lending rules 6). */
export type PillarName = "cashFlowWeight" | "willingnessTPScore" | "collateralScore" | "useOfFundsScore";

/**
 * Colour of an analytics figure: strictly above green, yellow or red, tried in this order, else none
 * (loans specification 5.1). Null for a missing figure.
 */
export function thresholdColour(figure: number | null, thresholds: Thresholds): Colour | null {
  if (figure === null) return null;
  if (figure > thresholds.greenScore) return "green";
  if (figure > thresholds.yellowScore) return "yellow";
  return figure > thresholds.redScore ? "red" : null;
}

/** Band of a score: red at or above redScore, yellow at or above yellowScore, else green (loans specification 5.1). */
export function bandOf(score: number, globalScore: Thresholds): Colour {
  if (score >= globalScore.redScore) return "red";
  return score >= globalScore.yellowScore ? "yellow" : "green";
}

/** The likelihood of a band (lending rules 6). */
export function likelihoodOf(band: Colour): Likelihood {
  return LIKELIHOODS[band];
}

/** Colour of an analysis tile (loans specification 9: default management uses half the thresholds of the others). */
export function pillarColour(pillar: PillarName, score: number): Colour {
  const defaultManagement = pillar === "useOfFundsScore";
  if (score > (defaultManagement ? 1 : 1.5)) return "red";
  return score > (defaultManagement ? 0.5 : 1) ? "yellow" : "green";
}
