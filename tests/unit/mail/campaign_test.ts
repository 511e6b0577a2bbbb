/** A campaign's text as a mail, what keeps it from going out, and its next run over daylight saving. */
import assert from "node:assert/strict";
import { formatInstant, instantInToronto } from "../../../lib/domain/dates.ts";
import {
  bodyLines,
  campaignMail,
  campaignProblems,
  campaignState,
  type CampaignText,
  nextRun,
} from "../../../lib/domain/mail/campaign.ts";

const NOW = Date.UTC(2026, 10, 20, 17);
const GOOD: CampaignText = {
  name: "Rates",
  subject: "Rates for {firstName}",
  preview: "",
  body: "Hello {firstName},\n\nThey fell.",
  type: "static",
  sendAt: NOW + 60_000,
  everyDays: 7,
};

Deno.test("empty lines part paragraphs, and a link alone on one is a button", () => {
  assert.deepEqual(bodyLines("Hello\nAnn\r\n\r\n[Rates](https://a.example/x?y=1)\n \n[Bad](javascript:x)\n\n"), [
    { quote: "Hello\nAnn" },
    { button: "Rates", to: "https://a.example/x?y=1" },
    { quote: "[Bad](javascript:x)" },
  ]);
});

Deno.test("a mail is filled for its recipient, and ends with who sends it and the way out", () => {
  const to = { name: "Ann Lee", brokerage: "Lakeshore", lender: "Harbourline" };
  const mail = campaignMail(GOOD, to, "https://x.example/u");
  assert.equal(mail.subject, "Rates for Ann");
  assert.deepEqual(mail.lines.slice(0, 2), [{ quote: "Hello Ann," }, { quote: "They fell." }]);
  assert.deepEqual(mail.lines.at(-1), { link: "Unsubscribe", to: "https://x.example/u" });
});

Deno.test("what is missing keeps a campaign from going out, each with what to do", () => {
  const address = { address: "1 King St, Hamilton" };
  assert.deepEqual(campaignProblems(GOOD, address, NOW), []);
  const cases: [Partial<CampaignText>, RegExp][] = [
    [{ subject: " " }, /subject/],
    [{ body: "" }, /text/],
    [{ body: "Hi {first}" }, /\{first\}/],
    [{ sendAt: null }, /when/],
    [{ sendAt: NOW - 61_000 }, /ahead/],
  ];
  for (const [wrong, said] of cases) {
    const problems = campaignProblems({ ...GOOD, ...wrong }, address, NOW);
    assert.equal(problems.length, 1);
    assert.match(problems[0], said);
  }
  assert.match(campaignProblems(GOOD, {}, NOW)[0], /postal address/);
});

Deno.test("an interval keeps its wall time where the clocks change, and leaves out what is past", () => {
  const cases: [string, string, number, string, string][] = [
    ["2026-03-02", "09:00", 7, "2026-03-02", "9 Mar 2026, 09:00"],
    ["2026-10-26", "09:00", 7, "2026-10-26", "2 Nov 2026, 09:00"],
    ["2026-01-01", "09:00", 7, "2026-01-20", "22 Jan 2026, 09:00"],
    ["2026-01-31", "23:30", 30, "2026-01-31", "2 Mar 2026, 23:30"],
    ["2026-03-01", "02:30", 7, "2026-03-01", "8 Mar 2026, 03:30"],
  ];
  for (const [date, time, days, after, next] of cases) {
    const began = instantInToronto(date, time);
    assert.equal(formatInstant(nextRun(began, days, instantInToronto(after, time))), next, `${date} ${time}`);
  }
});

Deno.test("a campaign's life in a word", () => {
  const cases: [boolean, CampaignText["type"], number, string][] = [
    [false, "static", 0, "Draft"],
    [true, "static", 0, "Scheduled"],
    [false, "static", 1, "Done"],
    [true, "interval", 0, "Active"],
    [false, "interval", 3, "Stopped"],
  ];
  for (const [active, type, runs, word] of cases) assert.equal(campaignState({ active, type, runs }), word);
});
