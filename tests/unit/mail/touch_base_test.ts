/** Touch-base's rules: countdown, business hours over daylight saving, who is queued, and which template is next. */
import assert from "node:assert/strict";
import { dateInToronto, formatInstant, formatTime, instantInToronto } from "../../../lib/domain/dates.ts";
import {
  countdownText,
  countsSince,
  inBusinessHours,
  isToBeQueued,
  nextTemplate,
  sendsAt,
  TOUCH_BASE_DEFAULTS,
} from "../../../lib/domain/mail/touch_base.ts";
import fc from "../../support/properties.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 20, 17);

Deno.test("the defaults are the specification's (loans specification 9)", () => {
  assert.deepEqual(TOUCH_BASE_DEFAULTS, {
    TOUCH_BASE_ENABLED: false,
    EMAIL_DELAY: 7,
    TRACKER_DURATION: 7,
    NEW_EMAIL_BUFFER: 60,
    MIN_INTERACTIONS: 4,
  });
});

Deno.test("a countdown rounds hours up, and says the last one in words", () => {
  const cases: [number, string][] = [
    [7 * HOUR, "Sending in 7 hours"],
    [6 * HOUR + 1, "Sending in 7 hours"],
    [HOUR + 1, "Sending in 2 hours"],
    [HOUR, "Sending within the hour"],
    [1, "Sending within the hour"],
    [-DAY, "Sending within the hour"],
  ];
  for (const [ahead, text] of cases) assert.equal(countdownText(NOW + ahead, NOW), text);
});

Deno.test("mails leave from 08:00 to 18:00 in Toronto, Monday to Friday, also where the clocks change", () => {
  const cases: [string, string, string][] = [
    ["2026-11-20", "08:00", "20 Nov 2026, 08:00"],
    ["2026-11-20", "07:59", "20 Nov 2026, 08:00"],
    ["2026-11-20", "17:59", "20 Nov 2026, 17:59"],
    ["2026-11-20", "18:00", "23 Nov 2026, 08:00"],
    ["2026-11-21", "12:00", "23 Nov 2026, 08:00"],
    ["2026-11-22", "23:30", "23 Nov 2026, 08:00"],
    // Clocks go forward on Sunday 8 March 2026, and back on Sunday 1 November.
    ["2026-03-06", "19:00", "9 Mar 2026, 08:00"],
    ["2026-10-30", "19:00", "2 Nov 2026, 08:00"],
  ];
  for (const [date, time, leaves] of cases) {
    assert.equal(formatInstant(inBusinessHours(instantInToronto(date, time))), leaves, `${date} ${time}`);
  }
  const queued = instantInToronto("2026-11-20", "10:00");
  assert.equal(formatInstant(sendsAt(queued, { EMAIL_DELAY: 7 })), "20 Nov 2026, 17:00");
  assert.equal(formatInstant(sendsAt(queued, { EMAIL_DELAY: 8 })), "23 Nov 2026, 08:00");
});

Deno.test("a wall time is an instant of that time; what spring leaves out is an hour later", () => {
  assert.equal(new Date(instantInToronto("2026-07-01", "09:00")).toISOString(), "2026-07-01T13:00:00.000Z");
  assert.equal(new Date(instantInToronto("2026-12-01", "09:00")).toISOString(), "2026-12-01T14:00:00.000Z");
  assert.equal(formatInstant(instantInToronto("2026-03-08", "02:30")), "8 Mar 2026, 03:30");
  assert.equal(
    new Date(instantInToronto("2026-11-01", "01:30")).toISOString(),
    "2026-11-01T05:30:00.000Z",
    "the first",
  );
});

Deno.test("any instant is moved by three days at most, into business hours, and no further", () =>
  fc.assert(fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }), (at) => {
    const leaves = inBusinessHours(at);
    const time = formatTime(leaves);
    const day = new Date(`${dateInToronto(leaves)}T00:00:00Z`).getUTCDay();
    assert.ok(leaves >= at && leaves - at <= 3 * DAY && time >= "08:00" && time < "18:00" && day >= 1 && day <= 5);
    assert.equal(inBusinessHours(leaves), leaves);
  })));

Deno.test("a broker is queued at four interactions, and not again within sixty days", () => {
  const on = { ...TOUCH_BASE_DEFAULTS, TOUCH_BASE_ENABLED: true };
  const cases: [number, number | null, boolean][] = [
    [3, null, false],
    [4, null, true],
    [4, NOW - 60 * DAY, true],
    [4, NOW - 60 * DAY + 1, false],
    [99, NOW, false],
  ];
  for (const [interactions, lastQueuedAt, queued] of cases) {
    assert.equal(isToBeQueued({ interactions, lastQueuedAt }, NOW, on), queued, `${interactions} ${lastQueuedAt}`);
  }
  assert.equal(isToBeQueued({ interactions: 9, lastQueuedAt: null }, NOW, TOUCH_BASE_DEFAULTS), false, "off");
  assert.equal(countsSince(NOW, on), NOW - 7 * DAY);
});

Deno.test("a broker gets the next template that he has not had, then they begin again", () => {
  const cases: [number[], number[], number | null][] = [
    [[5, 2, 9], [], 5],
    [[5, 2, 9], [5], 2],
    [[5, 2, 9], [2, 5], 9],
    [[5, 2, 9], [9, 2, 5], 5],
    [[5, 2, 9], [9, 2, 5, 5], 2],
    [[5], [5, 5, 5], 5],
    [[5, 2], [7], 5],
    [[], [1], null],
  ];
  for (const [ids, had, next] of cases) assert.equal(nextTemplate(ids, had), next, `${ids} after ${had}`);
});
