/** What browsers get of the map's files is every shape of them, in fewer bytes. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { packNumbers, unpackNumbers } from "../../../lib/domain/maps/packed_numbers.ts";
import { packShapes, unpackShapes } from "../../../lib/domain/maps/packed_shapes.ts";

const NAMES = ["kind", "name", "lat", "lon", "population"];
const bytes = (shapes: unknown) => gzipSync(JSON.stringify(shapes)).length;

for (const name of ["ontario-basemap", "ontario-regions"]) {
  Deno.test(`${name} unpacks as it was packed, and takes a third less`, async () => {
    const path = new URL(`../../../static/map/${name}.geojson`, import.meta.url);
    const source = JSON.parse(await Deno.readTextFile(path));
    for (const { properties } of source.features) delete properties.fsas;
    const packed = packShapes(source, NAMES);
    assert.deepEqual(unpackShapes(JSON.parse(JSON.stringify(packed))).features, source.features);
    assert.ok(bytes(packed) < 0.66 * bytes(source), `${bytes(packed)} of ${bytes(source)}`);
  });
}

Deno.test("a line, rings with holes and several polygons keep their types; imported areas stay as they are", () => {
  const ring = [[-79.5, 43.5], [-79.25, 43.5], [-79.25, 43.75], [-79.5, 43.5]];
  const shapes = {
    type: "FeatureCollection" as const,
    features: [["LineString", ring], ["Polygon", [ring, ring]], ["MultiPolygon", [[ring], [ring, ring]]]].map((
      [type, coordinates],
    ) => ({ type: "Feature" as const, properties: { name: "a", more: 1 }, geometry: { type, coordinates } as never })),
  };
  const packed = packShapes(shapes, ["name"]);
  assert.deepEqual(packed.features[0], {
    type: "Feature",
    properties: { name: "a" },
    geometry: { type: "LineString", coordinates: packNumbers([-7950, 4350, 25, 0, 0, 25, -25, -25]) },
  });
  const back = unpackShapes(packed).features.map(({ geometry }) => geometry);
  assert.deepEqual(back, shapes.features.map(({ geometry }) => geometry));
  assert.equal(unpackShapes(shapes), shapes);
});

Deno.test("packed numbers are the same numbers, in letters that JSON writes as they are", () => {
  assert.equal(packNumbers([0, -1, 1, -2, 39, -40, 40]), " !#$pqr ");
  fc.assert(fc.property(fc.array(fc.integer({ min: -(2 ** 49), max: 2 ** 49 })), (values) => {
    const text = packNumbers(values);
    assert.deepEqual(unpackNumbers(text), values);
    assert.equal(JSON.stringify(text).length, text.length + 2);
  }));
});
