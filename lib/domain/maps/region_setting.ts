/** How the map draws a region (loans specification 3.11). */
import { type MarketColour, stepOf } from "./market_colours.ts";
import type { MarketRating } from "./market_rating.ts";
import { type NumberCell, WEIGHT_CELL } from "../settings/panel.ts";

/** The opacity of a region's own fill (loans specification 3.11: 0 to 1 in steps of 0.01). */
export const COLOUR_WEIGHT: NumberCell = { ...WEIGHT_CELL, key: "colorWeight", label: "Colour weight" };

export interface RegionSetting {
  name: string;
  /** False: outline only. */
  enabled: boolean;
  /** True: filled by the market's rating. Only where the region has reports. */
  predict: boolean;
  /** The fill where `predict` is off. */
  fillColor: MarketColour;
  /** The fill's opacity where `predict` is off: a COLOUR_WEIGHT. */
  colorWeight: number;
}

/** What screens and refusals call each part. */
export const REGION_LABELS: Readonly<Record<string, string>> = {
  enabled: "Coloured",
  predict: "Predict",
  fillColor: "Fill colour",
  colorWeight: COLOUR_WEIGHT.label,
};

/** The default setting of a region: drawn by its market as soon as it has one. */
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
