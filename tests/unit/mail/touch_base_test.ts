/** Touch-base's rules: countdown, business hours over daylight saving, who is queued, and which template is next. */
import assert from "node:assert/strict";
import type { Lender } from "../../../lib/domain/lender.ts";
import { personalised } from "../../../lib/domain/mail/campaign_mail.ts";
import { plainText } from "../../../lib/domain/mail/mail.ts";
import { isBusinessDay } from "../../../lib/domain/business_days.ts";
import { addDays, dateInToronto, formatInstant, formatTime, instantInToronto } from "../../../lib/domain/dates.ts";
import {
  countdownText,
  countsSince,
  type Held,
  inBusinessHours,
  isToBeQueued,
  nextTemplate,
  queueState,
  sendsAt,
  TOUCH_BASE_DEFAULTS,
  touchBaseMail,
  touchBasePause,
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
    // The month's and the year's end, and a holiday: Christmas and its substitute on the Monday after.
    ["2026-07-31", "18:30", "3 Aug 2026, 08:00"],
    ["2026-12-24", "18:00", "29 Dec 2026, 08:00"],
    ["2026-12-31", "18:00", "4 Jan 2027, 08:00"],
    ["2028-02-29", "18:00", "1 Mar 2028, 08:00"],
  ];
  for (const [date, time, leaves] of cases) {
    assert.equal(formatInstant(inBusinessHours(instantInToronto(date, time))), leaves, `${date} ${time}`);
  }
  const queued = instantInToronto("2026-11-20", "10:00");
  assert.equal(formatInstant(sendsAt(queued, { EMAIL_DELAY: 7 })), "20 Nov 2026, 17:00");
  assert.equal(formatInstant(sendsAt(queued, { EMAIL_DELAY: 8 })), "23 Nov 2026, 08:00");
  const late = instantInToronto("2026-11-24", "19:00");
  assert.equal(formatInstant(sendsAt(queued, { EMAIL_DELAY: 7 }, late)), "25 Nov 2026, 08:00", "it was held up");
});

Deno.test("a wall time is the instant of that time; one that spring skips is an hour later", () => {
  assert.equal(new Date(instantInToronto("2026-07-01", "09:00")).toISOString(), "2026-07-01T13:00:00.000Z");
  assert.equal(new Date(instantInToronto("2026-12-01", "09:00")).toISOString(), "2026-12-01T14:00:00.000Z");
  assert.equal(formatInstant(instantInToronto("2026-03-08", "02:30")), "8 Mar 2026, 03:30");
  assert.equal(
    new Date(instantInToronto("2026-11-01", "01:30")).toISOString(),
    "2026-11-01T05:30:00.000Z",
    "the first",
  );
});

Deno.test("any instant is moved into the business hours of the next business day, and no further", () =>
  fc.assert(fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }), (at) => {
    const leaves = inBusinessHours(at);
    const time = formatTime(leaves);
    const to = dateInToronto(leaves);
    assert.ok(leaves >= at && time >= "08:00" && time < "18:00" && isBusinessDay(to));
    assert.ok(leaves === at || time === "08:00");
    const from = dateInToronto(at), first = formatTime(at) < "18:00" ? from : addDays(from, 1);
    for (let day = first; day < to; day = addDays(day, 1)) assert.equal(isBusinessDay(day), false, day);
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

Deno.test("a broker gets the next unsent template, and after the last begins again", () => {
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

Deno.test("an item is paused, on its way, sent or skipped (loans specification 4.7)", () => {
  const times = { dueAt: NOW + 3 * HOUR, now: NOW };
  const cases: [number, number, Held, string][] = [
    [0, 0, "", "Sending in 3 hours"],
    [0, 0, "Paused", "Paused"],
    [0, 0, "Waiting for a template", "Waiting for a template"],
    [1, 0, "Paused", "Sent"],
    [1, 1, "Paused", "Skipped"],
  ];
  for (const [sent, skip, held, state] of cases) {
    assert.equal(queueState({ sent, skip }, { ...times, held }), state);
  }
});

Deno.test("nothing leaves while touch-base is off or the postal address is missing", () => {
  const address = "1 King St W, Hamilton ON";
  assert.match(touchBasePause({ TOUCH_BASE_ENABLED: false }, { address })!, /off/);
  assert.match(touchBasePause({ TOUCH_BASE_ENABLED: true }, {})!, /LENDER_ADDRESS/);
  assert.equal(touchBasePause({ TOUCH_BASE_ENABLED: true }, { address }), null);
});

Deno.test("seven days of interest are seven times 24 hours, also where the clocks change", () => {
  const on = { ...TOUCH_BASE_DEFAULTS, TOUCH_BASE_ENABLED: true };
  for (const date of ["2026-03-10", "2026-11-03"]) {
    const now = instantInToronto(date, "12:00");
    assert.equal(now - countsSince(now, on), 7 * DAY);
    const asked = { interactions: 4, lastQueuedAt: now - 60 * DAY };
    assert.equal(isToBeQueued(asked, now, on), true);
    assert.equal(isToBeQueued(asked, now - 1, on), false);
  }
});

Deno.test("a template is filled with the broker's first name, and ends with the unsubscribe link", () => {
  const to = { name: "Priya Raman", brokerage: "Lakeshore", lender: "Harbourline" };
  const mail = touchBaseMail({ subject: "A word, {firstName}", body: "Hi {firstName},\n\nCoffee?" });
  const rendered = { subject: mail.subject, html: "", text: plainText(mail, { name: "Harbourline" } as Lender) };
  const { subject, text } = personalised(rendered, to, "https://x/u");
  assert.equal(subject, "A word, Priya");
  assert.match(text, /^Hi Priya,\n\nCoffee\?\n\nHarbourline writes .*\n\nUnsubscribe: https:\/\/x\/u\n/);
});

Deno.test("a template is plain text, whatever it begins with", () => {
  const { lines } = touchBaseMail({ subject: "S", body: "<b>Rates</b> fell\n\n<p>x" });
  assert.deepEqual(lines.slice(0, 2), [{ quote: "<b>Rates</b> fell" }, { quote: "<p>x" }]);
});
