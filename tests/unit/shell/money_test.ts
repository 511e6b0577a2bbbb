/** Lending rules 1: half up to the cent, once. Loans specification 9: how amounts and rates are shown. */
import assert from "node:assert/strict";
import {
  ceilPercent,
  countText,
  halfUp,
  money,
  moneyWithCents,
  newestText,
  parseNumber,
  percent,
  roundCents,
  scoreText,
  toCents,
} from "../../../lib/domain/money.ts";
import fc from "../../support/properties.ts";

Deno.test("a count has its thousands apart, as Intl writes it", () => {
  fc.assert(fc.property(fc.nat(), (count) => assert.equal(countText(count), count.toLocaleString("en-CA"))));
});

const rounded: [number, number][] = [
  // Values whose binary fraction lies just under the half.
  [1.005, 1.01],
  [2.675, 2.68],
  [1.115, 1.12],
  [0.285, 0.29],
  [1.004, 1],
  [0.0049, 0],
  [-0.004, 0],
  [-1.005, -1],
  [1831.0416666, 1831.04],
  [8_550_000.125, 8_550_000.13],
];
for (const [value, expected] of rounded) {
  Deno.test(`half up to the cent: ${value} is ${expected}`, () => assert.equal(roundCents(value), expected));
}

Deno.test("half up agrees with integer arithmetic on every amount of thousandths", () => {
  fc.assert(fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (thousandths) => {
    assert.equal(toCents(thousandths / 1000), Math.floor((thousandths + 5) / 10));
  }));
});

Deno.test("half up never moves a value by more than half a unit, and leaves rounded values alone", () => {
  fc.assert(fc.property(fc.double({ min: -1e8, max: 1e8, noNaN: true }), (value) => {
    const once = halfUp(value, 100);
    assert.ok(Math.abs(once - value) <= 0.005 + 1e-6);
    assert.equal(halfUp(once, 100), once);
  }));
});

Deno.test("275,000 of 500,000 is 55 percent although floating point says 56 (lending rules 1)", () => {
  assert.equal(Math.ceil((275_000 / 500_000) * 100), 56);
  assert.equal(ceilPercent(275_000, 500_000), 55);
});

Deno.test("the rounded-up percentage equals exact integer arithmetic", () => {
  const dollars = fc.integer({ min: 0, max: 2_000_000_000 });
  fc.assert(fc.property(dollars, fc.integer({ min: 1, max: 2_000_000_000 }), (part, whole) => {
    const exact = (BigInt(part) * 100n + BigInt(whole) - 1n) / BigInt(whole);
    assert.equal(BigInt(ceilPercent(part, whole)), exact);
  }));
});

Deno.test("amounts: thousands separators, no decimals, a true minus sign", () => {
  const shown = [0, 7, 999, 1000, 1234.5, 120000, 1234567, -300, -0.4, -1875.5].map(money);
  assert.deepEqual(shown, [
    "$0",
    "$7",
    "$999",
    "$1,000",
    "$1,235",
    "$120,000",
    "$1,234,567",
    "\u2212$300",
    "$0",
    "\u2212$1,875",
  ]);
  assert.equal(money(null), "");
  assert.equal(moneyWithCents(-1234.5), "\u2212$1,234.50");
  assert.equal(moneyWithCents(0.005), "$0.01");
});

Deno.test("amounts read like the platform's own number format", () => {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
  fc.assert(fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (n) => assert.equal(money(n), format.format(n))));
});

Deno.test("rates are fractions shown as percentages with 2 decimals", () => {
  assert.equal(percent(0.1099), "10.99%");
  assert.equal(percent(0.0799), "7.99%");
  assert.equal(percent(0.35, 0), "35%");
  assert.equal(percent(0.10125), "10.13%");
  assert.equal(percent(-0.005), "\u22120.50%");
  assert.equal(percent(null), "");
  assert.equal(scoreText(2.4), "2.40");
  assert.equal(scoreText(-1.5), "\u22121.50");
});

Deno.test("entered numbers lose commas, spaces and dollar signs (loans specification 5.5)", () => {
  assert.equal(parseNumber(" $1,250,000 "), 1_250_000);
  assert.equal(parseNumber("2.5"), 2.5);
  assert.equal(parseNumber("-12"), -12);
  assert.equal(parseNumber("9007199254740991"), Number.MAX_SAFE_INTEGER);
  for (
    const bad of ["", " ", "abc", "1e9", "0x10", "1.2.3", "12 months", "9007199254740992", null, undefined, NaN, {}]
  ) {
    assert.equal(parseNumber(bad), null, String(bad));
  }
});

Deno.test("a long text that is no number is known in one pass, where a quote's held the portal for seconds", () => {
  // In a pass for each digit this takes minutes.
  assert.equal(parseNumber("1".repeat(1_000_000) + "x"), null);
});

Deno.test("a list that is a part says of how many, one that has all says nothing", () => {
  assert.equal(newestText(50, 50), "");
  assert.equal(newestText(50, 1250), "The newest 50 of 1,250.");
});
