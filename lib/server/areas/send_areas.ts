/** Sends a version of imported areas as GeoJSON. Its address names all that it is made of, so browsers keep it. */
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { AreaFeature } from "../../domain/maps/area_import.ts";
import { REGIONS } from "../../domain/places/regions.ts";
import { acceptsCoding } from "../assets.ts";
import type { Http } from "../http.ts";
import { type AreaShape, mapShapes } from "../map_shapes.ts";

const compress = promisify(brotliCompress);

const placeOf = (name: string) => {
  const region = REGIONS.find((one) => one.name === name);
  return region && { lat: region.latitude, lon: region.longitude, population: region.population };
};

/** The shapes of imported areas, and of the regions they lack the approximate ones. */
export function shapesWith(features: readonly AreaFeature[]): AreaShape[] {
  const imported = new Map(features.map(({ properties, geometry }) => [properties.name, geometry.coordinates]));
  return mapShapes().areas.map((area) => {
    const polygons = imported.get(area.name);
    return polygons ? { ...area, rings: polygons.map(([outer]) => outer) } : area;
  });
}

/** Answers with a FeatureCollection of all regions; `approximate` marks those that the version lacks. */
export async function sendAreas(c: Http, features: readonly AreaFeature[]): Promise<Response> {
  const there = new Set(features.map(({ properties }) => properties.name));
  const lacking = mapShapes().areas.filter(({ name }) => !there.has(name)).map(({ name, rings }): AreaFeature => ({
    type: "Feature",
    properties: { name, approximate: true },
    geometry: { type: "MultiPolygon", coordinates: rings.map((ring) => [ring]) },
  }));
  const all = [...features, ...lacking].map((feature) => ({
    ...feature,
    properties: { ...feature.properties, ...placeOf(feature.properties.name) },
  }));
  const text = JSON.stringify({ type: "FeatureCollection", features: all });
  const headers = {
    "content-type": "application/geo+json",
    "cache-control": "private, max-age=31536000, immutable",
    "vary": "Accept-Encoding",
  };
  if (!acceptsCoding(c.req.header("accept-encoding") ?? "", "br")) return c.body(text, 200, headers);
  const bytes = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return c.body(new Uint8Array(bytes), 200, { ...headers, "content-encoding": "br" });
}
