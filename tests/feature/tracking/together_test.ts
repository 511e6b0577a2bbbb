/** Clicks on several links of one mail (docs/decisions/tracking.md), in whatever lists and order they are stored. */
import assert from "node:assert/strict";
import { asc } from "drizzle-orm";
import { trackedEmails, trackerEvents } from "../../../db/schema/mod.ts";
import { TOGETHER_MS, TOGETHER_REASON } from "../../../lib/domain/tracking/machine_reason.ts";
import { withApp } from "../../support/app.ts";
import fc from "../../support/properties.ts";
import { record, sendTracked } from "../../support/tracking.ts";

const PEOPLE = [{ name: "Ann", email: "ann@b.example" }, { name: "Bob", email: "bob@b.example" }];
const LINKS = ["https://lender.example/a", "https://lender.example/b", "https://lender.example/c"];

Deno.test("property: a click is a machine's where another link of the mail was followed within two seconds", () =>
  withApp(async (t) => {
    const click = fc.record({
      who: fc.nat(1),
      link: fc.nat(2),
      // Around the edge, so that it is met from both sides.
      at: fc.oneof(fc.constantFrom(0, 1, TOGETHER_MS, TOGETHER_MS + 1, 2 * TOGETHER_MS), fc.nat(6000)),
      list: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(click, { minLength: 1, maxLength: 14 }), async (clicks) => {
        await t.deps.db.delete(trackedEmails);
        const sent = await sendTracked(t, { links: LINKS }, PEOPLE), now = t.now();
        for (let list = 0; list <= 3; list++) {
          const of = clicks.filter((one) => one.list === list);
          await record(
            t,
            ...of.map(({ who, link, at }) => ({ path: sent.get(PEOPLE[who].email)!.links[link], at: now + at })),
          );
        }
        const stored = await t.deps.db.select().from(trackerEvents).orderBy(asc(trackerEvents.id));
        assert.equal(stored.length, clicks.length);
        for (const one of stored) {
          const together = stored.some(({ email, link, created }) =>
            email === one.email && link !== one.link && Math.abs(created - one.created) <= TOGETHER_MS
          );
          assert.equal(one.machine, together ? TOGETHER_REASON : "", `${one.email} ${one.link} ${one.created - now}`);
        }
      }),
      { numRuns: 40 },
    );
  }));

Deno.test("only clicks within one recipient's mail are compared: neither other recipients' nor an earlier run's", () =>
  withApp(async (t) => {
    const first = await sendTracked(t, { sentId: 1, links: LINKS }, PEOPLE);
    const second = await sendTracked(t, { sentId: 2, links: LINKS }, PEOPLE);
    await record(
      t,
      { path: first.get("ann@b.example")!.links[0] },
      { path: first.get("bob@b.example")!.links[1] },
      { path: second.get("ann@b.example")!.links[1] },
    );
    assert.deepEqual((await t.deps.db.select().from(trackerEvents)).map(({ machine }) => machine), ["", "", ""]);
  }));
