import type { ReactNode } from "react";
import type { Label } from "../../domain/maps/labels.ts";
import type { RegionFill } from "../../domain/maps/region_setting.ts";
import { AreaMap } from "./area_map.tsx";

/** A drawing of a region and its neighbours: paths in its own units, and each area's colour as a digit a month. */
export interface InsetShape {
  width: number;
  height: number;
  land: string;
  areas: { name: string; path: string; steps: string }[];
  labels: Label[];
  /** True where areas are not official boundaries. */
  approximate: boolean;
}

/** The fill's opacity of the areas around. */
const NEIGHBOUR = 0.55;
const OLD = "old-figures";

/**
 * The region as the map would draw it now, with lines across where it is `outdated`, its neighbours as their markets
 * were in the month at `month`.
 */
export function RegionInset(props: {
  shape: InsetShape;
  region: string;
  fill: RegionFill;
  month: number;
  outdated: boolean;
}): ReactNode {
  const { shape: { areas, approximate, ...drawing }, region, fill, month, outdated } = props;
  return (
    <div className="inset">
      <AreaMap
        {...drawing}
        label={`${region} and its neighbours, coloured by market`}
        chosen={region}
        areas={areas.map(({ name, path, steps }) => ({
          name,
          path,
          look: { "data-step": name === region ? fill.step : steps[month] },
          opacity: name === region ? fill.weight : NEIGHBOUR,
          pattern: name === region && outdated ? OLD : undefined,
        }))}
      >
        <defs>
          <pattern id={OLD} width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V14" stroke="currentColor" strokeOpacity="0.4" strokeWidth="5" />
          </pattern>
        </defs>
      </AreaMap>
      {approximate && <a className="small" href="/dashboard/maploans/areas">Approximate areas</a>}
    </div>
  );
}
