/** Public holidays of Ontario, by the government's calendars. */
import assert from "node:assert/strict";
import { isBusinessDay, publicHolidays } from "../../../lib/domain/business_days.ts";

Deno.test("the public holidays of a year are those of Ontario's calendar", () => {
  const cases: Record<number, string> = {
    2024: "01-01 02-19 03-29 05-20 07-01 09-02 10-14 12-25 12-26",
    2025: "01-01 02-17 04-18 05-19 07-01 09-01 10-13 12-25 12-26",
    2026: "01-01 02-16 04-03 05-18 07-01 09-07 10-12 12-25 12-28",
    2027: "01-01 02-15 03-26 05-24 07-01 09-06 10-11 12-27 12-28",
    2028: "01-03 02-21 04-14 05-22 07-03 09-04 10-09 12-25 12-26",
  };
  for (const [year, days] of Object.entries(cases)) {
    assert.deepEqual(publicHolidays(Number(year)), days.split(" ").map((day) => `${year}-${day}`));
  }
});

Deno.test("business days are Monday to Friday without holidays", () => {
  const cases: [string, boolean][] = [
    ["2026-11-20", true],
    ["2026-11-21", false],
    ["2026-11-22", false],
    ["2026-12-25", false],
    ["2026-12-28", false],
    ["2026-12-29", true],
    ["2028-02-29", true],
  ];
  for (const [date, business] of cases) assert.equal(isBusinessDay(date), business, date);
});
