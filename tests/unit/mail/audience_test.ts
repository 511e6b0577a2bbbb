/** Whom a campaign is meant for, in words, and without conditions that say nothing. */
import assert from "node:assert/strict";
import { type Audience, audienceMode, audienceText, tidyAudience } from "../../../lib/domain/mail/audience.ts";

Deno.test("empty conditions are left out, and picked brokers stand alone", () => {
  const cases: [Audience, Audience][] = [
    [{}, {}],
    [{ ratings: [], regions: [], activity: undefined }, {}],
    [{ ratings: ["elite"], funded: false }, { ratings: ["elite"], funded: false }],
    [{ ratings: ["elite"], picked: [] }, { picked: [] }],
    [{ loanMatters: true, picked: [4] }, { picked: [4], loanMatters: true }],
  ];
  for (const [given, tidy] of cases) assert.deepEqual(tidyAudience(given), tidy);
});

Deno.test("the way of choosing brokers follows from the audience; one without conditions leaves it to the person", () => {
  assert.equal(audienceMode({}, false), "all");
  assert.equal(audienceMode({ ratings: [] }, false), "all");
  assert.equal(audienceMode({}, true), "some");
  assert.equal(audienceMode({ loanMatters: true }, false), "all", "what it says is no condition");
  for (const filtering of [true, false]) {
    assert.equal(audienceMode({ funded: false }, filtering), "some");
    assert.equal(audienceMode({ picked: [] }, filtering), "picked", "as somebody else saved it meanwhile");
  }
});

Deno.test("an audience in a line", () => {
  const cases: [Audience, string][] = [
    [{}, "All brokers"],
    [{ picked: [4] }, "1 picked broker"],
    [{ loanMatters: true }, "All brokers, also those who chose fewer mails"],
    [{ licenceClasses: ["Broker"] }, "Brokers: licence class Broker"],
    [{ ratings: ["elite", "green"], funded: true }, "Brokers: rating Elite, Green; with a funded loan"],
    [{ activity: { kind: "active", days: 90 } }, "Brokers: sent a loan in the last 90 days"],
    [{ activity: { kind: "idle", days: 1 } }, "Brokers: sent none in the last day, but before"],
    [{ activity: { kind: "never" }, regions: ["A", "B", "C", "D"] }, "Brokers: region 4 chosen; never sent a loan"],
  ];
  for (const [given, words] of cases) assert.equal(audienceText(given), words);
});
