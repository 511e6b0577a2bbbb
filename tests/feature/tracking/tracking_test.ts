/** Opens and clicks from the mail to the figures (loans specification 2.10, 3.13, 4.10 and 7.5). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, mails, trackerEvents, trackerTokens } from "../../../db/schema/mod.ts";
import { DERIVED } from "../../../db/derived/mod.ts";
import { fillOf } from "../../../db/derived/objects.ts";
import { oldEventAddresses, wholeAddresses } from "../../../lib/features/tracking/old_events.ts";
import { retainedSinceInstant } from "../../../lib/domain/operations/retention.ts";
import {
  getTrackedEmail,
  latestOpen,
  listAllTrackedEmails,
  listContacts,
  pageOfContacts,
  trackingOverview,
} from "../../../lib/features/tracking/mod.ts";
import { recordHits } from "../../../lib/features/tracking/record_hits.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import fc from "../../support/properties.ts";
import { CHROME, countEvents, GOOGLE, HOME, record, sendTracked, visit } from "../../support/tracking.ts";

Deno.test("people's opens and clicks are counted, machines' apart", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann Lee", email: "Ann@Brokers.example" });
    const bob = await t.account({ role: 0, name: "Bob Roy" });
    const sent = await sendTracked(t, {}, [ann, bob]);
    const mail = sent.get("ann@brokers.example")!;
    await record(t, { path: mail.pixel }, { path: mail.pixel }, { path: mail.pixel, from: "99.231.10.8" });
    await record(t, { path: mail.pixel, agent: GOOGLE }, { path: mail.links[0] });
    t.advance(60_000);
    await record(t, { path: sent.get(bob.email)!.links[1], from: "40.107.1.2" });
    const [email] = await listAllTrackedEmails(t.context());
    assert.deepEqual(email, {
      id: 1,
      campaignId: null,
      name: "Weekly rates",
      lastOpened: t.now() - 60_000,
      lastBy: "Ann Lee",
      timesRan: 1,
      usersOpened: 1,
      uniqueOpens: 2,
      opens: 3,
      clicks: 1,
      machineOpens: 1,
      machineClicks: 1,
    });
    const { brokers, emails } = await trackingOverview(t.context(), 10);
    assert.deepEqual(brokers.map(({ name, hot, opens }) => [name, hot, opens]), [["Ann Lee", 3, 3], ["Bob Roy", 0, 0]]);
    assert.deepEqual(emails.map(({ name, uniqueOpens, clicks }) => [name, uniqueOpens, clicks]), [[
      "Weekly rates",
      2,
      1,
    ]]);
    assert.equal((await latestOpen(t.context()))!.name, "Ann Lee");
    const { trackers, users } = await getTrackedEmail(t.context(), { emailId: 1, sentId: "all" });
    assert.equal(trackers.length, 6);
    assert.deepEqual(users.map(({ email }) => email), ["ann@brokers.example", bob.email]);
    const open = trackers.find(({ type, machine }) => type === "open" && machine === "")!;
    assert.deepEqual([open.browser, open.os, open.platform, open.country], ["Chrome 130", "Windows 10", "desktop", ""]);
  }));

Deno.test("several links of one mail within two seconds are a machine's, the first one too", () =>
  withApp(async (t) => {
    const mail = (await sendTracked(t, {}, [{ name: "Ann", email: "ann@b.example" }])).get("ann@b.example")!;
    await record(t, { path: mail.links[0] });
    await record(t, { path: mail.links[0], at: t.now() + 500 });
    assert.equal(
      (await listAllTrackedEmails(t.context()))[0].clicks,
      2,
      "the same link twice is a person's double click",
    );
    await record(t, { path: mail.links[1], at: t.now() + 1900 });
    const [{ clicks, machineClicks }] = await listAllTrackedEmails(t.context());
    assert.deepEqual([clicks, machineClicks], [0, 3]);
    await record(t, { path: mail.links[0], at: t.now() + 10_000 });
    assert.equal((await listAllTrackedEmails(t.context()))[0].clicks, 1, "later it is a person again");
  }));

Deno.test("an open within seconds of the mail's leaving is a machine's", () =>
  withApp(async (t) => {
    await t.deps.db.insert(mails).values({
      idempotencyKey: "campaign-1-1",
      kind: "campaign",
      to: "ann@b.example",
      subject: "s",
      html: "",
      text: "",
      status: "sent",
      dueAt: t.now(),
      createdAt: t.now(),
      sentAt: t.now(),
    });
    const people = [{ name: "Ann", email: "ann@b.example" }];
    const mail = (await sendTracked(t, { mailKey: "campaign-1-1" }, people)).get("ann@b.example")!;
    await record(t, { path: mail.pixel, at: t.now() + 4000 }, { path: mail.pixel, at: t.now() + 40_000 });
    const [{ opens, machineOpens }] = await listAllTrackedEmails(t.context());
    assert.deepEqual([opens, machineOpens], [1, 1]);
  }));

Deno.test("a run has its own contacts; one who is in the run already is not tracked twice", () =>
  withApp(async (t) => {
    const [ann, bob] = [{ name: "Ann", email: "ann@b.example" }, { name: "Bob", email: "bob@b.example" }];
    const first = await sendTracked(t, { sentId: 1 }, [ann, bob]);
    const second = await sendTracked(t, { sentId: 2 }, [ann]);
    assert.equal((await sendTracked(t, { sentId: 2 }, [ann])).size, 0);
    await record(t, { path: first.get(ann.email)!.pixel }, { path: second.get(ann.email)!.pixel });
    const rows = async (sentId: number | "all") =>
      (await listContacts(t.context(), { emailId: 1, sentId })).map((c) => [c.email, c.opens, c.uniqueOpens]);
    assert.deepEqual(await rows(1), [["ann@b.example", 1, 1], ["bob@b.example", 0, 0]]);
    assert.deepEqual(await rows(2), [["ann@b.example", 1, 1]]);
    assert.deepEqual(await rows("all"), [["ann@b.example", 2, 1], ["bob@b.example", 0, 0]]);
    assert.equal((await listAllTrackedEmails(t.context()))[0].timesRan, 2);
    const searched = async (q: string) =>
      (await pageOfContacts(t.context(), { emailId: 1, sentId: 1 }, { q, sort: "name", descending: false, page: 1 }))
        .rows.map(({ name }) => name);
    assert.deepEqual([await searched("BOB"), await searched("b.example ann"), await searched("zoe")], [
      ["Bob"],
      ["Ann"],
      [],
    ]);
  }));

Deno.test("a search finds letters with accents in either case, and page and count agree", () =>
  withApp(async (t) => {
    await sendTracked(t, {}, [{ name: "Élodie Roy", email: "e@b.example" }, { name: "Ann", email: "ann@b.example" }]);
    const choice = { sort: "name" as const, descending: false, page: 1 };
    const { rows, found, sums } = await pageOfContacts(t.context(), { emailId: 1, sentId: 1 }, {
      ...choice,
      q: "éLODIE",
    });
    assert.deepEqual([rows.map(({ name }) => name), found, sums.reached], [["Élodie Roy"], 1, 2]);
  }));

Deno.test("tokens have 128 bits, one for each recipient and link, and an unknown one counts nothing", () =>
  withApp(async (t) => {
    const people = Array.from({ length: 20 }, (_, i) => ({ name: `P${i}`, email: `p${i}@b.example` }));
    await sendTracked(t, {}, people);
    const tokens = await t.deps.db.select().from(trackerTokens);
    assert.equal(tokens.length, 20 * 4, "a picture, two links, the hidden one");
    for (const { token } of tokens) assert.equal(atob(token.replaceAll("-", "+").replaceAll("_", "/")).length, 16);
    await recordHits(t.context(), [
      { token: "A".repeat(22), at: t.now(), method: "GET", userAgent: CHROME, address: HOME },
    ]);
    assert.equal((await t.deps.db.select().from(trackerEvents)).length, 0);
  }));

/** Cuts what is old enough; returns how many. */
async function cutOldAddresses(ctx: Context): Promise<number> {
  const before = retainedSinceInstant("addresses", 13, ctx.now);
  const ids = await oldEventAddresses.find(ctx.db, before, 500);
  return await inTransaction(ctx.db, (tx) => oldEventAddresses.remove(tx, ctx, ids, before));
}

Deno.test("addresses are cut to their network after 13 months, and the figures follow", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0 });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    await record(t, { path: mail.pixel }, { path: mail.pixel, from: "99.231.10.8" });
    assert.equal(await cutOldAddresses(t.context()), 0, "too young");
    t.advance(400 * 24 * 3600_000);
    await record(t, { path: mail.pixel, from: "99.5.5.5" });
    assert.equal(await cutOldAddresses(t.context()), 2);
    assert.equal(await cutOldAddresses(t.context()), 0, "once");
    const ips = (await t.deps.db.select().from(trackerEvents)).map(({ ip }) => ip);
    assert.deepEqual(ips, ["99.231.10.0/24", "99.231.10.0/24", "99.5.5.5"]);
    assert.equal((await listAllTrackedEmails(t.context()))[0].uniqueOpens, 2);
  }));

Deno.test("the list of emails goes through their readers once, in the order of their table", () =>
  withApp(async (t) => {
    const { $client } = t.deps.db, execute = $client.execute, asked: { sql: string; args: [] }[] = [];
    $client.execute = (one: unknown, ...more: unknown[]) => {
      asked.push(one as typeof asked[number]);
      return (execute as (...asked: unknown[]) => ReturnType<typeof execute>).apply($client, [one, ...more]);
    };
    await listAllTrackedEmails(t.context());
    assert.equal(asked.length, 1);
    const { rows } = await execute.call($client, `explain query plan ${asked[0].sql}`, asked[0].args);
    const plan = rows.map(({ detail }) => String(detail)).join("\n");
    assert.match(plan, /tracker_openers USING PRIMARY KEY/);
    assert.doesNotMatch(plan, /TEMP B-TREE FOR GROUP BY|CO-ROUTINE contacts/);
  }));

Deno.test("addresses are cut from Toronto's midnight 13 months ago, by an index of whole addresses", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0 });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    // 13 months before 20 November 2026 is 20 October 2025, which began at 04:00 UTC in Toronto.
    const midnight = Date.UTC(2025, 9, 20, 4);
    await record(t, { path: mail.pixel, at: midnight - 1 }, { path: mail.pixel, at: midnight, from: "99.231.10.8" });
    assert.equal(await cutOldAddresses(t.context()), 1);
    const { sql, params } = wholeAddresses(t.deps.db, midnight, 500).toSQL();
    const { rows } = await t.deps.db.$client.execute({ sql: `explain query plan ${sql}`, args: params as number[] });
    assert.match(String(rows[0].detail), /USING INDEX tracker_events_addresses/);
  }));

/** The rows of a derived table, in order. */
const rowsOf = async (t: TestApp, name: string) =>
  (await t.deps.db.$client.execute(`select * from ${name} order by 1, 2, 3`)).rows.map((row) => Object.values(row));

Deno.test("property: the tallies equal a fresh count of all events, and unique opens the distinct addresses", () =>
  withApp(async (t) => {
    const people = [await t.account({ role: 0 }), await t.account({ role: 0 })];
    const sent = await sendTracked(t, {}, people);
    const made = DERIVED.filter(({ tables }) => tables?.some(({ name }) => /^tracker_|^run_people/.test(name)));
    const step = fc.record({
      who: fc.nat(1),
      what: fc.constantFrom("open", "first", "second"),
      from: fc.constantFrom("99.1.1.1", "99.1.1.2", "17.1.1.1"),
      waitMs: fc.constantFrom(100, 5000, 24 * 3600_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { who, what, from, waitMs } of steps) {
          t.advance(waitMs);
          const mail = sent.get(people[who].email)!;
          await record(t, { path: what === "open" ? mail.pixel : mail.links[what === "first" ? 0 : 1], from });
        }
        const tallies = ["tracker_spans", "tracker_openers", "tracker_links", "tracker_weeks", "run_people"];
        const rows = async () => await Promise.all(tallies.map((name) => rowsOf(t, name)));
        const kept = await rows();
        const empty = tallies.map((name) => `delete from ${name}`);
        // As a start with other derived data does: the triggers come last.
        const triggers = made.flatMap(({ triggers }) => triggers!);
        const drop = triggers.map((one) => `drop trigger ${one.split(" ")[2]}`);
        await t.deps.db.$client.batch([...drop, ...empty, ...made.flatMap((one) => fillOf(one)), ...triggers], "write");
        assert.deepEqual(kept, await rows());
        const { trackers } = await getTrackedEmail(t.context(), { emailId: 1, sentId: "all" });
        for (const contact of await listContacts(t.context(), { emailId: 1, sentId: "all" })) {
          const { opens, uniqueOpens, clicks, machineOpens, machineClicks } = contact;
          assert.ok(uniqueOpens <= opens && (uniqueOpens > 0) === (opens > 0));
          assert.deepEqual(
            { opens, uniqueOpens, clicks, machineOpens, machineClicks },
            countEvents(trackers.filter(({ email }) => email === contact.email)),
          );
        }
      }),
      { numRuns: 12 },
    );
    await t.deps.db.delete(accounts).where(eq(accounts.id, people[0].id));
    assert.deepEqual(
      (await trackingOverview(t.context(), 99999)).brokers.map(({ id }) => id).includes(people[0].id),
      false,
    );
    assert.equal(
      (await t.deps.db.select().from(trackerEvents).where(eq(trackerEvents.accountId, people[0].id))).length,
      0,
    );
  }));

Deno.test("visits are stored by the routes", () =>
  withApp(async (t) => {
    const mail = (await sendTracked(t, {}, [{ name: "Ann", email: "ann@b.example" }])).get("ann@b.example")!;
    assert.equal((await visit(t, mail.links[0])).status, 302);
    assert.equal((await t.deps.db.select().from(trackerEvents)).length, 1, "written before the redirect");
  }));
