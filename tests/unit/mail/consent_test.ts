/** Consent that business implies, and until when (docs/decisions/mail-consent.md). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { addDays } from "../../../lib/domain/dates.ts";
import { type Basis, impliedBy, impliedSince, impliedUntil, standingOn } from "../../../lib/domain/mail/consent.ts";

Deno.test("a deal implies consent for two years, an inquiry for six months, to the end of a shorter month", () => {
  const cases: [Basis, string, string][] = [
    ["deal", "2026-11-22", "2028-11-22"],
    ["deal", "2024-02-29", "2026-02-28"],
    ["inquiry", "2026-11-22", "2027-05-22"],
    ["inquiry", "2026-08-31", "2027-02-28"],
    ["inquiry", "2027-08-31", "2028-02-29"],
  ];
  for (const [basis, day, until] of cases) assert.equal(impliedUntil(basis, day), until, `${basis} ${day}`);
});

Deno.test("a query compares with exactly the first day that still counts", () =>
  fc.assert(fc.property(
    fc.constantFrom<Basis>("deal", "inquiry"),
    fc.integer({ min: 0, max: 20_000 }),
    fc.integer({ min: -5, max: 5 }),
    (basis, n, off) => {
      const today = addDays("2000-01-01", n), since = impliedSince(basis, today), day = addDays(since, off);
      assert.equal(impliedUntil(basis, day) >= today, day >= since, `${basis} ${day} on ${today}`);
    },
  )));

Deno.test("the last decision counts; without one the longest consent, and whether it has expired", () => {
  const deal = "2024-11-22", inquiry = "2026-05-22";
  assert.equal(standingOn("withdrawn", { deal: "2026-11-01", inquiry }, "2026-11-22"), "withdrawn");
  assert.equal(standingOn("express", { deal: null, inquiry: null }, "2026-11-22"), "express");
  assert.equal(standingOn("", { deal, inquiry: null }, "2026-11-22"), "implied", "its last day");
  assert.equal(standingOn("", { deal, inquiry: null }, "2026-11-23"), "ended");
  assert.equal(standingOn("", { deal: null, inquiry: null }, "2026-11-22"), "none");
  assert.deepEqual(impliedBy({ deal: "2025-01-10", inquiry }), {
    basis: "deal",
    day: "2025-01-10",
    until: "2027-01-10",
  });
  assert.deepEqual(impliedBy({ deal, inquiry: "2026-10-01" })?.basis, "inquiry");
});
