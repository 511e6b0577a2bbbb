import type { Thresholds } from "../lending/settings.ts";

/** The scores of a colour: `from` and up, below `to`. */
export interface ScoreRange {
  from: number;
  to: number;
}

/** The scores that `bandOf` gives a colour: red from the red threshold, yellow from the yellow one, else green (spec 001, section 5.1). */
export function scoresOf(colour: "green" | "yellow" | "red", { yellowScore, redScore }: Thresholds): ScoreRange {
  if (colour === "red") return { from: redScore, to: Infinity };
  if (colour === "yellow") return { from: yellowScore, to: redScore };
  return { from: -Infinity, to: Math.min(yellowScore, redScore) };
}
