/** The drawing of a region and its neighbours. */
import { fittingLabels } from "../../lib/domain/maps/labels.ts";
import { frameAround, pathOf } from "../../lib/domain/maps/projection.ts";
import type { outlinesInForce } from "../../lib/features/maps/mod.ts";
import { shapesWith } from "../../lib/server/areas/send_areas.ts";
import { mapShapes } from "../../lib/server/map_shapes.ts";
import { hasApproximate } from "./ground.ts";
import type { InsetShape } from "../../lib/ui/maps/region_inset.tsx";

/** Units of the drawing, two to a pixel at its usual width. */
const WIDTH = 544, HEIGHT = 380, TEXT = 20;
/** The region fills 1 / AIR of the drawing. */
const AIR = 2.3;
const MAX_LABELS = 9;

/** Paths of the areas in view with their colours by month; null for a region without an area ('Rural'). */
export function insetOf(
  inForce: Awaited<ReturnType<typeof outlinesInForce>>,
  region: string,
  steps: ReadonlyMap<string, string>,
): InsetShape | null {
  const areas = shapesWith(inForce?.features ?? []);
  const own = areas.find(({ name }) => name === region);
  if (!own) return null;
  const frame = frameAround(own.rings.flat(), WIDTH, HEIGHT, AIR);
  const drawn = areas.map(({ name, rings }) => ({ name, path: pathOf(rings, frame), steps: steps.get(name) ?? "" }))
    .filter(({ path }) => path !== "");
  return {
    width: WIDTH,
    height: HEIGHT,
    land: pathOf(mapShapes().land, frame),
    areas: drawn,
    approximate: hasApproximate(inForce),
    labels: fittingLabels([own, ...areas.filter((area) => area !== own)], frame, TEXT, MAX_LABELS),
  };
}
