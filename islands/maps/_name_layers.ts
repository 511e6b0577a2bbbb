/** Names of places, which appear as the map comes near enough for a place of their size and give way to each other. */
import VectorLayer from "ol/layer/Vector.js";
import type VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { Colours } from "./_theme.ts";

const FONT = '"Source Sans 3", sans-serif';
/** Places with more people are always named; larger ones in larger letters. */
const ALWAYS = 500_000, LARGE = 400_000;
/** People that a place needs to be named, for each square metre of a pixel. */
const PEOPLE_PER_PIXEL = 0.06;
/** From this resolution on (metres a pixel) rings stand on the places themselves: their names go below them. */
const FAR = 120;

/** The layers of `places` (`name`, `population`); `note` is written under a name. */
export function nameLayers(
  places: VectorSource,
  colours: Colours,
  note: (name: string) => string | undefined,
): { layers: VectorLayer[]; restyle(): void } {
  const made = new Map<string, Style>();

  function styleOf(name: string, population: number, resolution: number, always: boolean): Style | undefined {
    const below = note(name);
    // The largest have a layer of their own: pins stand in the way of the others.
    if (always !== (population > ALWAYS && !below)) return;
    if (population < resolution * resolution * PEOPLE_PER_PIXEL) return;
    const large = population > LARGE, far = always && resolution > FAR;
    const key = `${name}|${below}|${far}`;
    const known = made.get(key);
    if (known) return known;
    const size = large ? 13 : 12;
    const style = new Style({
      text: new Text({
        text: below ? [name, `600 ${size}px ${FONT}`, "\n", "", below, `400 12px ${FONT}`] : name,
        font: `${large ? 600 : 500} ${size}px ${FONT}`,
        fill: new Fill({ color: colours.label }),
        stroke: new Stroke({ color: colours.halo, width: 3.5 }),
        offsetY: below ? 0 : far ? 40 : 14,
      }),
      zIndex: population / 1000,
    });
    made.set(key, style);
    return style;
  }

  const layer = (declutter: true | string, always: boolean) =>
    new VectorLayer({
      source: places,
      declutter,
      zIndex: 4,
      style: (feature, resolution) => styleOf(feature.get("name"), feature.get("population") ?? 0, resolution, always),
    });
  const layers = [layer(true, false), layer("cities", true)];
  return {
    layers,
    restyle() {
      made.clear();
      for (const one of layers) one.changed();
    },
  };
}
