/** How the map draws a region (loans specification 3.11). */
import { type MarketColour, stepOf } from "./market_colours.ts";
import type { MarketRating } from "./market_rating.ts";

export interface RegionSetting {
  name: string;
  /** False: outline only. */
  enabled: boolean;
  /** True: filled by the market's rating. Only where the region has reports. */
  predict: boolean;
  /** The fill where `predict` is off. */
  fillColor: MarketColour;
  /** The fill's opacity where `predict` is off, 0 to 1 in steps of 0.01. */
  colorWeight: number;
}

/** A region that nobody has set yet: drawn by its market as soon as it has one. */
export const defaultSetting = (name: string): RegionSetting => ({
  name,
  enabled: true,
  predict: true,
  fillColor: "Sand",
  colorWeight: 0.4,
});

/** A region without data has predict forced off (loans specification 4.9). */
export const withForcedPredict = <S extends RegionSetting>(setting: S, hasData: boolean): S =>
  hasData ? setting : { ...setting, predict: false };

/** What the map fills a region with: step 0 is no colour (no data, or outline only), weight the opacity. */
export interface RegionFill {
  step: number;
  weight: number;
}

/** The fill by a setting and the market's rating, null where there is none. */
export function fillOf(setting: Omit<RegionSetting, "name">, rating: MarketRating | null): RegionFill {
  if (!setting.enabled) return { step: 0, weight: 0 };
  if (!setting.predict) return { step: stepOf(setting.fillColor), weight: setting.colorWeight };
  return rating ? { step: rating.step, weight: rating.weight } : { step: 0, weight: 0 };
}
