/** What the map of loans is opened with. */
import type { Extent } from "./extent.ts";
import type { LoanSpots, RegionExposure } from "./loan_spots.ts";
import type { RegionMarket } from "./region_look.ts";

/** The loans of the filters in figures. Whole dollars, degrees. */
export interface LoanMapSummary {
  loans: number;
  amount: number;
  /** How many of each band, in the order of BANDS. */
  bands: [number, number, number];
  /** Loans that no address or postal code places. */
  unplaced: number;
  /** Regions with loans, the most money first. */
  regions: RegionExposure[];
  /** What to show first, on a desk and on a phone, and what holds them all; null without placed loans. */
  around: { wide: Extent; narrow: Extent; all: Extent } | null;
}

/** The summary with what the map draws. */
export interface LoanMapData extends LoanMapSummary {
  spots: LoanSpots;
}

/** The markets of all regions, by month. */
export interface Markets {
  /** `Nov 2026`, oldest first. */
  months: string[];
  regions: RegionMarket[];
  /** Opacity of each step, 0 (no data) to 5. */
  weights: number[];
}
