/** The rectangle that loans are limited to: drawn with the pointer, shown dashed. */
import Feature from "ol/Feature.js";
import { fromExtent } from "ol/geom/Polygon.js";
import DragBox from "ol/interaction/DragBox.js";
import VectorLayer from "ol/layer/Vector.js";
import type OlMap from "ol/Map.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type { Extent } from "../../lib/domain/maps/extent.ts";
import { toDegrees, toMap } from "./_base_map.ts";
import { type Colours, withAlpha } from "./_theme.ts";

export interface BoxTool {
  layer: VectorLayer;
  /** Shows a rectangle; null for none. */
  show(extent: Extent | null): void;
  /** Whether the pointer draws one in place of moving the map. */
  draw(on: boolean): void;
  isDrawing(): boolean;
  restyle(): void;
}

export function boxTool(map: OlMap, colours: Colours, drew: (extent: Extent) => void): BoxTool {
  const source = new VectorSource();
  const layer = new VectorLayer({
    source,
    zIndex: 7,
    style: () =>
      new Style({
        fill: new Fill({ color: withAlpha(colours.accent, 0.06) }),
        stroke: new Stroke({ color: colours.accent, width: 2, lineDash: [6, 4] }),
      }),
  });
  // The box that is being drawn is an element of its own, styled by the page.
  const drag = new DragBox({ className: "map-box" });
  drag.setActive(false);
  map.addInteraction(drag);
  const draw = (on: boolean) => {
    drag.setActive(on);
    map.getTargetElement()?.toggleAttribute("data-drawing", on);
  };
  drag.on("boxend", () => {
    const extent = toDegrees(drag.getGeometry().getExtent());
    draw(false);
    drew(extent);
  });
  return {
    layer,
    show(extent) {
      source.clear();
      if (extent) source.addFeature(new Feature(fromExtent(toMap(extent))));
    },
    draw,
    isDrawing: () => drag.getActive(),
    restyle: () => layer.changed(),
  };
}
