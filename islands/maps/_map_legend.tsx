import type { ReactNode } from "react";
import { COLOURS, WORDS } from "../../lib/domain/maps/market_colours.ts";
import type { MapMode } from "../../lib/schemas/maps/loan_map.ts";
import { Band } from "../../lib/ui/band.tsx";
import { markText } from "../../lib/ui/charts/geometry.ts";
import { Icon } from "../../lib/ui/icon.tsx";

const TITLES: Record<MapMode, string> = {
  market: "Market rating",
  exposure: "Our money, by region",
  heat: "Where our money is",
};

/** What the map's colours and shapes mean. `limits` are those between the classes of money. */
export function MapLegend(props: { mode: MapMode; limits: readonly number[]; open: boolean }): ReactNode {
  const { mode, limits, open } = props;
  const money = mode === "heat"
    ? ["less", "", "", "", "more"]
    : ["some", ...limits.map((limit) => `≥${markText(limit)}`)];
  return (
    <details className="on-map map-legend" open={open}>
      <summary>
        {TITLES[mode]}
        <Icon name="chevron-down" />
      </summary>
      <div>
        {mode === "market"
          ? (
            <>
              <ol className="ramp" aria-label="Colours of the areas, strong to weak">
                {COLOURS.map((colour, i) => <li key={colour} data-step={i + 1}>{WORDS[colour]}</li>)}
              </ol>
              <p className="row">
                <span className="market-word">
                  <span className="swatch" data-step={0} data-old />Outdated
                </span>
                <span className="market-word">
                  <span className="swatch" data-step={0} />No data
                </span>
                <span className="market-word">
                  <span className="swatch" data-off />Off
                </span>
              </p>
              <p className="row">
                {(["green", "yellow", "red"] as const).map((band) => <Band key={band} band={band} />)}
              </p>
            </>
          )
          : (
            <ol className="ramp" aria-label="Colours of the map, little to much money">
              {money.map((text, i) => <li key={i} data-class={i + 1}>{text || "\u00a0"}</li>)}
            </ol>
          )}
      </div>
    </details>
  );
}
