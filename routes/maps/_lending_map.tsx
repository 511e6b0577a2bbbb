import type { ReactNode } from "react";
import { fittingLabels, type Label, thirdOf, withoutCut } from "../../lib/domain/maps/labels.ts";
import { type Frame, frameAround, pathOf, type Position } from "../../lib/domain/maps/projection.ts";
import { type AreaTerms, termsOfArea } from "../../lib/domain/lending/lending_areas.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { POSTAL_CENTRES } from "../../lib/domain/places/postal_centres.ts";
import { mapShapes } from "../../lib/server/map_shapes.ts";
import { AreaMap } from "../../lib/ui/maps/area_map.tsx";

/** Two units are a pixel where the drawing is as wide as the page lets it be. */
const WIDTH = 1440, HEIGHT = 880, NAME_SIZE = 26, NAMES_MOST = 14;
/** How many units of the width phones of 320 to 430 pixels show, by the drawing's height there (lending.css). */
const ON_PHONES = [700, 1010] as const;

/**
 * The corners of what is drawn: the south, where most people live, the north-east, the north-west, and all of the
 * north.
 */
const CORNERS = {
  "southern Ontario": [[-83.6, 41.9], [-74.6, 46.2]],
  "north-eastern Ontario": [[-85.9, 45.75], [-77.3, 49.2]],
  "north-western Ontario": [[-95.38, 47.9], [-87, 50.9]],
  "northern Ontario": [[-95.3, 46.3], [-74.1, 53.5]],
} as const satisfies Record<string, readonly Position[]>;
type Part = keyof typeof CORNERS;
const PARTS = Object.keys(CORNERS) as Part[];

interface Drawing {
  frame: Frame;
  land: string;
  areas: { name: string; path: string }[];
}

const drawings: Partial<Record<Part, Drawing>> = {};

/** A part's drawing without rules, made when it is first asked for. */
function drawingOf(part: Part): Drawing {
  const made = drawings[part];
  if (made) return made;
  const { land, areas: regions } = mapShapes();
  const frame = frameAround(CORNERS[part], WIDTH, HEIGHT);
  const areas = regions.map(({ name, rings }) => ({ name, path: pathOf(rings, frame) })).filter(({ path }) => path);
  return drawings[part] = { frame, land: pathOf(land, frame), areas };
}

const inFrame = ({ x, y }: { x: number; y: number }) => x > 20 && x < WIDTH - 20 && y > 56 && y < HEIGHT - 20;

/** Where a postal area lies in a drawing. */
function spotOf(area: string, { frame }: Drawing): { x: number; y: number } | null {
  const centre = POSTAL_CENTRES.get(area);
  return centre ? { x: Math.round(frame.x(centre[1])), y: Math.round(frame.y(centre[0])) } : null;
}

/** How an area is drawn: as everywhere, lighter and hatched, or grey. */
const look = (terms: AreaTerms | undefined, most: number) => ({
  "data-rule": terms === undefined || terms.limit >= most ? undefined : terms.rule,
});

/** Our lending areas; the postal area that was asked for has a marker, and the map shows the part where it lies. */
export function LendingMap(props: {
  settings: LendingSettings;
  lookedUp: { postalArea: string; region: string | null } | null;
}): ReactNode {
  const { settings, lookedUp } = props;
  const most = settings.maxLtv.limit;
  const shows = (part: Part) => {
    const spot = lookedUp && spotOf(lookedUp.postalArea, drawingOf(part));
    return spot === null || inFrame(spot);
  };
  const part = PARTS.find(shows) ?? "northern Ontario";
  const drawing = drawingOf(part);
  const { frame, land, areas } = drawing;
  const chosen = lookedUp?.region ?? undefined;
  const dots = (settings.lendingAreas ?? []).flatMap(({ value }) => {
    const at = spotOf(value, drawing), terms = termsOfArea(value, settings);
    return at && terms && inFrame(at) ? [{ name: value, ...at, look: { "data-rule": terms.rule } }] : [];
  });
  const marker = lookedUp && spotOf(lookedUp.postalArea, drawing);
  // The town that was asked for is named below its marker, within the frame.
  const half = (chosen ?? "").length * NAME_SIZE * .3;
  const below: Label | null = chosen && marker
    ? { name: chosen, x: Math.max(half, Math.min(marker.x, WIDTH - half)), y: marker.y + NAME_SIZE }
    : null;
  const named = mapShapes().areas.filter(({ name }) => name !== chosen);
  return (
    <AreaMap
      width={WIDTH}
      height={HEIGHT}
      label={`Map of ${part} with our lending areas. The words below it say the same.`}
      land={land}
      areas={areas.map((area) => ({ ...area, look: look(termsOfArea(area.name, settings), most) }))}
      dots={dots}
      labels={withoutCut(
        fittingLabels(named, frame, NAME_SIZE, NAMES_MOST, below),
        NAME_SIZE,
        thirdOf(marker, WIDTH),
        WIDTH,
        ON_PHONES,
      )}
      chosen={chosen}
      marker={marker}
    >
      <defs>
        <pattern id="hatching" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="12" height="12" />
          <path d="M0 0V12" />
        </pattern>
      </defs>
    </AreaMap>
  );
}
