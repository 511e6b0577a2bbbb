/** A campaign's text as a mail, what keeps it from going out, and its next run over daylight saving. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { formatInstant, formatTime, instantInToronto } from "../../../lib/domain/dates.ts";
import {
  type CampaignSnapshot,
  campaignState,
  type CampaignText,
  needsReload,
  pollDelayMs,
} from "../../../lib/domain/mail/campaign.ts";
import { campaignChecks, campaignProblems, checksSummary } from "../../../lib/domain/mail/campaign_checks.ts";
import type { CheckedLink } from "../../../lib/domain/mail/link_check.ts";
import type { Reach } from "../../../lib/domain/mail/audience.ts";
import { bodyLines, campaignMail, personalised } from "../../../lib/domain/mail/campaign_mail.ts";
import { monthDayProblem, nextRun, resumedAt, rhythmText, upcomingRuns } from "../../../lib/domain/mail/schedule.ts";

const NOW = Date.UTC(2026, 10, 20, 17);
const GOOD: CampaignText = {
  name: "Rates",
  subject: "Rates for {firstName}",
  preview: "",
  body: "Hello {firstName},\n\nThey fell.",
  type: "static",
  sendAt: NOW + 60_000,
  everyDays: 7,
  monthDay: null,
  audience: {},
};

const LIFE: CampaignSnapshot = { active: true, sendAt: NOW, runs: 1, state: "Active", progress: null, now: NOW };
const RUN = { run: 2, written: true, recipients: 4, sent: 1, failed: 0, unsent: 3 };

Deno.test("a run that began and ended between two polls is noticed, and so is another person's plan", () => {
  assert.equal(needsReload(LIFE, { ...LIFE, now: NOW + 1, state: "Paused" }), false);
  for (const change of [{ runs: 2 }, { sendAt: NOW + 1 }, { sendAt: null }, { active: false }, { progress: RUN }]) {
    assert.equal(needsReload(LIFE, { ...LIFE, ...change }), true, JSON.stringify(change));
  }
  assert.equal(needsReload({ ...LIFE, progress: RUN }, { ...LIFE, progress: { ...RUN, sent: 2 } }), false);
});

Deno.test("a run weeks away is polled seldom, one at hand or under way every two seconds", () => {
  const cases: [Pick<CampaignSnapshot, "progress" | "sendAt">, number][] = [
    [{ progress: null, sendAt: NOW + 60_001 }, 30_000],
    [{ progress: null, sendAt: NOW + 60_000 }, 2000],
    [{ progress: null, sendAt: NOW - 3_600_000 }, 2000],
    [{ progress: RUN, sendAt: NOW + 86_400_000 }, 2000],
    [{ progress: null, sendAt: null }, 30_000],
  ];
  for (const [life, wait] of cases) assert.equal(pollDelayMs({ ...life, now: NOW }), wait);
});

Deno.test("blank lines separate paragraphs, and a link alone on a line is a button", () => {
  assert.deepEqual(bodyLines("Hello\nAnn\r\n\r\n[Rates](https://a.example/x?y=1)\n \n[Bad](javascript:x)\n\n"), [
    { quote: "Hello\nAnn" },
    { button: "Rates", to: "https://a.example/x?y=1" },
    { quote: "[Bad](javascript:x)" },
  ]);
});

Deno.test("a mail ends with its sender and the unsubscribe link", () => {
  const mail = campaignMail(GOOD);
  assert.equal(mail.subject, "Rates for {firstName}");
  assert.deepEqual(mail.lines.slice(0, 2), [{ quote: "Hello {firstName}," }, { quote: "They fell." }]);
  assert.deepEqual(mail.lines.at(-1), { link: "Unsubscribe", to: "{unsubscribe}" });
  // The link opens a page with a button: a mail that one click ends could be ended by a scanner.
  assert.doesNotMatch(JSON.stringify(mail.lines), /one click/i);
});

Deno.test("a rendered mail is filled for its recipient, and a name cannot inject HTML or a header", () => {
  const rendered = {
    subject: "For {name}",
    html: '<p>{name}, {lender}</p><a href="{unsubscribe}">',
    text: "{name} {unsubscribe}",
  };
  const to = { name: 'Ann\n<b>"Lee"', brokerage: "", lender: "A & B" };
  assert.deepEqual(personalised(rendered, to, "https://x.example/u?a=1&b=2"), {
    subject: 'For Ann <b>"Lee"',
    html: '<p>Ann\n&lt;b&gt;&quot;Lee&quot;, A &amp; B</p><a href="https://x.example/u?a=1&amp;b=2">',
    text: 'Ann\n<b>"Lee" https://x.example/u?a=1&b=2',
  });
});

Deno.test("missing parts keep a campaign from being sent, each with what to do", () => {
  const address = { address: "1 King St, Hamilton" };
  assert.deepEqual(campaignProblems(GOOD, address, NOW), []);
  const cases: [Partial<CampaignText>, RegExp][] = [
    [{ subject: " " }, /subject/],
    [{ body: "" }, /text/],
    [{ body: "Hi {first}" }, /\{first\}/],
    [{ sendAt: null }, /when/],
    [{ sendAt: NOW - 61_000 }, /future/],
    [{ audience: { picked: [] } }, /Pick/],
  ];
  for (const [wrong, said] of cases) {
    const problems = campaignProblems({ ...GOOD, ...wrong }, address, NOW);
    assert.equal(problems.length, 1);
    assert.match(problems[0], said);
  }
  assert.match(campaignProblems(GOOD, {}, NOW)[0], /postal address/);
});

Deno.test("the checks list what stops a campaign, what to look at and what passed", () => {
  const lender = { address: "1 King St, Hamilton" };
  const reach: Reach = { going: 2, names: [], leftOut: [{ why: "blacklist", count: 1, names: [] }] };
  const none = { ...reach, going: 0 }, ended = { ...reach, leftOut: [{ why: "ended" as const, count: 1, names: [] }] };
  const good: CheckedLink = { link: "https://a.example", state: "good", why: "" };
  const cases: [CampaignText, Reach, CheckedLink[] | null, string, RegExp][] = [
    [{ ...GOOD, body: "See https://a.example" }, reach, null, "1 to look at", /look links Not looked at/],
    [{ ...GOOD, body: '<p><a href="https://a.example">Rates</a></p>' }, reach, null, "1 to look at", /look links Not/],
    [GOOD, reach, null, "All in order", /passed links This mail has no links/],
    [GOOD, reach, [], "All in order", /passed recipients 2 brokers get it, 1 left out/],
    [GOOD, reach, [good], "All in order", /passed links Its link works/],
    [GOOD, reach, [good, { ...good, state: "bad" }], "1 to look at", /look links One link may not/],
    [GOOD, none, [], "1 to look at", /look recipients No broker gets it/],
    [GOOD, ended, [], "1 to look at", /look recipients The implied consent of 1 broker has ended/],
    [{ ...GOOD, subject: "" }, reach, null, "1 stops it", /stops subject Write a subject/],
    [{ ...GOOD, subject: "", body: "", audience: { picked: [] } }, none, [], "3 stop it", /stops recipients Pick/],
  ];
  for (const [campaign, reached, links, summary, says] of cases) {
    const checks = campaignChecks(campaign, lender, { reach: reached, links, now: NOW, leaves: true });
    assert.equal(checksSummary(checks), summary);
    assert.match(checks.map((check) => `${check.state} ${check.name} ${check.says}`).join("\n"), says);
    assert.equal(checks.length, 8, "what passed is said as well");
  }
  const over = campaignChecks({ ...GOOD, sendAt: NOW - 3_600_000 }, lender, {
    reach,
    links: [],
    now: NOW,
    leaves: true,
  });
  assert.equal(checksSummary(over, true), "1 stops another run", "of one that is done");
});

Deno.test("without a mail service the checks warn that emails reach nobody, and say what to do", () => {
  const more = { reach: { going: 2, names: [], leftOut: [] }, links: [], now: NOW };
  const checks = campaignChecks(GOOD, { address: "1 King St, Hamilton" }, { ...more, leaves: false });
  assert.equal(checksSummary(checks), "1 to look at");
  const { state, says } = checks.find(({ name }) => name === "service")!;
  assert.equal(state, "look");
  assert.match(says, /^No mail service is set: emails are kept here and reach nobody\. Set RESEND_API_KEY or SMTP_URL/);
});

Deno.test("a held interval goes on at its next planned time; of one that goes once nothing is left after it", () => {
  const DAY = 86_400_000, weekly = { ...GOOD, type: "interval" as const, sendAt: NOW };
  assert.equal(resumedAt(weekly, NOW - 1), NOW);
  assert.equal(resumedAt(weekly, NOW + 60_000), NOW, "just due");
  assert.equal(resumedAt(weekly, NOW + 15 * DAY), NOW + 21 * DAY);
  assert.equal(resumedAt({ ...GOOD, sendAt: NOW }, NOW + 60_001), null);
  assert.equal(resumedAt({ ...weekly, sendAt: null }, NOW), null);
  assert.deepEqual(upcomingRuns(weekly, 2, NOW + DAY), [NOW + 7 * DAY, NOW + 14 * DAY]);
});

Deno.test("a monthly email begins on its day of the month, or on the last of a shorter one", () => {
  const begins = (date: string, monthDay: number | null, type: "interval" | "static" = "interval") =>
    monthDayProblem({ type, sendAt: instantInToronto(date, "09:00"), monthDay });
  for (const [date, day] of [["2026-12-31", 31], ["2027-02-28", 31], ["2027-02-28", 29], ["2026-11-30", 30]] as const) {
    assert.equal(begins(date, day), null, date);
  }
  for (const [date, day] of [["2026-12-30", 31], ["2028-02-28", 29], ["2026-12-10", 9]] as const) {
    assert.ok(begins(date, day), date);
  }
  assert.equal(
    begins("2026-12-10", 31),
    "The first day is 10 Dec 2026, and the email runs monthly on day 31. " +
      "Choose 31 Dec 2026 as the first day, or day 10 of the month.",
  );
  assert.deepEqual([begins("2026-12-10", 31, "static"), begins("2026-12-10", null)], [null, null]);
});

Deno.test("an interval keeps its wall time across clock changes, and leaves out past times", () => {
  const cases: [string, string, number, string, string][] = [
    ["2026-03-02", "09:00", 7, "2026-03-02", "9 Mar 2026, 09:00"],
    ["2026-10-26", "09:00", 7, "2026-10-26", "2 Nov 2026, 09:00"],
    ["2026-01-01", "09:00", 7, "2026-01-20", "22 Jan 2026, 09:00"],
    ["2026-01-01", "09:00", 7, "2026-01-15", "22 Jan 2026, 09:00"],
    ["2026-01-31", "23:30", 30, "2026-01-31", "2 Mar 2026, 23:30"],
    ["2026-03-01", "02:30", 7, "2026-03-01", "8 Mar 2026, 03:30"],
  ];
  for (const [date, time, days, after, next] of cases) {
    const began = instantInToronto(date, time);
    assert.equal(
      formatInstant(nextRun({ sendAt: began, everyDays: days, monthDay: null }, instantInToronto(after, time))),
      next,
      `${date} ${time}`,
    );
  }
});

Deno.test("a wall time that spring skips is an hour later that day alone", () => {
  const schedule = { everyDays: 7, monthDay: null, sendTime: "02:30" };
  const gap = nextRun({ ...schedule, sendAt: instantInToronto("2026-03-01", "02:30") }, 0);
  const later = nextRun({ ...schedule, sendAt: gap }, gap);
  assert.deepEqual([formatInstant(gap), formatInstant(later)], ["8 Mar 2026, 03:30", "15 Mar 2026, 02:30"]);
});

Deno.test("a monthly run keeps its day, and takes the last one of a shorter month", () => {
  const monthly = {
    type: "interval",
    everyDays: 7,
    monthDay: 31,
    sendAt: instantInToronto("2027-01-31", "09:00"),
  } as const;
  assert.deepEqual(upcomingRuns(monthly, 5).map(formatInstant), [
    "31 Jan 2027, 09:00",
    "28 Feb 2027, 09:00",
    "31 Mar 2027, 09:00",
    "30 Apr 2027, 09:00",
    "31 May 2027, 09:00",
  ]);
  const december = { ...monthly, monthDay: 2, sendAt: instantInToronto("2026-12-02", "09:00") };
  assert.deepEqual(upcomingRuns(december, 2).map(formatInstant), ["2 Dec 2026, 09:00", "2 Jan 2027, 09:00"]);
  assert.deepEqual(upcomingRuns({ ...monthly, type: "static" }, 5), [monthly.sendAt]);
});

Deno.test("every schedule's runs go forward, each at its wall time, unless the clocks skip it", () => {
  fc.assert(fc.property(
    fc.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 }),
    fc.integer({ min: 1, max: 365 }),
    fc.option(fc.integer({ min: 1, max: 31 })),
    (minute, everyDays, monthDay) => {
      const sendAt = minute * 60_000;
      const runs = upcomingRuns({ type: "interval", sendAt, everyDays, monthDay }, 6);
      const time = formatTime(sendAt);
      for (let i = 1; i < runs.length; i++) {
        assert.ok(runs[i] > runs[i - 1]);
        assert.ok(formatTime(runs[i]) === time || /^02:/.test(time), `${formatInstant(runs[i])} for ${time}`);
      }
    },
  ));
});

Deno.test("how often, in words", () => {
  const cases: [number, number | null, string][] = [
    [1, null, "every day"],
    [3, null, "every 3 days"],
    [7, null, "every week"],
    [14, null, "every 2 weeks"],
    [7, 31, "monthly on day 31"],
  ];
  for (const [everyDays, monthDay, words] of cases) assert.equal(rhythmText({ everyDays, monthDay }), words);
});

Deno.test("a campaign's state in a word", () => {
  const nothing = { active: false, paused: false, type: "static" as const, runs: 0, unsent: false, begun: false };
  const cases: [Partial<Parameters<typeof campaignState>[0]>, string][] = [
    [{}, "Draft"],
    [{ active: true }, "Scheduled"],
    [{ active: true, begun: true }, "Sending"],
    [{ runs: 1, unsent: true }, "Sending"],
    [{ runs: 1, unsent: true, paused: true }, "Paused"],
    [{ runs: 1 }, "Done"],
    [{ active: true, type: "interval" }, "Active"],
    [{ active: true, type: "interval", unsent: true, runs: 2 }, "Sending"],
    [{ type: "interval", runs: 3 }, "Stopped"],
  ];
  for (const [given, word] of cases) assert.equal(campaignState({ ...nothing, ...given }), word);
});
