/** The map without a network: water, land and borders, the regions' areas, their names. Tiles lie above the land. */
import Feature from "ol/Feature.js";
import GeoJSON from "ol/format/GeoJSON.js";
import Point from "ol/geom/Point.js";
import { getCenter } from "ol/extent.js";
import { defaults as interactions } from "ol/interaction/defaults.js";
import VectorLayer from "ol/layer/Vector.js";
import OlMap from "ol/Map.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import View from "ol/View.js";
import { type Extent, ONTARIO, SOUTHERN_ONTARIO } from "../../lib/domain/maps/extent.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import { unpackShapes } from "../../lib/domain/maps/packed_shapes.ts";
import { areaLayer, type AreaLook } from "./_area_layer.ts";
import { nameLayers } from "./_name_layers.ts";
import { putOnPaper } from "./_paper.ts";
import { onTheme } from "../../lib/client/on_theme.ts";
import { type Colours, readColours } from "./_theme.ts";

/** Degrees as the map's own metres, and back. */
export const toMap = (extent: Extent): number[] => transformExtent([...extent], "EPSG:4326", "EPSG:3857");
export function toDegrees(extent: readonly number[]): Extent {
  const [west, south, east, north] = transformExtent([...extent], "EPSG:3857", "EPSG:4326");
  return [west, south, east, north];
}
export const toPoint = (longitude: number, latitude: number): number[] => fromLonLat([longitude, latitude]);
export const toPlace = (point: readonly number[]): [longitude: number, latitude: number] => {
  const [longitude, latitude] = toLonLat([...point]);
  return [longitude, latitude];
};

export interface BaseMap {
  map: OlMap;
  areas: VectorSource;
  areaLayer: VectorLayer;
  colours: Colours;
  /** Land, areas and the names' font are here. Rejects where they cannot be loaded. */
  ready: Promise<void>;
  /** Draws areas and names again; with a function, from now on by it. */
  draw(look?: (name: string) => AreaLook): void;
  /** Calls `run` after the colours changed. */
  onTheme(run: () => void): void;
  close(): void;
}

const format = new GeoJSON({ featureProjection: "EPSG:3857" });

async function read(url: string): Promise<Feature[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return format.readFeatures(unpackShapes(await response.json()));
}

/** Where an area's name stands: its own place, else its middle. */
function nameOf(area: Feature): Feature {
  const { name, lat, lon, population } = area.getProperties();
  const at = lon === undefined ? getCenter(area.getGeometry()!.getExtent()) : toPoint(lon, lat);
  return new Feature({ geometry: new Point(at), name, population });
}

/** Makes the map in `target`, which must have a size. */
export function baseMap(target: HTMLElement, ground: MapGround, maxZoom = 16): BaseMap {
  const land = new VectorSource(), areas = new VectorSource(), places = new VectorSource();
  const colours = readColours();
  let look: (name: string) => AreaLook = () => ({});
  const drawnAreas = areaLayer(areas, colours, (name) => look(name));
  const names = nameLayers(places, colours, (name) => look(name).note);
  const landLayer = new VectorLayer({
    source: land,
    style: (feature) =>
      feature.get("kind") === "border"
        ? new Style({ stroke: new Stroke({ color: colours.border, width: 1, lineDash: [5, 4] }) })
        : new Style({ fill: new Fill({ color: colours.land }) }),
  });
  const map = new OlMap({
    target,
    controls: [],
    interactions: interactions({ altShiftDragRotate: false, pinchRotate: false, shiftDragZoom: false }),
    layers: [landLayer, drawnAreas.layer, ...names.layers],
    view: new View({
      extent: toMap(ONTARIO),
      showFullExtent: true,
      minZoom: 4,
      maxZoom,
      enableRotation: false,
      center: toPoint(-79.6, 43.9),
      zoom: 7,
    }),
  });
  map.getView().fit(toMap(SOUTHERN_ONTARIO));

  // Without its font a label would be as wide as in another one.
  const font = document.fonts.load('600 12px "Source Sans 3"').catch(() => []);
  const ready = Promise.all([read(ground.land), read(ground.areas), font]).then(([shapes, regions]) => {
    land.addFeatures(shapes);
    for (const region of regions) region.setId(region.get("name"));
    areas.addFeatures(regions);
    places.addFeatures(regions.map(nameOf));
  });

  const listeners: (() => void)[] = [];
  const draw: BaseMap["draw"] = (next) => {
    if (next) look = next;
    landLayer.changed();
    drawnAreas.restyle();
    names.restyle();
  };
  const stop = onTheme(() => {
    Object.assign(colours, readColours());
    draw();
    for (const run of listeners) run();
    map.renderSync();
  });
  const stopPaper = putOnPaper(target, colours);
  if (ground.tiles) {
    const { tiles } = ground;
    import("./_tiles.ts").then(({ addTiles }) => addTiles(map, tiles, colours, (run) => listeners.push(run))).catch((
      error,
    ) => console.warn("The map's tiles are not shown:", error));
  }
  return {
    map,
    areas,
    areaLayer: drawnAreas.layer,
    colours,
    ready,
    draw,
    onTheme: (run) => void listeners.push(run),
    close() {
      stop();
      stopPaper();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}
