/** When mails are read: the columns of one email's chart, on Toronto's clock. */
import assert from "node:assert/strict";
import { HOUR_MS } from "../../../lib/domain/dates.ts";
import { readAfter, readAtAnyTime, READING_UNITS } from "../../../lib/domain/tracking/reading_times.ts";
import fc from "../../support/properties.ts";

/** 20 November 2026, 09:30 in Toronto. */
const SENT = Date.UTC(2026, 10, 20, 14, 30);
const at = (iso: string, opens = 1) => ({ at: Date.parse(iso), opens });
const filled = ({ columns }: ReturnType<typeof readAfter>) =>
  columns.flatMap(({ short, opens }) => opens > 0 ? [[short, opens]] : []);

Deno.test("a run's first 24 hours begin with the hour in which it was sent; later opens are counted apart", () => {
  const rows = [
    at("2026-11-20T14:00Z", 3),
    at("2026-11-20T19:00Z", 2),
    at("2026-11-21T13:00Z"),
    at("2026-11-21T14:00Z"),
  ];
  const read = readAfter(rows, SENT, "");
  assert.deepEqual([read.columns.length, read.columns[0].label], [24, "20 Nov 2026, 09:00"]);
  assert.deepEqual(filled(read), [["09:00", 3], ["14:00", 2], ["08:00", 1]]);
  assert.equal(read.later, 1);
});

Deno.test("a run's first 14 days are days in Toronto: an evening belongs to its own day, not to UTC's next", () => {
  const rows = [at("2026-11-21T03:00Z", 4), at("2026-12-04T04:00Z"), at("2026-12-04T05:00Z", 2)];
  const read = readAfter(rows, SENT, "days");
  assert.deepEqual([read.columns.length, read.columns[13].label], [14, "3 Dec 2026"]);
  assert.deepEqual(filled(read), [["20 Nov", 4], ["3 Dec", 1]]);
  assert.equal(read.later, 2);
});

Deno.test("an open before the run's first column is in none, and is not later", () => {
  for (const [choice] of READING_UNITS) {
    const { columns, later } = readAfter([at("2026-11-18T14:00Z", 3), at("2026-11-20T15:00Z")], SENT, choice);
    assert.deepEqual([columns.reduce((sum, { opens }) => sum + opens, 0), later], [1, 0]);
  }
});

Deno.test("no two columns have one name, also in nights of a clock change", () => {
  for (const night of ["2026-11-01T00:30Z", "2026-10-31T12:30Z", "2026-03-08T00:30Z"]) {
    const { columns } = readAfter([], Date.parse(night), "");
    assert.equal(new Set(columns.map(({ label }) => label)).size, 24, night);
  }
  const { columns } = readAfter([at("2026-11-01T06:00Z", 2)], Date.parse("2026-11-01T00:30Z"), "");
  assert.deepEqual(
    columns.filter(({ short }) => short === "01:00").map(({ label, opens }) => [label, opens]),
    [["1 Nov 2026, 01:00 EDT", 0], ["1 Nov 2026, 01:00 EST", 2]],
  );
});

Deno.test("all runs are counted by hours of the day, across both clock changes, and by weekdays", () => {
  // 09:00 in Toronto in winter and in summer, a Friday and a Sunday; the last is 23:00 on a Sunday.
  const rows = [at("2026-11-20T14:00Z", 2), at("2026-07-05T13:00Z", 3), at("2026-07-06T03:00Z")];
  assert.deepEqual(filled(readAtAnyTime(rows, "")), [["09:00", 5], ["23:00", 1]]);
  assert.deepEqual(filled(readAtAnyTime(rows, "days")), [["Fri", 2], ["Sun", 4]]);
});

Deno.test("property: every unique open is in one column or later, none is lost or counted twice", () => {
  const hours = fc.integer({ min: Math.floor(SENT / HOUR_MS), max: Math.floor(SENT / HOUR_MS) + 24 * 400 });
  const rows = fc.array(fc.record({ at: hours.map((n) => n * HOUR_MS), opens: fc.integer({ min: 1, max: 9 }) }));
  const by = fc.constantFrom(...READING_UNITS.map(([choice]) => choice));
  fc.assert(fc.property(rows, by, (rows, by) => {
    for (const { columns, later } of [readAfter(rows, SENT, by), readAtAnyTime(rows, by)]) {
      assert.ok(later >= 0);
      const all = columns.reduce((sum, { opens }) => sum + opens, later);
      assert.equal(all, rows.reduce((sum, { opens }) => sum + opens, 0));
    }
  }));
});
