/** Loans specification 4.3, 4.9 and 9; accounts specification 9 (minimum date). */
import assert from "node:assert/strict";
import {
  addDays,
  addMonths,
  dateInToronto,
  formatDate,
  formatDayMonth,
  formatInstant,
  formatLongDate,
  HOUR_MS,
  isCalendarDate,
  isOlderThanMonths,
  isPickableDate,
  reminderDate,
  wholeDays,
} from "../../../lib/domain/dates.ts";
import fc from "../../support/properties.ts";

const day = fc.date({ min: new Date("1901-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

Deno.test("only days of the calendar are dates", () => {
  for (const good of ["2024-02-29", "1900-01-01", "2026-12-31"]) assert.ok(isCalendarDate(good), good);
  for (const bad of ["2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-01-01", "", null]) {
    assert.equal(isCalendarDate(bad), false, String(bad));
  }
  assert.equal(isPickableDate("1899-12-31"), false);
  assert.equal(isPickableDate("1900-01-01"), true);
  assert.equal(isPickableDate("2199-12-31"), true);
  assert.equal(isPickableDate("2200-01-01"), false);
});

const months: [string, number, string][] = [
  ["2026-01-31", 1, "2026-02-28"],
  ["2024-01-31", 1, "2024-02-29"],
  ["2026-12-15", 1, "2027-01-15"],
  ["2026-01-15", -1, "2025-12-15"],
  ["2024-02-29", 12, "2025-02-28"],
  ["2026-05-31", -3, "2026-02-28"],
];
for (const [from, count, to] of months) {
  Deno.test(`${from} and ${count} months is ${to}`, () => assert.equal(addMonths(from, count), to));
}

Deno.test("the reminder stands two months before maturity, also at the end of a month", () => {
  assert.equal(reminderDate("2027-01-20"), "2026-11-20");
  assert.equal(reminderDate("2026-04-30"), "2026-02-28");
  assert.equal(reminderDate("2026-01-01"), "2025-11-01");
});

Deno.test("months and days added stay in the calendar, and days count back", () => {
  fc.assert(fc.property(day, fc.integer({ min: -600, max: 600 }), (date, count) => {
    assert.ok(isCalendarDate(addMonths(date, count)));
    assert.equal(wholeDays(date, addDays(date, count)), count);
  }));
});

Deno.test("whole days pass over daylight saving and leap days", () => {
  assert.equal(wholeDays("2026-03-01", "2026-04-01"), 31);
  assert.equal(wholeDays("2024-01-01", "2025-01-01"), 366);
  assert.equal(wholeDays("2026-11-20", "2026-11-20"), 0);
});

Deno.test("the wall time of every instant is Intl's, across clock changes and long before and after them", () => {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: "America/Toronto",
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  const changes = [
    Date.UTC(2026, 2, 8, 7),
    Date.UTC(2026, 10, 1, 6),
    Date.UTC(1974, 0, 6, 7),
    Date.UTC(2006, 9, 29, 6),
  ];
  const minute = 60_000;
  const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -180, max: 180 }))
    .map(([at, minutes]) => at + minutes * minute);
  const any = fc.date({ min: new Date("1960-01-01"), max: new Date("2150-01-01"), noInvalidDate: true })
    .map((date) => date.getTime());
  fc.assert(fc.property(fc.oneof(near, any), (ms) => {
    assert.equal(dateInToronto(ms), format.format(ms).slice(0, 10));
    assert.ok(formatInstant(ms).endsWith(format.format(ms).slice(-5)), formatInstant(ms));
  }));
});

Deno.test("instants fall on Toronto's day, summer and winter", () => {
  assert.equal(dateInToronto(Date.UTC(2026, 0, 1, 4, 59)), "2025-12-31");
  assert.equal(dateInToronto(Date.UTC(2026, 0, 1, 5, 0)), "2026-01-01");
  assert.equal(dateInToronto(Date.UTC(2026, 6, 1, 3, 59)), "2026-06-30");
  assert.equal(dateInToronto(Date.UTC(2026, 6, 1, 4, 0)), "2026-07-01");
  for (let hour = Date.UTC(2026, 9, 31); hour < Date.UTC(2026, 10, 3); hour += HOUR_MS) {
    const expected = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto" }).format(hour);
    assert.deepEqual([dateInToronto(hour), dateInToronto(hour + HOUR_MS - 1), dateInToronto(hour)], [
      expected,
      expected,
      expected,
    ]);
  }
  assert.equal(formatInstant(Date.UTC(2026, 10, 19, 21, 20)), "19 Nov 2026, 16:20");
  assert.equal(formatInstant(Date.UTC(2026, 10, 19, 5, 5)), "19 Nov 2026, 00:05");
});

Deno.test("the clocks change at 2:00 in March and in November, to the minute", () => {
  assert.equal(formatInstant(Date.UTC(2026, 2, 8, 6, 59)), "8 Mar 2026, 01:59");
  assert.equal(formatInstant(Date.UTC(2026, 2, 8, 7, 0)), "8 Mar 2026, 03:00");
  assert.equal(formatInstant(Date.UTC(2026, 10, 1, 5, 59)), "1 Nov 2026, 01:59");
  assert.equal(formatInstant(Date.UTC(2026, 10, 1, 6, 0)), "1 Nov 2026, 01:00");
});

Deno.test("dates are written short, long and without a year", () => {
  assert.equal(formatDate("2026-12-04"), "4 Dec 2026");
  assert.equal(formatLongDate("2026-11-20"), "20 November 2026");
  assert.equal(formatDayMonth("2026-11-17"), "17 Nov");
  assert.equal(formatDate(""), "");
});

Deno.test("older than 6 months: not on the day itself (loans specification 4.9)", () => {
  assert.equal(isOlderThanMonths("2026-05-20", 6, "2026-11-20"), false);
  assert.equal(isOlderThanMonths("2026-05-19", 6, "2026-11-20"), true);
});
