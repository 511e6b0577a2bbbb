/**
 * docs/decisions/loan-records.md, Duplicates: case, punctuation, unit forms, street-type abbreviations, postal code.
 */
import assert from "node:assert/strict";
import { normaliseAddress, normalisePostal, sameAddress } from "../../../lib/domain/loans/address.ts";
import fc from "../../support/properties.ts";

const groups: Record<string, string[]> = {
  "12 main street #4": [
    "Unit 4, 12 Main St",
    "12 Main Street #4",
    "4-12 Main St.",
    "4 - 12 MAIN ST",
    "#4 - 12 Main St",
    "#4, 12 Main Street",
    "4, 12 Main St",
    "12 Main St., Apt. 4",
    "12 Main St Unit #4",
    "Suite 4, 12 Main St, Hamilton, ON L8P 1A1",
    "No. 4, 12 Main St",
    "Unit4 12 Main St",
  ],
  "12 main street": ["12 Main St", "12, Main St", "12 MAIN STR.", " 12  main   street "],
  "100 saint clair avenue west": ["100 St. Clair Ave W", "100 Saint Clair Avenue West", "100 St Clair Av. W."],
  "118 locke street south": ["118 Locke St S", "118 Locke Street South, Hamilton, Ontario"],
  "12 1st avenue": ["12 First Ave", "12 1st Avenue"],
  "345 highway 7 east": ["345 Hwy 7 E", "345 Highway 7 East"],
  "88 blue jays way #1204": [
    "1204-88 Blue Jays Way",
    "88 Blue Jays' Way, PH 1204",
    "Maple Tower, 88 Blue Jays Way #1204",
  ],
  "12 main street #b": ["Unit B 12 Main St", "12B Main St".replace("12B", "B-12"), "12 Main St Unit B"],
  "12 main street #upper": ["12 Main St Upper", "12 Main St., Upper"],
  "9 montee saint michel": ["9 Montée St-Michel", "9 MONTEE ST MICHEL"],
  "12 upper middle road": ["12 Upper Middle Rd"],
  "12 unit road": ["12 Unit Rd"],
  "12 1/2 main street": ["12 1/2 Main St"],
};
for (const [expected, forms] of Object.entries(groups)) {
  for (const form of forms) {
    Deno.test(`address: ${form.trim()} is ${expected}`, () => assert.equal(normaliseAddress(form), expected));
  }
}

Deno.test("a city written behind the street without a comma falls away, a street of its name does not", () => {
  assert.equal(normaliseAddress("12 Main St Toronto", "Toronto"), "12 main street");
  assert.equal(normaliseAddress("12 Main St Toronto ON", "Toronto"), "12 main street");
  assert.equal(normaliseAddress("100 Toronto St", "Toronto"), "100 toronto street");
  assert.equal(normaliseAddress("100 Toronto", "Toronto"), "100 toronto");
});

Deno.test("different houses, units, streets and directions stay apart", () => {
  const apart = [
    "12 Main St",
    "21 Main St",
    "12 Main St #4",
    "12 Main St #5",
    "12 Main Rd",
    "12 Main St E",
    "12 Main St W",
    "12A Main St",
    "2-12 Main St",
  ];
  assert.equal(new Set(apart.map((line) => normaliseAddress(line))).size, apart.length);
});

Deno.test("normalising twice changes nothing, for whole addresses and for any text", () => {
  const part = fc.constantFrom(
    "unit",
    "#",
    "4",
    "12",
    "-",
    ",",
    "st",
    "st.",
    "main",
    "ave",
    "w",
    "upper",
    "ste",
    "b",
    "no",
    "rd",
    "/",
    "on",
    "7",
  );
  const lines = fc.oneof(
    fc.array(part, { maxLength: 10 }).map((parts) => parts.join(" ")),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
  fc.assert(
    fc.property(lines, (line) => {
      const once = normaliseAddress(line);
      assert.equal(normaliseAddress(once), once);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("one address: postal codes decide where both are known, else cities", () => {
  const base = { address: "4-12 Main St", city: "Hamilton", postal: "L8P 1A1" };
  assert.ok(sameAddress(base, { address: "12 Main Street, Unit 4", city: "hamilton", postal: "l8p1a1" }));
  assert.ok(sameAddress(base, { address: "12 Main Street, Unit 4", city: "Ancaster", postal: "L8P 1A1" }));
  assert.ok(sameAddress(base, { address: "12 Main Street, Unit 4" }));
  assert.ok(!sameAddress(base, { address: "12 Main Street, Unit 4", city: "Hamilton", postal: "L8P 9Z9" }));
  assert.ok(!sameAddress(base, { address: "12 Main Street, Unit 4", city: "Ottawa" }));
  assert.ok(!sameAddress({ address: "" }, { address: "" }));
  assert.equal(normalisePostal(" l8p-1a1 "), "L8P1A1");
});

Deno.test("a street that has the name of what every object has is a street", () => {
  assert.equal(normaliseAddress("12 Constructor Rd"), "12 constructor road");
  assert.equal(normaliseAddress("12 Constructor"), "12 constructor");
});
