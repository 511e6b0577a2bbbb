/** The list of campaigns: its tabs, and the figures of the last 30 days above it. */
import assert from "node:assert/strict";
import { campaignRuns, campaigns, mails, suppressedAddresses, trackedEmails } from "../../../db/schema/mod.ts";
import { recentMail } from "../../../lib/features/mail/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
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

Deno.test("the strip counts the runs of the last 30 days: mails that left, people, and whom they reached", () =>
  withApp(async (t) => {
    const [ann, bob] = [await t.account({ role: 0, name: "Ann" }), await t.account({ role: 0, name: "Bob" })];
    await t.account({ role: 0, name: "Cleo" });
    await t.deps.db.insert(campaigns).values({ name: "Rates", runs: 2, lastRan: t.now(), createdAt: 1 });
    const run = { campaignId: 1, subject: "Rates", preview: "", body: "Hi", finishedAt: t.now() };
    await t.deps.db.insert(campaignRuns).values([
      { ...run, run: 1, startedAt: t.now() - 30 * DAY - 1, unsubscribed: 4 },
      { ...run, run: 2, startedAt: t.now() - 30 * DAY, unsubscribed: 1 },
    ]);
    const mail = { kind: "campaign", subject: "", html: "", text: "", dueAt: t.now(), createdAt: t.now() };
    await t.deps.db.insert(mails).values([
      { ...mail, to: ann.email, idempotencyKey: `campaign:1:1:${ann.email}`, status: "sent" },
      { ...mail, to: ann.email, idempotencyKey: `campaign:1:2:${ann.email}`, status: "sent" },
      { ...mail, to: bob.email, idempotencyKey: `campaign:1:2:${bob.email}`, status: "failed" },
    ]);
    const before = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    const now = (await sendTracked(t, { sentId: 2 }, [ann, bob])).get(ann.email)!;
    await t.deps.db.update(trackedEmails).set({ campaignId: 1 });
    await record(t, { path: before.links[0] }, { path: now.pixel });
    await t.deps.db.insert(suppressedAddresses).values([
      { email: bob.email, why: "bounced", at: t.now() },
      { email: "old@broker.example", why: "bounced", at: t.now() - 31 * DAY },
      { email: "angry@broker.example", why: "complained", at: t.now() },
    ]);
    assert.deepEqual(await recentMail(t.context()), {
      sent: 1,
      opened: 1,
      clicked: 0,
      unsubscribed: 1,
      bounced: 1,
      reached: 2,
      brokers: 3,
      waiting: null,
    });
    const { html } = await shown(t, "");
    for (const words of ["Sent in 30 days", "100%", "2 of 3", "Off"]) assert.ok(html.includes(words), words);
  }));
