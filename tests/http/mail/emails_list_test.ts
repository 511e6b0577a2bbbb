/** The list of campaigns: its tabs, and the figures of the last 30 days above it. */
import { eq } from "drizzle-orm";
import assert from "node:assert/strict";
import {
  accounts,
  blacklist,
  campaignRuns,
  campaigns,
  mails,
  suppressedAddresses,
  trackedEmails,
} from "../../../db/schema/mod.ts";
import { recentMail } from "../../../lib/features/mail/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { plansOf } from "../../support/plans_of.ts";
import { record, sendTracked } from "../../support/tracking.ts";

const DAY = 24 * 3_600_000;

const shown = async (t: TestApp, query: string) => {
  const html = await (await t.get(`/dashboard/emails${query}`, await t.account({ role: 9 }))).text();
  const names = [...html.matchAll(/viewemail\?id=\d+">([^<]+)</g)].map(([, name]) => name);
  return { html, names };
};

Deno.test("each tab has the campaigns of its states and says how many; a search stays in its tab", () =>
  withApp(async (t) => {
    const common = { subject: "Rates", createdAt: t.now() };
    await t.deps.db.insert(campaigns).values([
      { ...common, name: "Planned", active: true, sendAt: t.now() + DAY },
      { ...common, name: "Weekly", active: true, type: "interval" as const, runs: 3, lastRan: t.now() - DAY },
      { ...common, name: "Begun" },
      { ...common, name: "Over", runs: 1, lastRan: t.now() - 2 * DAY },
      { ...common, name: "Ended", type: "interval" as const, runs: 2, lastRan: t.now() - 3 * DAY },
    ]);
    const all = await shown(t, "");
    assert.deepEqual(all.names, ["Weekly", "Over", "Ended", "Begun", "Planned"]);
    const tabs = [
      ...all.html.replaceAll("<!-- -->", "").matchAll(/href="\/dashboard\/emails([^"]*)"[^>]*>(\w+) <span>(\d+)</g),
    ]
      .map(([, query, name, count]) => [query, name, count]);
    assert.deepEqual(tabs, [
      ["", "All", "5"],
      ["?show=active", "Active", "2"],
      ["?show=drafts", "Drafts", "1"],
      ["?show=done", "Done", "2"],
    ]);
    assert.deepEqual((await shown(t, "?show=active")).names, ["Weekly", "Planned"]);
    assert.deepEqual((await shown(t, "?show=drafts")).names, ["Begun"]);
    assert.deepEqual((await shown(t, "?show=done")).names, ["Over", "Ended"]);
    const searched = await shown(t, "?show=done&q=end");
    assert.deepEqual(searched.names, ["Ended"]);
    assert.match(searched.html, /<input type="hidden" name="show" value="done"/);
    assert.match((await shown(t, "?show=drafts&q=weekly")).html, /No email matches/);
    await t.deps.db.delete(campaigns);
    assert.match((await shown(t, "?show=drafts")).html, /No emails yet/);
    await t.deps.db.insert(campaigns).values({ ...common, name: "Begun" });
    assert.match((await shown(t, "?show=done")).html, /No email is done yet/);
  }));

Deno.test("of a blacklist of thousands the newest are listed, and it says how many there are", () =>
  withApp(async (t) => {
    const of = (from: number, n: number) =>
      Array.from({ length: n }, (_, i) => ({ email: `@b${from + i}.example`, addedAt: from + i }));
    const listed = async () => {
      const { html } = await shown(t, "");
      return [html.match(/aria-label="Remove @b/g)?.length, /role="status">([^<]*newest[^<]*)</.exec(html)?.[1]];
    };
    await t.deps.db.insert(blacklist).values(of(1, 200));
    assert.deepEqual(await listed(), [200, undefined]);
    await t.deps.db.insert(blacklist).values(of(201, 1000));
    assert.deepEqual(await listed(), [200, "1,200. The newest 200 are listed: search for the others."]);
    await t.deps.db.insert(campaigns).values(
      Array.from({ length: 1001 }, (_, i) => ({ name: `Rates ${i}`, subject: "Rates", createdAt: t.now() })),
    );
    assert.match((await shown(t, "")).html.replaceAll("<!-- -->", ""), />1,001 of 1,001</);
  }));

Deno.test("the headings sort the list by address, show the order, and keep the tab", () =>
  withApp(async (t) => {
    const common = { subject: "Rates", createdAt: t.now(), runs: 1 };
    await t.deps.db.insert(campaigns).values([
      { ...common, name: "Few", lastRecipients: 2, lastRan: t.now() - DAY },
      { ...common, name: "Many", lastRecipients: 9, lastRan: t.now() - 3 * DAY },
      { ...common, name: "Some", lastRecipients: 5, lastRan: t.now() - 2 * DAY },
    ]);
    assert.deepEqual((await shown(t, "")).names, ["Few", "Some", "Many"]);
    const sorted = await shown(t, "?show=done&sort=brokers");
    assert.deepEqual(sorted.names, ["Many", "Some", "Few"]);
    assert.match(sorted.html, /<th[^>]*aria-sort="descending"[^>]*>(?:(?!<\/th>)[\s\S])*Brokers/);
    assert.match(sorted.html, /href="\/dashboard\/emails\?show=done&amp;[^"]*sort=name/);
    assert.deepEqual((await shown(t, "?sort=name&dir=asc")).names, ["Few", "Many", "Some"]);
  }));

Deno.test("the strip counts the runs of the last 30 days: mails that left, people, and whom they reached", () =>
  withApp(async (t) => {
    const people = [];
    for (const name of ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"]) people.push(await t.account({ role: 0, name }));
    const [ann, bob, cleo, dan, eve, fay] = people;
    await t.deps.db.update(accounts).set({ status: 0 }).where(eq(accounts.id, fay.id));
    await t.deps.db.insert(campaigns).values({ name: "Rates", runs: 2, lastRan: t.now(), createdAt: 1 });
    const run = { campaignId: 1, subject: "Rates", preview: "", body: "Hi", finishedAt: t.now() };
    await t.deps.db.insert(campaignRuns).values([
      { ...run, run: 1, startedAt: t.now() - 30 * DAY - 1, unsubscribed: 4 },
      { ...run, run: 2, startedAt: t.now() - 30 * DAY, unsubscribed: 1 },
    ]);
    const mail = { kind: "campaign", subject: "", html: "", text: "", dueAt: t.now(), createdAt: t.now() };
    await t.deps.db.insert(mails).values([
      { ...mail, to: cleo.email, idempotencyKey: `campaign:1:1:${cleo.email}`, status: "sent" },
      { ...mail, to: ann.email, idempotencyKey: `campaign:1:2:${ann.email}`, status: "sent" },
      { ...mail, to: bob.email, idempotencyKey: `campaign:1:2:${bob.email}`, status: "failed" },
      { ...mail, to: dan.email, idempotencyKey: `campaign:1:2:${dan.email}`, status: "waiting" },
      { ...mail, to: eve.email, idempotencyKey: `campaign:1:2:${eve.email}`, status: "withdrawn" },
      { ...mail, to: fay.email, idempotencyKey: `campaign:1:2:${fay.email}`, status: "sent" },
    ]);
    const key = (run: number, to: { email: string }) => ({ sentId: run, mailKey: `campaign:1:${run}:${to.email}` });
    const before = (await sendTracked(t, key(1, cleo), [cleo])).get(cleo.email)!;
    const now = (await sendTracked(t, key(2, ann), [ann])).get(ann.email)!;
    for (const to of [bob, dan, eve, fay]) await sendTracked(t, key(2, to), [to]);
    await t.deps.db.update(trackedEmails).set({ campaignId: 1 });
    await record(t, { path: before.links[0] }, { path: now.pixel });
    await t.deps.db.insert(suppressedAddresses).values([
      { email: bob.email, why: "bounced", at: t.now() },
      { email: ann.email, why: "bounced", at: t.now() - 31 * DAY },
      { email: "client@broker.example", why: "bounced", at: t.now() },
      { email: dan.email, why: "complained", at: t.now() },
    ]);
    assert.deepEqual(await recentMail(t.context()), {
      sent: 2,
      kept: 0,
      opened: 1,
      clicked: 0,
      unsubscribed: 1,
      bounced: 1,
      reached: 1,
      brokers: 5,
      waiting: null,
    });
    const { html } = await shown(t, "");
    for (const words of ["Sent in 30 days", "50%", "1 of 5", "Off"]) assert.ok(html.includes(words), words);
  }));

Deno.test("more runs make no statement of the strip longer, and no statement counts a run's mails or people", () =>
  withApp(async (t) => {
    const [ann, bob] = [await t.account({ role: 0, name: "Ann" }), await t.account({ role: 0, name: "Bob" })];
    await t.deps.db.insert(campaigns).values({ name: "Rates", runs: 3, lastRan: t.now(), createdAt: 1 });
    const mailKey = `campaign:1:1:${ann.email}`;
    await t.deps.db.insert(mails).values({
      ...{ kind: "campaign", subject: "", html: "", text: "", dueAt: t.now(), createdAt: t.now() },
      ...{ to: ann.email, idempotencyKey: mailKey, status: "kept" },
    });
    await sendTracked(t, { sentId: 1, mailKey }, [ann]);
    for (const sentId of [2, 3]) await sendTracked(t, { sentId }, [bob]);
    await t.deps.db.update(trackedEmails).set({ campaignId: 1 });
    const common = { campaignId: 1, subject: "Rates", preview: "", body: "Hi", startedAt: t.now() };
    const textsWith = async (...runs: number[]) => {
      await t.deps.db.insert(campaignRuns).values(runs.map((run) => ({ ...common, run })));
      return new Set((await plansOf(t, recentMail)).map(({ text }) => text));
    };
    assert.deepEqual(await textsWith(1), await textsWith(2, 3));
    const { sent, reached, brokers } = await recentMail(t.context());
    assert.deepEqual({ sent, reached, brokers }, { sent: 1, reached: 1, brokers: 2 });
    const plans = await plansOf(t, recentMail);
    assert.ok(plans.every(({ text }) => !text.includes("tracker_events")), "no event is counted");
    const [{ plan }] = plans.filter(({ text }) => text.includes("run_people"));
    assert.match(plan, /SEARCH p USING PRIMARY KEY \(email_id=\? AND sent_id=\?\)/);
    assert.match(
      plan,
      /SEARCH t USING COVERING INDEX tracked_recipients_run \(email_id=\? AND sent_id=\? AND email=\?\)/,
    );
    assert.match(plan, /SEARCH m USING PRIMARY KEY \(campaign_id=\? AND run=\? AND status=\?\)/);
  }));

Deno.test("counts of thousands have their commas, of a run and of its brokers", () =>
  withApp(async (t) => {
    const text = { subject: "Rates", preview: "", body: "Hello", createdAt: t.now() };
    await t.deps.db.insert(campaigns).values({
      ...text,
      name: "Rates",
      runs: 1,
      lastRan: t.now(),
      lastRecipients: 20_000,
    });
    const run = { campaignId: 1, run: 1, subject: "Rates", preview: "", body: "Hello", startedAt: t.now() };
    await t.deps.db.insert(campaignRuns).values({ ...run, finishedAt: t.now(), unsubscribed: 1234 });
    const { html } = await shown(t, "");
    assert.match(html, />20,000</, "brokers of the last run");
    assert.match(html, />1,234</, "in the strip");
    const page = await (await t.get("/dashboard/viewemail?id=1", await t.account({ role: 9 }))).text();
    assert.match(page, />1,234</, "of the run");
  }));
