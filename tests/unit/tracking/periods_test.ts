/** The periods that the overview draws. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { addDays } from "../../../lib/domain/dates.ts";
import { firstDay, periodsBetween, SPANS, spansOf, weekOf, weeksUntil } from "../../../lib/domain/tracking/periods.ts";

Deno.test("a range counts today and the days before it, over month ends and leap days", () => {
  assert.equal(firstDay(5, "2026-03-02"), "2026-02-26");
  assert.equal(firstDay(1, "2026-03-02"), "2026-03-02");
  assert.equal(firstDay(99999, "2026-03-02"), "1970-01-01");
  assert.deepEqual(periodsBetween("2028-02-28", "2028-03-01", false), ["2028-02-28", "2028-02-29", "2028-03-01"]);
  assert.deepEqual(periodsBetween("2025-11-30", "2026-02-01", true), ["2025-11", "2025-12", "2026-01", "2026-02"]);
});

Deno.test("a range is read as few spans: days, thirds of months, months, quarters and years", () => {
  assert.deepEqual(spansOf(5, "2026-11-20"), [
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11/3",
    "2026-12",
  ]);
  assert.deepEqual(spansOf(365, "2026-11-20"), ["2025-11/3", "2025-12", "2026"]);
  assert.deepEqual(spansOf(30, "2026-01-15").slice(-4), ["2025-12-19", "2025-12-20", "2025-12/3", "2026"]);
  assert.deepEqual(spansOf(99999, "2026-11-20"), ["all"]);
});

Deno.test("property: each day of a range is in one of its spans, the day before it in none, and they are few", () => {
  const day = fc.date({ min: new Date("2020-01-01"), max: new Date("2032-12-31"), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));
  fc.assert(fc.property(day, fc.integer({ min: 1, max: 800 }), (today, range) => {
    const spans = spansOf(range, today), from = firstDay(range, today);
    const times = (day: string) => SPANS.filter(({ name }) => spans.includes(name(day))).length;
    assert.equal(times(addDays(from, -1)), 0);
    for (let day = from; day <= today; day = addDays(day, 1)) assert.equal(times(day), 1, day);
    assert.ok(spans.length <= 9 + 2 + 2 + 3 + 3);
  }));
});

Deno.test("weeks begin on Mondays and follow one another over the year's end", () => {
  for (const day of ["2026-12-28", "2026-12-31", "2027-01-03"]) assert.equal(weekOf(day), "2026-12-28");
  assert.equal(weekOf("2027-01-04"), "2027-01-04");
  assert.deepEqual(weeksUntil("2027-01-06", 2), ["2026-12-21", "2026-12-28", "2027-01-04"]);
});
