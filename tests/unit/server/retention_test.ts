/** How long things are kept, by the days of Toronto (docs/decisions/retention.md). */
import assert from "node:assert/strict";
import * as v from "valibot";
import {
  COUNT_MOST,
  draftFilesUntil,
  periodText,
  removedText,
  RETAINED_KINDS,
  type RetainedKind,
  retainedSince,
  retainedSinceInstant,
  RETENTION_RULES,
  retentionFrom,
} from "../../../lib/domain/operations/retention.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { firstDay, isAll } from "../../../lib/domain/tracking/periods.ts";
import { RANGES } from "../../../lib/domain/tracking/figures.ts";
import { RetentionInput } from "../../../lib/schemas/operations.ts";
import fc from "../../support/properties.ts";

const HOUR = 3600_000;

Deno.test("retention ends with a day of Toronto: months by the calendar, years with the first of January", () => {
  const noon = Date.UTC(2026, 10, 20, 17);
  // An hour before midnight in Toronto it is the next day in UTC already.
  const lateOnNewYearsEve = Date.UTC(2027, 0, 1, 4);
  for (
    const [kind, period, now, day, instant] of [
      ["drafts", 60, noon, "2026-09-21", Date.UTC(2026, 8, 21, 4)],
      // Before the clock went back on 1 November, midnight was an hour earlier in UTC.
      ["news", 30, Date.UTC(2026, 10, 30, 17), "2026-10-31", Date.UTC(2026, 9, 31, 4)],
      ["requests", 180, noon, "2026-05-24", Date.UTC(2026, 4, 24, 4)],
      ["news", 30, Date.UTC(2026, 11, 2, 17), "2026-11-02", Date.UTC(2026, 10, 2, 5)],
      ["addresses", 13, noon, "2025-10-20", Date.UTC(2025, 9, 20, 4)],
      // A month without a 31st: its last day.
      ["addresses", 1, Date.UTC(2026, 2, 31, 17), "2026-02-28", Date.UTC(2026, 1, 28, 5)],
      ["papers", 7, noon, "2019-01-01", Date.UTC(2019, 0, 1, 5)],
      ["papers", 6, lateOnNewYearsEve, "2020-01-01", Date.UTC(2020, 0, 1, 5)],
      ["papers", 6, lateOnNewYearsEve + HOUR, "2021-01-01", Date.UTC(2021, 0, 1, 5)],
    ] as const
  ) {
    assert.equal(retainedSince(kind, period, now), day, `${kind} ${period}`);
    assert.equal(retainedSinceInstant(kind, period, now), instant, `${kind} ${period}`);
  }
});

Deno.test("files of closed loans stay six whole years after the year's end, whatever day the loan ended", () => {
  fc.assert(fc.property(
    fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2060, 0, 1) }),
    fc.integer({ min: RETENTION_RULES.papers.least, max: RETENTION_RULES.papers.most }),
    (now, years) => {
      const since = retainedSince("papers", years, now);
      const today = new Date(now - 5 * HOUR).toISOString().slice(0, 10);
      // The newest loan whose files go ended on the day before; the end of its year is `years` years ago or more.
      assert.ok(Number(since.slice(0, 4)) - 1 + years < Number(today.slice(0, 4)) + 1);
      assert.ok(since <= `${Number(today.slice(0, 4)) - 6}-01-01` || today.endsWith("12-31"));
    },
  ));
});

Deno.test("nothing is kept shorter than its minimum, not even by a stored period; an operator's months are a default", () => {
  const standards = retentionFrom({});
  assert.deepEqual(standards, {
    drafts: 60,
    requests: 180,
    news: 90,
    addresses: 13,
    tracking: 36,
    signIns: 36,
    papers: 7,
  });
  assert.equal(retentionFrom({}, { addresses: 3 }).addresses, 3);
  assert.equal(retentionFrom({ addresses: 5 }, { addresses: 3 }).addresses, 5);
  assert.equal(retentionFrom({ papers: 1 }).papers, 6, "mortgage records and taxes");
  assert.equal(retentionFrom({ signIns: 1 }).signIns, 24, "records of breaches");
  for (const kind of RETAINED_KINDS) {
    const { least, most, standard } = RETENTION_RULES[kind];
    assert.ok(least <= standard && standard <= most, kind);
  }
});

Deno.test("opens are kept long enough to compare a range with as many days before it, on any day", () => {
  const longest = Math.max(...RANGES.map(([days]) => Number(days)).filter((days) => !isAll(days)));
  for (let now = Date.UTC(2026, 0, 1, 12); now < Date.UTC(2030, 0, 1); now += 24 * HOUR) {
    const since = retainedSince("tracking", RETENTION_RULES.tracking.least, now);
    assert.ok(since <= firstDay(2 * longest, dateInToronto(now)), since);
  }
});

Deno.test("a form takes whole numbers within the bounds, each kind, and says which it refuses", () => {
  const good = Object.fromEntries(Object.entries(retentionFrom({})).map(([kind, period]) => [kind, String(period)]));
  assert.deepEqual(v.parse(RetentionInput, good), retentionFrom({}));
  const refused: [RetainedKind, unknown, string][] = [
    ["papers", "5", "Enter whole years from 6 to 30."],
    ["signIns", "23", "Enter whole months from 24 to 120."],
    ["drafts", "60.5", "Enter whole days from 30 to 365."],
    ["news", "366", "Enter whole days from 30 to 365."],
  ];
  for (const [kind, value, message] of refused) {
    const { issues } = v.safeParse(RetentionInput, { ...good, [kind]: value });
    assert.deepEqual(issues?.map((issue) => [v.getDotPath(issue), issue.message]), [[kind, message]]);
  }
  assert.equal(v.safeParse(RetentionInput, { ...good, papers: "" }).success, false);
  assert.equal(v.safeParse(RetentionInput, { ...good, audit: "1" }).success, false, "the trail has no period");
});

Deno.test("a draft's files stay as long as the draft, on days of a clock change too", () => {
  for (const savedAt of [Date.UTC(2026, 10, 1, 3, 59), Date.UTC(2026, 2, 8, 4, 59), Date.UTC(2026, 5, 1, 4)]) {
    let now = savedAt;
    while (retainedSinceInstant("drafts", 60, now) <= savedAt) now += HOUR;
    assert.ok(draftFilesUntil(savedAt, 60) >= now, new Date(savedAt).toISOString());
  }
});

Deno.test("reports count in words", () => {
  assert.deepEqual([removedText("drafts", 0), removedText("drafts", 1), removedText("addresses", 340)], [
    "nothing",
    "1 draft",
    "340 network addresses",
  ]);
  assert.equal(removedText("tracking", COUNT_MOST + 1), "more than 10,000 opens, clicks and recipients");
  assert.deepEqual([periodText("drafts", 60), periodText("addresses", 1), periodText("papers", 7)], [
    "60 days",
    "1 month",
    "7 years",
  ]);
});
