/** Contracts of loans that were renewed by moving their maturity, before there were contracts (lending rules 12). */
import assert from "node:assert/strict";
import { addMonths, wholeMonths } from "../../../lib/domain/dates.ts";
import { type AgreedTerms, contractTerms } from "../../../lib/domain/lending/contract.ts";
import { balanceAfter } from "../../../lib/domain/lending/payments.ts";
import { storedTerms } from "../../../lib/domain/lending/stored_terms.ts";
import { AGREED_WITHOUT_FEES } from "../../support/agreed_terms.ts";
import fc from "../../support/properties.ts";

const AGREED: AgreedTerms = {
  ...AGREED_WITHOUT_FEES,
  effectiveDate: "2023-03-31",
  lenderFee: 4000,
  brokerFee: 1000,
  apr: 0.158,
};
const AS_OF = "2026-11-22";
const terms = (maturity: string, more: Partial<AgreedTerms> = {}) =>
  storedTerms(contractTerms({ ...AGREED, ...more }), maturity, AS_OF).map((one) =>
    `${one.kind} ${one.effectiveDate} ${one.maturity}`
  );
const FIRST = "commitment 2023-03-31 2024-03-31";

Deno.test("whole months count by the day of the month", () => {
  const pairs = [["2024-01-31", "2024-02-29"], ["2024-01-31", "2024-02-28"], ["2023-03-31", "2026-03-31"], [
    "2024-02-29",
    "2025-02-28",
  ], ["2024-05-10", "2024-05-10"]] as const;
  assert.deepEqual(pairs.map(([from, to]) => wholeMonths(from, to)), [1, 0, 36, 12, 0]);
});

Deno.test("a stored maturity past the term is a renewal that ends on it; on another day it is a reminder's", () => {
  assert.deepEqual(terms("2026-03-31"), [
    FIRST,
    "renewal 2024-03-31 2025-03-31",
    "renewal 2025-03-31 2026-03-31",
  ]);
  // The last term is a whole one; what is left before it is shorter.
  assert.deepEqual(terms("2025-09-30"), [FIRST, "renewal 2024-04-30 2024-09-30", "renewal 2024-09-30 2025-09-30"]);
  // 29 February is twelve months after no day of the year before.
  assert.deepEqual(terms("2028-02-29", { months: 24, effectiveDate: "2024-03-10" }), [
    "commitment 2024-03-10 2026-03-10",
    "renewal 2026-03-29 2028-02-29",
  ]);
  for (const none of ["", "2050-01-01", "2024-03-31", "2024-04-15", "2023-12-01", "soon", "2036-11-23", "9999-12-31"]) {
    assert.deepEqual(terms(none), [FIRST], none);
  }
  assert.equal(terms("2036-11-22").length, 14, "ten years ahead is no mistake yet");
});

Deno.test("to a last of the month that no whole months lead to, the renewal begins where the first contract ends", () => {
  assert.deepEqual(terms("2025-10-31", { effectiveDate: "2024-09-30" }), [
    "commitment 2024-09-30 2025-09-30",
    "renewal 2025-09-30 2025-10-30",
  ]);
  assert.deepEqual(terms("2026-03-31", { effectiveDate: "2025-02-28" }), [
    "commitment 2025-02-28 2026-02-28",
    "renewal 2026-02-28 2026-03-28",
  ]);
  assert.deepEqual(terms("2024-10-31", { months: 1, effectiveDate: "2024-01-31" }), [
    "commitment 2024-01-31 2024-02-29",
    "renewal 2024-02-29 2024-10-29",
  ]);
});

Deno.test("P+I goes on over the rest of its amortisation; a bridge is prolonged at its price a day", () => {
  const [, second, third] = storedTerms(contractTerms({ ...AGREED, structure: "P+I" }), "2026-03-31", AS_OF);
  assert.deepEqual([second.principal, second.amortisation], [balanceAfter(100_000, 0.1, 12), 288]);
  assert.deepEqual([third.principal, third.amortisation, third.lenderFee, third.apr], [
    balanceAfter(100_000, 0.1, 24),
    276,
    0,
    null,
  ]);
  const bridge = { ...AGREED, structure: "Bridge", rate: 0.146, bridgeDays: 60, bridgePrice: 2400 } as const;
  const [prolonged, ...more] = storedTerms(contractTerms({ ...bridge, bridgeMinimum: 1500 }), "2023-07-09", AS_OF);
  // 100,000 x 14.6% / 365 is 40 a day: 4,000 for 100 days.
  assert.deepEqual([more, prolonged.bridgeDays, prolonged.bridgePrice, prolonged.maturity], [
    [],
    100,
    4000,
    "2023-07-09",
  ]);
});

Deno.test("property: stored terms follow each other, and the last ends on the stored maturity", () => {
  const day = fc.record({ months: fc.constantFrom(3, 6, 9, 12, 24), past: fc.integer({ min: 1, max: 60 }) });
  fc.assert(fc.property(day, fc.integer({ min: 1, max: 28 }), ({ months, past }, date) => {
    const effectiveDate = `2022-01-${String(date).padStart(2, "0")}`;
    const maturity = addMonths(effectiveDate, months + past);
    const all = storedTerms(contractTerms({ ...AGREED, effectiveDate, months }), maturity, AS_OF);
    all.slice(1).forEach((one, i) => assert.equal(one.effectiveDate, all[i].maturity));
    assert.deepEqual([all.at(-1)!.maturity, all.length], [maturity, 1 + Math.ceil(past / months)]);
  }));
});
