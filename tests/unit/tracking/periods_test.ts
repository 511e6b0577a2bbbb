/** The periods that the overview draws. */
import assert from "node:assert/strict";
import { firstDay, firstWholeMonth, periodsBetween } from "../../../lib/domain/tracking/periods.ts";

Deno.test("a range counts today and the days before it, over month ends and leap days", () => {
  assert.equal(firstDay(5, "2026-03-02"), "2026-02-26");
  assert.equal(firstDay(1, "2026-03-02"), "2026-03-02");
  assert.equal(firstDay(99999, "2026-03-02"), "1970-01-01");
  const first = ["2026-03-01", "2026-03-02", "2026-12-31"].map(firstWholeMonth);
  assert.deepEqual(first, ["2026-03-01", "2026-04-01", "2027-01-01"]);
  assert.deepEqual(periodsBetween("2028-02-28", "2028-03-01", false), ["2028-02-28", "2028-02-29", "2028-03-01"]);
  assert.deepEqual(periodsBetween("2025-11-30", "2026-02-01", true), ["2025-11", "2025-12", "2026-01", "2026-02"]);
});
