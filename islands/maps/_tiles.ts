/**
 * Tiles above the base map's land: pictures, or one file of vector tiles in our own style. Loaded only where
 * configured.
 */
import TileLayer from "ol/layer/Tile.js";
import VectorTileLayer from "ol/layer/VectorTile.js";
import type ImageTile from "ol/ImageTile.js";
import type OlMap from "ol/Map.js";
import type { LoadFunction } from "ol/Tile.js";
import XYZ from "ol/source/XYZ.js";
import { PMTilesVectorSource } from "ol-pmtiles";
import type { FeatureLike } from "ol/Feature.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import { type Colours, withAlpha } from "./_theme.ts";

/** Above the land, below the areas. */
const PLACE = 1;
/** Width in pixels of a road by its kind. */
const ROADS: Readonly<Record<string, number>> = { highway: 2.4, major_road: 1.6, medium_road: 1.1, minor_road: 0.7 };
const GREEN = new Set(["park", "forest", "wood", "nature_reserve", "grass", "national_park", "protected_area"]);

/** The style of Protomaps' layers in the map's own colours: earth, water, parks, roads, buildings, places. */
function tileStyle(colours: Colours): (feature: FeatureLike, resolution: number) => Style | void {
  const filled = (color: string) => new Style({ fill: new Fill({ color }) });
  return (feature, resolution) => {
    const kind = String(feature.get("kind") ?? feature.get("pmap:kind") ?? "");
    switch (feature.get("layer")) {
      case "earth":
        return filled(colours.land);
      case "water":
        return filled(colours.water);
      case "landuse":
      case "landcover":
        return GREEN.has(kind) ? filled(withAlpha(colours.green, 0.08)) : undefined;
      case "buildings":
        return resolution < 5 ? filled(withAlpha(colours.edge, 0.35)) : undefined;
      case "roads":
      case "transit": {
        const width = ROADS[kind];
        if (!width || (width < 1 && resolution > 20)) return;
        return new Style({ stroke: new Stroke({ color: withAlpha(colours.edge, 0.8), width }) });
      }
      case "places":
        // Municipalities are named by the map itself.
        if (resolution > 40) return;
        return new Style({
          text: new Text({
            text: String(feature.get("name") ?? ""),
            font: '400 12px "Source Sans 3", sans-serif',
            fill: new Fill({ color: colours.label }),
            stroke: new Stroke({ color: colours.halo, width: 3 }),
          }),
        });
    }
  };
}

/** Loads a picture and tells its server the site's origin, since a key may be restricted to it. */
const loadWithOrigin: LoadFunction = (tile, src) => {
  const picture = (tile as ImageTile).getImage() as HTMLImageElement;
  picture.referrerPolicy = "origin";
  picture.src = src;
};

/** Adds the tiles to the map. What fails leaves the base under it. */
export function addTiles(
  map: OlMap,
  tiles: NonNullable<MapGround["tiles"]>,
  colours: Colours,
  onTheme: (run: () => void) => void,
): void {
  if (tiles.kind === "raster") {
    const source = new XYZ({ url: tiles.url, crossOrigin: "anonymous", tileLoadFunction: loadWithOrigin });
    map.addLayer(new TileLayer({ zIndex: PLACE, source }));
  } else {
    const layer = new VectorTileLayer({
      zIndex: PLACE,
      declutter: true,
      source: new PMTilesVectorSource({ url: tiles.url }),
      style: tileStyle(colours),
    });
    map.addLayer(layer);
    onTheme(() => layer.changed());
  }
}
