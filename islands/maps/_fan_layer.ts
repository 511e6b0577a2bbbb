/** Loans on one spot, which no zoom can part: they fan out around it. */
import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import { BANDS } from "../../lib/domain/maps/loan_spots.ts";
import { spotOf } from "./_pin_layer.ts";
import { PinPictures } from "./_pin_pictures.ts";
import type { Colours } from "./_theme.ts";

/** More would cover the map; the list has all. */
const LEGS_MAX = 24;
/** Up to so many stand in a circle, more in a spiral. */
const CIRCLE_MAX = 8;
/** Legs begin outside the ring, whose number they would cross. Pixels. */
const RING = 20;

export interface FanLayer {
  layer: VectorLayer;
  /** Opens around the place of these loans, at a resolution in metres a pixel. */
  open(members: readonly Feature[], resolution: number): void;
  close(): void;
  restyle(): void;
}

export function fanLayer(colours: Colours): FanLayer {
  const source = new VectorSource();
  const pictures = new PinPictures(colours);
  const layer = new VectorLayer({
    source,
    zIndex: 6,
    style: (feature) => {
      const band = feature.get("band");
      if (band === undefined) return new Style({ stroke: new Stroke({ color: colours.ink, width: 1 }) });
      return pictures.pin(BANDS[band]);
    },
  });
  return {
    layer,
    open(members, resolution) {
      source.clear();
      const [x, y] = (members[0].getGeometry() as Point).getCoordinates();
      const spiral = members.length > CIRCLE_MAX;
      members.slice(0, LEGS_MAX).forEach((member, i) => {
        const angle = spiral ? i * 0.62 : i * 2 * Math.PI / members.length;
        const reach = (spiral ? 30 + i * 3.2 : 38) * resolution;
        const at = (distance: number) => [x + Math.sin(angle) * distance, y + Math.cos(angle) * distance];
        const end = at(reach);
        source.addFeature(new Feature(new LineString([at(RING * resolution), end])));
        const { id, counts } = spotOf(member);
        source.addFeature(new Feature({ geometry: new Point(end), band: counts.indexOf(1), loan: id }));
      });
    },
    close: () => source.clear(),
    restyle() {
      pictures.clear();
      layer.changed();
    },
  };
}
