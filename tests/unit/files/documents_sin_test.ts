import assert from "node:assert/strict";
import { containsSin, maskSins, passesLuhn, SIN_MASK, withoutSins } from "../../../lib/domain/documents/sin.ts";
import fc from "../../support/properties.ts";

/** 046 454 286 is the number that the government's own explanations of the check digit use: nobody has it. */
const EXAMPLE = "046454286";

Deno.test("the check digit is by the Luhn rule", () => {
  assert.equal(passesLuhn(EXAMPLE), true);
  assert.equal(passesLuhn("046454287"), false);
  assert.equal(passesLuhn("130692544"), true);
});

Deno.test("a social insurance number is masked however it is written", () => {
  for (
    const written of [
      "046454286",
      "046 454 286",
      "046-454-286",
      "046.454.286",
      "046\u00a0454\u00a0286",
      "046\u2013454\u2013286",
      "0 4 6 4 5 4 2 8 6",
      "04-645-42-86",
      "046  -  454  -  286",
    ]
  ) {
    assert.equal(maskSins(`SIN: ${written}, born 1984`), `SIN: ${SIN_MASK}, born 1984`, written);
    assert.equal(maskSins(written), SIN_MASK, written);
    assert.equal(maskSins(`x${written}y`), `x${SIN_MASK}y`, written);
  }
  assert.equal(maskSins("12 046 454 286 and 130692544"), `12 ${SIN_MASK} and ${SIN_MASK}`);
});

Deno.test("a number labelled as one is masked, whatever its check digit", () => {
  assert.equal(maskSins("Social Insurance Number: 123 456 789"), `Social Insurance Number: ${SIN_MASK}`);
  assert.equal(maskSins("S.I.N. 123456789"), `S.I.N. ${SIN_MASK}`);
  assert.equal(maskSins("Account 123 456 789"), "Account 123 456 789");
});

Deno.test("amounts, phones, dates and postal codes stay", () => {
  for (
    const text of ["$1,250,000.00", "905-555-0166", "1 905 555 0166", "2026-11-20", "L8P 4A8", "0464542861", "120,000"]
  ) {
    assert.equal(maskSins(text), text);
    assert.equal(containsSin(text), false);
  }
});

Deno.test("property: in any text, nine digits that pass the check are masked", () => {
  const eight = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 });
  const valid = eight.map((digits) => {
    const start = digits.join("");
    return start + [..."0123456789"].find((last) => passesLuhn(start + last));
  });
  const word = fc.string({ unit: fc.constantFrom(..."abc XYZ:,\n$".split("")), maxLength: 12 });
  fc.assert(fc.property(valid, word, word, fc.constantFrom("", " ", "-", " - "), (sin, before, after, gap) => {
    const written = sin.replace(/^(...)(...)(...)$/, `$1${gap}$2${gap}$3`);
    const masked = maskSins(before + written + after);
    assert.equal(masked, before + SIN_MASK + after);
    assert.deepEqual(withoutSins({ a: [before + written], b: Number(sin) > 99_999_999 ? Number(sin) : null }), {
      a: [before + SIN_MASK],
      b: Number(sin) > 99_999_999 ? SIN_MASK : null,
    });
  }));
});
