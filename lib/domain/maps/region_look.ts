/** How the map draws a region in a month (docs/maps.md, "How a market is rated"). */
import { OUTDATED_MONTHS } from "./market_report.ts";
import type { RegionFill } from "./region_setting.ts";

/** A region's market as the map needs it. */
export interface RegionMarket {
  name: string;
  /** A digit a month: 0 without a rating, else the colour's step from 1 (strong) to 5 (weak). */
  steps: string;
  /** Position of the newest report among the months, below 0 where it is older than all of them; null without one. */
  reported: number | null;
  /** Today's step, 0 without data. */
  step: number;
  /** The rating with two decimals; null without data. */
  rating: number | null;
  /** The market in a word: `Firm`, or `No data`. */
  word: string;
  /** What a card says besides: `Seller market, 23 days`, or the specification's sentence for a region without data. */
  line: string;
  /** The newest report is older than 6 months (loans specification 4.9). */
  outdated: boolean;
  /** Outline only. */
  off: boolean;
  /** The region's own step and weight, where its market is not to colour it. */
  own: RegionFill | null;
}

/** The look of a region: nothing but its outline, or a fill; `weight` is null where the step's own counts. */
export interface RegionLook {
  /** Null for the outline alone, 0 for no data. */
  step: number | null;
  weight: number | null;
  /** Old figures, drawn with lines across. */
  hatched: boolean;
}

/** The look of a region in a month, by its position among the months; the last is today's, which knows the day. */
export function lookInMonth(market: RegionMarket, month: number): RegionLook {
  const { off, own, outdated, reported, steps } = market;
  if (off) return { step: null, weight: null, hatched: false };
  const isToday = month === steps.length - 1;
  const hatched = reported !== null && (isToday && outdated || month - reported > OUTDATED_MONTHS);
  return own ? { ...own, hatched } : { step: Number(steps[month] ?? 0), weight: null, hatched };
}
