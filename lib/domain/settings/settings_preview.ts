import type { Colour } from "../lending/colours.ts";
import type { Figures } from "../loans/outdated.ts";

/** The most loans that a preview lists. */
export const PREVIEW_MAX = 200;

/** A loan's underwriting result. */
export interface Outcome extends Figures {
  suggestedRate: number;
  band: Colour;
  /** The sentence that a submission would be refused with; null within the limits. */
  refusal: string | null;
}

/** A pending loan that would change. */
export interface MovedLoan {
  id: number;
  clientCode: string;
  /** The shown score that it was last saved with, which the list has. */
  saved: number;
  /** Under the settings in force, and under the edit. */
  before: Outcome;
  after: Outcome;
}

/** What edited settings or an edited form would do to the pending loans. */
export interface SettingsPreview {
  /** Number of pending loans computed. */
  loans: number;
  /** Number of loans that change at all, and in band, score and rate. */
  changed: number;
  bands: number;
  scores: number;
  rates: number;
  /** Number of loans that change score or rate, but not band. */
  rescored: number;
  /** Number of loans that fall outside the limits, and that come within them. */
  refused: number;
  allowed: number;
  /** Changes of band by direction. */
  moves: { from: Colour; to: Colour; count: number }[];
  /** The changed loans: changes of band first, then of the limits, then by change of score. At most PREVIEW_MAX. */
  list: MovedLoan[];
  warnings: string[];
}
