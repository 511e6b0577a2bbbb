/** What is asked of a Nominatim-compatible geocoder, and which of its answers are taken. */
import assert from "node:assert/strict";
import { geocoderAddress, readGeocoderResponse } from "../../../lib/domain/places/geocoding.ts";
import { isNearAddress } from "../../../lib/domain/places/near_address.ts";

const HOME = { address: "118 Locke St S", city: "Hamilton", postal: "L8P 4A8" };
const FOUND = {
  lat: "43.25311234",
  lon: "-79.8859",
  display_name: "118, Locke Street South, Hamilton, Ontario, Canada",
};
const POINT = { latitude: 43.253112, longitude: -79.8859 };

Deno.test("the address replaces {q}, whole and encoded", () => {
  assert.equal(
    geocoderAddress("https://geo.example/search?q={q}&format=jsonv2", HOME),
    "https://geo.example/search?q=118%20Locke%20St%20S%2C%20Hamilton%2C%20Ontario%20L8P%204A8%2C%20Canada&format=jsonv2",
  );
  assert.equal(
    geocoderAddress("{q}", { address: "1 King & Bay", city: "", postal: "" }),
    "1%20King%20%26%20Bay%2C%20Ontario%2C%20Canada",
  );
});

const ANSWERS: [answer: unknown, point: typeof POINT | null][] = [
  [[FOUND], POINT],
  [[{ ...FOUND, address: { state: "Ontario" } }], POINT],
  [[{ ...FOUND, address: { "ISO3166-2-lvl4": "CA-ON", state: "ON" }, place_rank: 30 }], POINT],
  [[{ ...FOUND, place_rank: 26 }], POINT],
  [[], null],
  [[null], null],
  [["x"], null],
  [[{ ...FOUND, place_rank: 16 }], null],
  [[{ ...FOUND, address: { state: "Québec" } }], null],
  [[{ ...FOUND, display_name: "Hamilton, New Zealand" }], null],
  [[{ ...FOUND, lat: "-37.78", lon: "175.28" }], null],
  [[{ ...FOUND, lat: "NaN" }], null],
  [[{ ...FOUND, lat: "" }], null],
  [[{ ...FOUND, lon: null }], null],
];

Deno.test("an answer counts where it is a street or house of Ontario, on the map", () => {
  for (const [answer, point] of ANSWERS) assert.deepEqual(readGeocoderResponse(answer), point, JSON.stringify(answer));
  for (const broken of [null, "", {}, { error: "Bandwidth limit exceeded" }]) {
    assert.throws(() => readGeocoderResponse(broken));
  }
});

Deno.test("a point is accepted within reach of the address's postal area or municipality", () => {
  assert.ok(isNearAddress(POINT, HOME));
  assert.ok(!isNearAddress({ latitude: 45.42, longitude: -75.7 }, HOME));
  assert.ok(isNearAddress({ latitude: 51.27, longitude: -80.64 }, { address: "1 A St", city: "", postal: "P0L 1W0" }));
  assert.ok(!isNearAddress({ latitude: 45.42, longitude: -75.7 }, { address: "1 A St", city: "Windsor", postal: "" }));
  assert.ok(isNearAddress(POINT, { address: "1 A St", city: "Atlantis", postal: "" }));
});
