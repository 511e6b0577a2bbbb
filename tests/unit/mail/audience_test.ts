/** Whom a campaign is meant for, in words, and without conditions that say nothing. */
import assert from "node:assert/strict";
import { type Audience, audienceMode, audienceText, tidyAudience } from "../../../lib/domain/mail/audience.ts";

Deno.test("conditions that say nothing are left out, and picked brokers stand alone", () => {
  const cases: [Audience, Audience][] = [
    [{}, {}],
    [{ ratings: [], regions: [], activity: undefined }, {}],
    [{ ratings: ["elite"], funded: false }, { ratings: ["elite"], funded: false }],
    [{ ratings: ["elite"], picked: [] }, { picked: [] }],
  ];
  for (const [given, tidy] of cases) assert.deepEqual(tidyAudience(given), tidy);
});

Deno.test("how brokers are chosen follows from the audience; only one without conditions leaves it to the person", () => {
  assert.equal(audienceMode({}, false), "all");
  assert.equal(audienceMode({ ratings: [] }, false), "all");
  assert.equal(audienceMode({}, true), "some");
  for (const filtering of [true, false]) {
    assert.equal(audienceMode({ funded: false }, filtering), "some");
    assert.equal(audienceMode({ picked: [] }, filtering), "picked", "as somebody else saved it meanwhile");
  }
});

Deno.test("an audience in a line", () => {
  const cases: [Audience, string][] = [
    [{}, "All brokers"],
    [{ picked: [4] }, "1 picked broker"],
    [{ ratings: ["elite", "green"], funded: true }, "Brokers: rating Elite, Green; with a funded loan"],
    [{ activity: { kind: "active", days: 90 } }, "Brokers: sent a loan in the last 90 days"],
    [{ activity: { kind: "idle", days: 1 } }, "Brokers: sent none in the last day, but before"],
    [{ activity: { kind: "never" }, regions: ["A", "B", "C", "D"] }, "Brokers: region 4 chosen; never sent a loan"],
  ];
  for (const [given, words] of cases) assert.equal(audienceText(given), words);
});
