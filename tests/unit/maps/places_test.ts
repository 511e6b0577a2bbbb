/** The gazetteer: which region a postal code, a city or a form's choice names, and where it stands. */
import assert from "node:assert/strict";
import { findRegion, ratedRegion, regionNamed } from "../../../lib/domain/places/find_region.ts";
import { geocodeKey } from "../../../lib/domain/places/geocoding.ts";
import { kilometresBetween, onMap } from "../../../lib/domain/places/place.ts";
import { placeCentre } from "../../../lib/domain/places/place_centre.ts";
import { inOntario, postalArea, postalText } from "../../../lib/domain/places/postal_area.ts";
import { POSTAL_CENTRES } from "../../../lib/domain/places/postal_centres.ts";
import { REGIONS, RURAL } from "../../../lib/domain/places/regions.ts";
import { mapShapes } from "../../../lib/server/map_shapes.ts";
import { isInside } from "../../support/rings.ts";

Deno.test("the gazetteer has 80 regions, each name and postal area once", () => {
  const areas = REGIONS.flatMap((region) => region.postalAreas);
  assert.equal(REGIONS.length, 80);
  assert.equal(new Set(REGIONS.map(({ name }) => name)).size, 80);
  assert.equal(new Set(areas).size, areas.length);
  assert.equal(areas.length, 426);
  for (const area of areas) assert.ok(POSTAL_CENTRES.has(area), area);
});

Deno.test("every centre is on the map and its postal area in Ontario", () => {
  for (const [area, [latitude, longitude]] of POSTAL_CENTRES) {
    assert.ok(postalArea(area) === area && inOntario(area), area);
    assert.ok(onMap(latitude, longitude), area);
  }
  for (const { name, latitude, longitude } of REGIONS) assert.ok(onMap(latitude, longitude), name);
});

Deno.test("every centre stands on the base map's land: no pin without an address is in a lake", () => {
  const { land } = mapShapes();
  for (const [area, [latitude, longitude]] of POSTAL_CENTRES) assert.ok(isInside(longitude, latitude, land), area);
  for (const { name, latitude, longitude } of REGIONS) assert.ok(isInside(longitude, latitude, land), name);
});

const POSTAL: [text: string, area: string | undefined][] = [
  ["M5V 2T6", "M5V"],
  ["m5v2t6", "M5V"],
  ["M5V-2T6", "M5V"],
  [" k1a ", "K1A"],
  ["H2X 1Y4", "H2X"],
  ["M5V 2T", undefined],
  ["M5V 2T6 9", undefined],
  ["MSV 2T6", undefined],
  ["D5V 2T6", undefined],
  ["W1A 1A1", undefined],
  ["90210", undefined],
  ["", undefined],
];

Deno.test("a postal code gives its forward sortation area, anything else none", () => {
  for (const [text, area] of POSTAL) assert.equal(postalArea(text), area, text);
});

Deno.test("a whole postal code is printed with capitals and one space, any other text as it is", () => {
  for (const text of ["m5v2t6", "M5V-2t6", " m5v  2T6", "M5V 2T6"]) assert.equal(postalText(text), "M5V 2T6", text);
  for (const text of ["m5v", "M5V 2T", "D5V 2T6", "90210", ""]) assert.equal(postalText(text), text);
});

const FOUND: [postal: string, city: string, region: string, found: string, by: string][] = [
  ["M5V 2T6", "Hamilton", "Ottawa", "Toronto", "postal"],
  ["m1b", "", "", "Toronto", "postal"],
  ["K2K 1A1", "Kanata", "", "Ottawa", "postal"],
  ["L3T 1A1", "Thornhill", "", "Markham", "postal"],
  ["L4J 1A1", "Thornhill", "", "Vaughan", "postal"],
  ["L0H 1J0", "Markham", "", "Markham", "city"],
  ["", "Thornhill", "Markham", "Markham", "city"],
  ["", "Thornhill", "Toronto", "Vaughan", "city"],
  ["", "Thornhill", "", "Vaughan", "city"],
  ["N0E 1A0", "Waterford", "", "Rural", "none"],
  ["N0E 1A0", "Norfolk", "", "Norfolk County", "city"],
  ["L0S 1J0", "Niagara-on-the-Lake", "Rural", "Niagara-on-the-Lake", "city"],
  ["K0K 2T0", "Picton", "Rural", "Prince Edward County", "city"],
  ["", "TORONTO ", "", "Toronto", "city"],
  ["", "Toronto, Ontario", "", "Toronto", "city"],
  ["", "City of Toronto", "", "Toronto", "city"],
  ["", "Scarborough", "", "Toronto", "city"],
  ["", "north york", "", "Toronto", "city"],
  ["", "Orléans", "", "Ottawa", "city"],
  ["", "Stoney-Creek", "", "Hamilton", "city"],
  ["", "Woodbridge", "", "Vaughan", "city"],
  ["", "Bolton", "", "Caledon", "city"],
  ["", "Courtice", "", "Clarington", "city"],
  ["", "Saint Catharines", "", "St. Catharines", "city"],
  ["", "St Thomas", "", "St. Thomas", "city"],
  ["", "Sault Sainte Marie", "", "Sault Ste. Marie", "city"],
  ["", "Sudbury", "", "Greater Sudbury", "city"],
  ["", "La Salle", "", "LaSalle", "city"],
  ["", "Vaughan (Maple)", "", "Vaughan", "city"],
  ["", "Bracebridge, Muskoka", "", "Bracebridge", "city"],
  ["H2X 1Y4", "Montréal", "", "Rural", "none"],
  ["", "Nowhere", "Barrie", "Barrie", "form"],
  ["", "", "sudbury", "Greater Sudbury", "form"],
  ["", "", "Rural", "Rural", "form"],
  ["", "", "Muskoka", "Rural", "none"],
  ["", "", "", "Rural", "none"],
];

Deno.test("a region is found from the postal code, else the city, else the form, else it is Rural", () => {
  for (const [postal, city, region, found, by] of FOUND) {
    assert.deepEqual(findRegion({ postal, city, region }), { region: found, by }, `${postal} ${city} ${region}`);
  }
  assert.deepEqual(findRegion({ postal: null, city: null }), { region: RURAL, by: "none" });
});

Deno.test("every region is found by its own name, whatever its case", () => {
  for (const { name } of REGIONS) {
    assert.equal(regionNamed(name), name);
    assert.equal(regionNamed(` ${name.toUpperCase().replaceAll("-", " ")} `), name);
  }
});

Deno.test("a place is the middle of its postal area, else of its municipality, else nowhere", () => {
  assert.deepEqual(placeCentre({ postal: "K1P 5Z9", city: "Toronto" }), {
    latitude: 45.423,
    longitude: -75.702,
    precision: "postal area",
  });
  assert.equal(placeCentre({ postal: "N0E 1A0", city: "" })?.precision, "postal area");
  assert.deepEqual(placeCentre({ postal: "", city: "Scarborough" }), {
    latitude: 43.6532,
    longitude: -79.3832,
    precision: "municipality",
  });
  assert.equal(placeCentre({ postal: "H2X 1Y4", city: "Montréal" }), undefined);
  assert.equal(placeCentre({}), undefined);
});

Deno.test("Toronto's downtown postal areas lie downtown, around the city's own centre", () => {
  const toronto = { latitude: 43.6532, longitude: -79.3832 };
  for (const letter of "BCEGHJKLSTVX") {
    const { latitude, longitude } = placeCentre({ postal: `M5${letter}` })!;
    assert.ok(kilometresBetween({ latitude, longitude }, toronto) < 2, `M5${letter}`);
  }
  const [m5v, m5t, m5a] = ["M5V", "M5T", "M5A"].map((postal) => placeCentre({ postal })!);
  assert.ok(kilometresBetween(m5v, m5t) < kilometresBetween(m5v, m5a), "M5V is in the west of downtown");
  assert.ok(kilometresBetween(placeCentre({ postal: "M7Y" })!, placeCentre({ postal: "M4M" })!) < 3, "M7Y");
});

const LISTED = ["Toronto", "Sudbury", "Oakville", "Muskoka", "Rural"].map((value) => ({ value }));
const RATED: [postal: string, city: string, region: string, rated: string][] = [
  ["M5V 2T6", "", "Rural", "Toronto"],
  ["", "TORONTO ", "", "Toronto"],
  ["P3E 1A1", "", "Oakville", "Sudbury"],
  ["", "", "Greater Sudbury", "Sudbury"],
  ["L9T 1A1", "Milton", "Oakville", "Milton"],
  ["L9T 1A1", "Milton", "", "Milton"],
  ["L9T 1A1", "Milton", "Rural", "Rural"],
  ["P1L 1A1", "Bracebridge", "Muskoka", "Muskoka"],
  ["P0B 1A0", "Utterson", "Muskoka", "Muskoka"],
  ["", "", "Atlantis", "Atlantis"],
  ["", "", "", ""],
];

Deno.test("a loan is rated by the lender's row of its region, else by a name of the lender's own, else as unknown", () => {
  for (const [postal, city, region, rated] of RATED) {
    assert.equal(ratedRegion({ postal, city, region }, LISTED), rated, `${postal} ${city} ${region}`);
  }
});

const KEYS: [address: string, city: string, postal: string, key: string][] = [
  ["118 Locke St. S", "Hamilton", "L8P 4A8", "118 locke street south|L8P4A8"],
  ["Unit 4, 118 Locke Street South", "Hamilton", "l8p4a8", "118 locke street south|L8P4A8"],
  ["118 Locke Street South, Hamilton, Ontario", "Hamilton", "", "118 locke street south|hamilton"],
  ["Locke Street", "Hamilton", "L8P 4A8", ""],
  ["118 Locke Street", "", "", ""],
];

Deno.test("an address is geocoded once, however it is written and whatever its unit", () => {
  for (const [address, city, postal, key] of KEYS) assert.equal(geocodeKey({ address, city, postal }), key);
});

Deno.test("a city that has the name of what every object has is an unknown city", () => {
  assert.deepEqual(findRegion({ city: "Constructor", region: "Ottawa" }), { region: "Ottawa", by: "form" });
});
