import type { Thresholds } from "../lending/settings.ts";

/** A range of scores: `from` inclusive, `to` exclusive. */
export interface ScoreRange {
  from: number;
  to: number;
}

/** The scores of a colour band, as `bandOf` assigns them (loans specification 5.1). */
export function scoresOf(colour: "green" | "yellow" | "red", { yellowScore, redScore }: Thresholds): ScoreRange {
  if (colour === "red") return { from: redScore, to: Infinity };
  if (colour === "yellow") return { from: yellowScore, to: redScore };
  return { from: -Infinity, to: Math.min(yellowScore, redScore) };
}
