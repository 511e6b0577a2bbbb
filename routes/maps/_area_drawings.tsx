import type { ReactNode } from "react";
import { fittingLabels } from "../../lib/domain/maps/labels.ts";
import { type Frame, frameAround, pathOf, type Ring } from "../../lib/domain/maps/projection.ts";
import { type AreaShape, mapShapes } from "../../lib/server/map_shapes.ts";
import { AreaMap, type DrawnArea } from "../../lib/ui/maps/area_map.tsx";

/** Corners of what each drawing shows, in degrees, and its size in units, two to a pixel. */
const DRAWINGS: readonly { title: string; corners: Ring; width: number; height: number }[] = [
  { title: "Southern Ontario", corners: [[-83.1, 42.1], [-75, 45.5]], width: 1000, height: 680 },
  { title: "Northern Ontario", corners: [[-95, 45.7], [-78.6, 50.4]], width: 1000, height: 680 },
];
const TEXT = 26;

function drawn(areas: readonly AreaShape[], frame: Frame, look: (name: string) => DrawnArea["look"]): DrawnArea[] {
  return areas.map(({ name, rings }) => ({ name, path: pathOf(rings, frame), look: look(name) }))
    .filter(({ path }) => path !== "");
}

/**
 * Areas as two drawings. `before` are those that they would replace, as outlines; `approximate` has the names of rough
 * ones.
 */
export function AreaDrawings(props: {
  areas: readonly AreaShape[];
  before: readonly AreaShape[] | null;
  approximate: ReadonlySet<string>;
}): ReactNode {
  const { areas, before, approximate } = props;
  return (
    <div className="area-drawings">
      {DRAWINGS.map(({ title, corners, width, height }) => {
        const frame = frameAround(corners, width, height);
        const now = drawn(areas, frame, (name) => ({ "data-approximate": approximate.has(name) ? "" : undefined }));
        const old = drawn(before ?? [], frame, () => ({ "data-before": "" }));
        return (
          <AreaMap
            key={title}
            width={width}
            height={height}
            label={`${title}: ${now.length} areas${before ? ", with the outlines of those in force" : ""}`}
            land={pathOf(mapShapes().land, frame)}
            areas={[...now, ...old.map((area) => ({ ...area, name: `${area.name}, in force` }))]}
            labels={fittingLabels(areas, frame, TEXT)}
          />
        );
      })}
    </div>
  );
}
