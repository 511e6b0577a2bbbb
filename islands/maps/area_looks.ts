import { exposureClass } from "../../lib/domain/maps/exposure.ts";
import type { RegionExposure } from "../../lib/domain/maps/loan_spots.ts";
import { lookInMonth, type RegionMarket } from "../../lib/domain/maps/region_look.ts";
import type { MapMode } from "../../lib/schemas/maps/loan_map.ts";
import { compact } from "../../lib/ui/charts/geometry.ts";
import type { AreaLook } from "./_area_layer.ts";
import type { Colours } from "./_theme.ts";

/** Opacity of an area with our money, and without. */
const MONEY_ALPHA = 0.82, NO_MONEY_ALPHA = 0.35;
/** Opacity of the areas around a loan's own. */
const OTHERS_ALPHA = 0.35;

/** What decides how the areas look. */
export interface LookFacts {
  mode: MapMode;
  month: number;
  markets: ReadonlyMap<string, RegionMarket>;
  /** Opacity of each step. */
  weights: readonly number[];
  exposures: ReadonlyMap<string, RegionExposure>;
  limits: readonly number[];
}

/** The look of a region by its market in a month; no data where `market` is undefined. */
function marketLook(
  market: RegionMarket | undefined,
  month: number,
  { colours, weights }: { colours: Colours; weights: readonly number[] },
): AreaLook {
  if (!market) return { fill: colours.market[0], alpha: weights[0] };
  const { step, weight, hatched } = lookInMonth(market, month);
  if (step === null) return {};
  return { fill: colours.market[step], alpha: weight ?? weights[step], hatched };
}

/**
 * The look of each area on a loan's map: its own region as today's market draws it, strongly outlined, the others pale.
 */
export function placeLooks(
  facts: { region: string; market: RegionMarket | null; weights: readonly number[] },
  colours: Colours,
): (name: string) => AreaLook {
  const { region, market, weights } = facts;
  return (name) =>
    name === region
      ? { ...marketLook(market ?? undefined, (market?.steps.length ?? 0) - 1, { colours, weights }), strong: true }
      : { fill: colours.market[0], alpha: OTHERS_ALPHA };
}

/** The look of each area, in the colours of the theme at the time it is drawn. */
export function areaLooks(facts: LookFacts, { colours }: { colours: Colours }): (name: string) => AreaLook {
  const { mode, month, markets, weights, exposures, limits } = facts;
  if (mode === "heat") return () => ({});
  if (mode === "exposure") {
    return (name) => {
      const own = exposures.get(name);
      return {
        fill: colours.exposure[exposureClass(own?.amount ?? 0, limits)],
        alpha: own ? MONEY_ALPHA : NO_MONEY_ALPHA,
        note: own && `$${compact(own.amount)}`,
      };
    };
  }
  return (name) => marketLook(markets.get(name), month, { colours, weights });
}
