/** Where the lender lends: the rule of a place, its sentence, and what it refuses (docs/decisions/lending-areas.md). */
import assert from "node:assert/strict";
import defaults from "../../../db/seed/default_settings.json" with { type: "json" };
import { quote, type QuoteArea, type QuoteInput } from "../../../lib/domain/lending/quote.ts";
import {
  areaSentence,
  checkLimit,
  lowerTermsNear,
  termsAt,
  termsOfArea,
} from "../../../lib/domain/lending/lending_areas.ts";
import { lendingAreaName } from "../../../lib/domain/lending/area_names.ts";
import type { AreaRule, LendingArea, LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { POSTAL_CENTRES } from "../../../lib/domain/places/postal_centres.ts";
import { REGIONS } from "../../../lib/domain/places/regions.ts";
import fc from "../../support/properties.ts";

const area = (value: string, rule: AreaRule, maxLtv = 65): LendingArea => ({ value, rule, maxLtv });
const settings = {
  maxLtv: { limit: 80 },
  lendingAreas: [
    area("Timmins", "no"),
    area("P4N", "lower", 60),
    area("Thunder Bay", "lower", 70),
    area("P7A", "lend"),
    area("Rural", "lower", 65),
    area("Kenora", "lower", 90),
  ],
};

/** A place, the sentence, and the limit. */
const PLACES: [what: string, { postal?: string; city?: string; region?: string }, says: string, limit: number][] = [
  ["a region's rule, by its city", { city: "TIMMINS " }, "We do not lend in Timmins", 0],
  ["a postal area's rule before its region's", { postal: "p4n 1a1", city: "Timmins" }, "We lend up to 60% in P4N", 60],
  ["another postal area of that region", { postal: "P4R 1A1" }, "We do not lend in Timmins", 0],
  ["a postal area that is exempt", { postal: "P7A", city: "Thunder Bay" }, "We lend up to 80% in P7A", 80],
  ["a region by the form alone", { region: "Thunder Bay" }, "We lend up to 70% in Thunder Bay", 70],
  [
    "a postal code decides against the city",
    { postal: "P7B 2A1", city: "Timmins" },
    "We lend up to 70% in Thunder Bay",
    70,
  ],
  ["a rural postal area", { postal: "N0E 1A0" }, "We lend up to 65% in rural areas", 65],
  ["a lower limit above the limit", { city: "Kenora" }, "We lend up to 80% in Kenora", 80],
  ["a region without a rule", { postal: "L8P 1A1" }, "We lend up to 80% in L8P", 80],
  ["a city alone, without a rule", { city: "City of Hamilton" }, "We lend up to 80% in Hamilton", 80],
  ["a postal area that nobody knows", { postal: "P9Z 1A1" }, "We lend up to 80% in P9Z", 80],
];
for (const [what, place, says, limit] of PLACES) {
  Deno.test(`${what}: ${says}`, () => {
    const terms = termsAt(place, settings);
    assert.equal(areaSentence(terms), says);
    assert.equal(terms.limit, limit);
  });
}

Deno.test("an unknown place is under no rule, not even the rural one", () => {
  for (const place of [{}, { postal: "", city: "Tornto", region: "" }, { postal: "V5K 0A1" }]) {
    assert.equal(termsAt(place, settings).limit, 80);
  }
});

Deno.test("the limit itself is allowed; above an area's the sentence is the area's, else the general one", () => {
  const at = (ltv: number | null, postal: string) => checkLimit(ltv, { postal }, settings);
  assert.deepEqual(at(60, "P4N"), { limit: 60, refusal: null, byArea: false });
  assert.deepEqual(at(61, "P4N"), { limit: 60, refusal: "We lend up to 60% in P4N", byArea: true });
  assert.deepEqual(at(81, "P4N"), { limit: 60, refusal: "We lend up to 60% in P4N", byArea: false });
  assert.deepEqual(at(80, "L8P"), { limit: 80, refusal: null, byArea: false });
  const general = "We are currently not funding LTV above 80%";
  assert.deepEqual(at(81, "L8P"), { limit: 80, refusal: general, byArea: false });
  assert.deepEqual(at(10, "P4R"), { limit: 0, refusal: "We do not lend in Timmins", byArea: true });
  assert.deepEqual(at(90, "P4R"), { limit: 0, refusal: "We do not lend in Timmins", byArea: false });
  assert.deepEqual(at(null, "P4N"), { limit: 60, refusal: null, byArea: false });
});

Deno.test("settings without rules check the limit alone", () => {
  const plain = { maxLtv: { limit: 75 } };
  assert.deepEqual(checkLimit(75, { city: "Timmins" }, plain), { limit: 75, refusal: null, byArea: false });
  assert.equal(checkLimit(76, {}, plain).refusal, "We are currently not funding LTV above 75%");
  assert.equal(termsOfArea("Timmins", plain), undefined);
});

Deno.test("an area is named as the map names it", () => {
  const names: [string, string | undefined][] = [
    ["n0e", "N0E"],
    ["N0E 1A0", "N0E"],
    ["TORONTO", "Toronto"],
    ["city of hamilton", "Hamilton"],
    ["rural", "Rural"],
    ["V5K", undefined],
    ["Atlantis", undefined],
    ["", undefined],
  ];
  for (const [text, name] of names) assert.equal(lendingAreaName(text), name, text);
});

const rules = fc.uniqueArray(
  fc.record({
    value: fc.constantFrom(...REGIONS.map(({ name }) => name), ...POSTAL_CENTRES.keys(), "Rural"),
    rule: fc.constantFrom<AreaRule>("lend", "lower", "no"),
    maxLtv: fc.integer({ min: 1, max: 100 }),
  }),
  { selector: ({ value }) => value, maxLength: 60 },
);
const postal = fc.constantFrom(...POSTAL_CENTRES.keys());

Deno.test("no area lends above the limit, and a higher LTV is never allowed where a lower one is refused", () => {
  fc.assert(
    fc.property(rules, postal, fc.integer({ min: 1, max: 100 }), fc.nat(120), (lendingAreas, postal, limit, ltv) => {
      const settings = { maxLtv: { limit }, lendingAreas };
      const { limit: here, refusal } = checkLimit(ltv, { postal }, settings);
      assert.ok(here >= 0 && here <= limit);
      if (refusal !== null) assert.notEqual(checkLimit(ltv + 1, { postal }, settings).refusal, null);
    }),
  );
});

Deno.test("a rule affects no postal area but its own", () => {
  fc.assert(fc.property(rules, postal, postal, (lendingAreas, postal, other) => {
    fc.pre(postal !== other);
    const limits = { maxLtv: { limit: 80 }, lendingAreas };
    const without = { ...limits, lendingAreas: lendingAreas.filter(({ value }) => value !== other) };
    assert.deepEqual(termsAt({ postal }, limits), termsAt({ postal }, without));
  }));
});

Deno.test("a shared postal area names the municipalities within reach that have a lower limit, nearest first", () => {
  const lendingAreas = [
    area("Prince Edward County", "lower"),
    area("Belleville", "no"),
    area("Quinte West", "lower", 85),
    area("Timmins", "no"),
  ];
  const limits = { maxLtv: { limit: 80 }, lendingAreas };
  const near = (postal: string, from = limits) => lowerTermsNear(postal, from).map(areaSentence);
  assert.deepEqual(near("K0K 2T0"), ["We lend up to 65% in Prince Edward County", "We do not lend in Belleville"]);
  assert.deepEqual(near("K8N"), [], "a postal area of one municipality has its rule");
  assert.deepEqual(near("N0E"), [], "none is in reach");
  assert.deepEqual(near("Picton"), []);
  assert.deepEqual(near("K0K", { ...limits, lendingAreas: [...lendingAreas, area("K0K", "lend")] }), []);
});

const QUOTE: QuoteInput = {
  type: "first",
  valueOfResidence: 500_000,
  loanAmount: 325_000,
  creditScore: 700,
  bridgeTerm: 60,
  existingFirstMtg: 0,
  existingFirstMtgAmt: 0,
  householdIncome: 120_000,
  yearsOfEmployment: 8,
};
const lender = { ...defaults, ...settings } as LendingSettings;

/** What stands beside a price for a postal code that nobody knows: no order to enter another first. */
const unread = (said: string) =>
  `The price stands, but we could not look up “${said}”. A postal code such as L8P 1A1 adds how much we lend there.`;

Deno.test("a quote with a postal code says what holds there; its price and score stay those of the quote", () => {
  const plain = quote(QUOTE, lender).result!;
  assert.equal("area" in plain, false);
  assert.equal("area" in quote({ ...QUOTE, postal: "" }, lender).result!, false);
  // 325,000 on 500,000 is 65%.
  const cases: [postal: string, area: QuoteArea, likely: boolean][] = [
    ["M5V 2T6", { sentence: "We lend up to 80% in M5V.", limit: 80 }, true],
    ["N0E", { sentence: "We lend up to 65% in rural areas.", limit: 65, band: "yellow" }, true],
    ["P0N", {
      sentence: "We lend up to 65% in rural areas. We do not lend in Timmins.",
      limit: 65,
      band: "yellow",
    }, true],
    ["P4N", { sentence: "We lend up to 60% in P4N.", limit: 60, band: "red" }, false],
    ["P4R", { sentence: "We do not lend in Timmins.", limit: 0, band: "red" }, false],
    ["V5K 0A1", {
      sentence: "We lend in Ontario only: its postal codes begin with K, L, M, N or P.",
      limit: 0,
      band: "red",
    }, false],
    ["12 Main St", { sentence: unread("12 Main St"), limit: 80, unread: true }, true],
    ["P9Z", { sentence: unread("P9Z"), limit: 80, unread: true }, true],
    ["12 Main Street, Hamilton", { sentence: unread("12 Main Street, Hami…"), limit: 80, unread: true }, true],
  ];
  for (const [postal, area, likely] of cases) {
    const { refusal, fits, ...result } = quote({ ...QUOTE, postal }, lender).result!;
    assert.deepEqual([refusal, fits], [
      likely
        ? undefined
        : `An application would be refused. ${area.sentence}${area.limit ? " A loan of $300,000 would fit." : ""}`,
      area.limit === 60 ? 300_000 : undefined,
    ]);
    assert.deepEqual(result, { ...plain, area, scoreMessage: likely ? plain.scoreMessage : "Unlikely" }, postal);
  }
});

Deno.test("a postal code that nobody knows hides no refusal: the general limit holds", () => {
  // 425,000 on 500,000 is 85%.
  const above = { ...QUOTE, loanAmount: 425_000 };
  for (const postal of ["Hamilton", "P9Z"]) {
    const { area, ...priced } = quote({ ...above, postal }, lender).result!;
    assert.deepEqual(priced, quote(above, lender).result!, postal);
    assert.deepEqual([priced.fits, area!.unread], [400_000, true]);
  }
});

Deno.test("a refused bridge names the LTV with the first that stays, which its own figure leaves out", () => {
  // 100,000 on 550,000 is 19%; with the 500,000 that stay it is 110%.
  const bridge = { ...QUOTE, type: "bridge" as const, loanAmount: 100_000, valueOfResidence: 550_000 };
  const { ltv, refusal } = quote({ ...bridge, existingFirstMtgAmt: 500_000 }, lender).result!;
  assert.equal(ltv, 19);
  assert.match(
    refusal!,
    /With the first that stays, the LTV is 110%\. No loan of \$25,000 or more fits these figures\.$/,
  );
  assert.equal(quote(bridge, lender).result!.refusal, undefined);
});
