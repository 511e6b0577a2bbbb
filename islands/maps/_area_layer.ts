/** The regions' areas: fill, hatching, outline, and the outline of the one that is pointed at. */
import VectorLayer from "ol/layer/Vector.js";
import type VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import { canvasOf, type Colours, withAlpha } from "./_theme.ts";

/** How an area is drawn. */
export interface AreaLook {
  /** A colour of `Colours`; without it the outline alone. */
  fill?: string;
  /** Opacity, 0 to 1. */
  alpha?: number;
  /** Old figures: lines across. */
  hatched?: boolean;
  /** Pointed at or chosen: a strong outline. */
  strong?: boolean;
  /** Written under the name. */
  note?: string;
}

/** Slanted lines in one colour, as a fill. */
function hatch(colour: string): CanvasPattern {
  const ratio = devicePixelRatio, size = Math.round(7 * ratio);
  const [canvas, pen] = canvasOf(size, size, 1);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.4 * ratio;
  for (const from of [-size, 0, size]) {
    pen.moveTo(from, size);
    pen.lineTo(from + size, 0);
  }
  pen.stroke();
  return pen.createPattern(canvas, "repeat")!;
}

/** The layer of `areas`, drawn by `look`; `restyle` forgets styles that were made of other colours or looks. */
export function areaLayer(
  areas: VectorSource,
  colours: Colours,
  look: (name: string) => AreaLook,
): { layer: VectorLayer; restyle(): void } {
  const made = new Map<string, Style[]>();
  const styleOf = ({ fill, alpha = 0.5, hatched = false, strong = false }: AreaLook): Style[] => {
    const key = `${fill}|${alpha}|${hatched}|${strong}`;
    const known = made.get(key);
    if (known) return known;
    const styles = [
      new Style({
        // An area without a fill is still found under the pointer.
        fill: new Fill({ color: fill ? withAlpha(fill, alpha) : "rgba(0,0,0,0)" }),
        stroke: new Stroke({ color: strong ? colours.accent : colours.edge, width: strong ? 2.5 : 1 }),
        zIndex: strong ? 2 : 1,
      }),
    ];
    if (hatched) styles.push(new Style({ fill: new Fill({ color: hatch(withAlpha(colours.label, 0.4)) }), zIndex: 1 }));
    made.set(key, styles);
    return styles;
  };
  const layer = new VectorLayer({
    source: areas,
    zIndex: 2,
    style: (feature) => styleOf(look(feature.get("name"))),
  });
  return {
    layer,
    restyle() {
      made.clear();
      layer.changed();
    },
  };
}
