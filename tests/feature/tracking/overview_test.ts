/** The overview of tracking, and the mail on a broker's page (loans specification 2.10 and 3.13). */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { campaigns, mails, trackedEmails } from "../../../db/schema/mod.ts";
import { addDays } from "../../../lib/domain/dates.ts";
import { SPANS, weekOf, weekSql } from "../../../lib/domain/tracking/periods.ts";
import { listMailOfAccount, trackingCharts, trackingOverview } from "../../../lib/features/tracking/mod.ts";
import { withApp } from "../../support/app.ts";
import { GOOGLE, record, sendTracked } from "../../support/tracking.ts";

Deno.test("the overview shows brokers whose links a machine alone clicked", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    await record(t, { path: mail.trap });
    const { brokers } = await trackingOverview(t.context(), 10);
    assert.deepEqual(brokers.map(({ name, machineClicks, hot }) => [name, machineClicks, hot]), [["Ann", 1, 0]]);
    const me = await t.account({ role: 9 });
    const shown = async (query: string) => (await (await t.get(`/dashboard/tracking/overview${query}`, me)).text());
    assert.doesNotMatch(await shown(""), /viewbroker\?id=\d/, "nothing of people");
    assert.match(await shown("?machines=shown"), /viewbroker\?id=\d/);
  }));

Deno.test("the overview's page has fifty of a list and links to the rest, each list turned by itself; its call has all", () =>
  withApp(async (t) => {
    const rows = [];
    for (let i = 0; i < 51; i++) rows.push(await t.account({ role: 0, name: `Broker ${String(i).padStart(2, "0")}` }));
    const sent = await sendTracked(t, {}, rows);
    await record(t, ...rows.map(({ email }) => ({ path: sent.get(email)!.pixel })));
    const me = await t.account({ role: 9 });
    const page = async (query: string) => (await (await t.get(`/dashboard/tracking/overview${query}`, me)).text());
    const named = (html: string) => [...html.matchAll(/viewbroker\?id=\d+">([^<]+)</g)].map(([, name]) => name);
    const first = await page("?brokers=opens");
    assert.deepEqual([named(first).length, named(first).at(-1)], [50, "Broker 49"]);
    assert.ok(first.includes('href="/dashboard/tracking/overview?brokers=opens&amp;page=2#brokers-title"'));
    const second = await page("?brokers=opens&page=2");
    assert.deepEqual(named(second), ["Broker 50"]);
    assert.ok(second.includes("Weekly rates"), "the emails stay on their own page");
    assert.ok(second.includes('href="/dashboard/tracking/overview?range=30&amp;brokers=opens"'), "a range begins anew");
    const { brokers } = await (await t.get("/api/tracker/overview?range=10", me)).json();
    assert.equal(brokers.length, 51);
    assert.equal((await t.get("/api/tracker/overview", me)).status, 200, "ten days where none are asked for");
    const other = await t.get("/api/tracker/overview?range=90", me);
    assert.deepEqual([other.status, (await other.json()).reason], [
      422,
      "Choose a range in days: 5, 7, 10, 30, 60, 365, 99999.",
    ]);
  }));

Deno.test("the overview draws each day of its range, months of a long one, and the most followed links", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    await record(t, { path: mail.pixel }, { path: mail.links[1] });
    await record(t, { path: mail.links[0], at: t.now() - 3 * 24 * 3600_000 });
    await record(t, { path: mail.trap, at: t.now() - 60_000 });
    const five = await trackingCharts(t.context(), 5);
    assert.deepEqual(five.periods.map(({ period, opens, clicks }) => [period, opens, clicks]), [
      ["2026-11-16", 0, 0],
      ["2026-11-17", 0, 1],
      ["2026-11-18", 0, 0],
      ["2026-11-19", 0, 0],
      ["2026-11-20", 1, 1],
    ]);
    assert.deepEqual(five.links, [
      { link: "https://lender.example/a", clicks: 1 },
      { link: "https://lender.example/b", clicks: 1 },
    ]);
    const all = await trackingCharts(t.context(), 99999);
    assert.deepEqual(all.periods, [{ period: "2026-11", opens: 1, clicks: 2 }]);
  }));

Deno.test("the overview counts the days of its range in Toronto, today included", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    // The test clock is 12:00 on 20 November in Toronto; five days back the first is the 16th, from 00:00 (05:00 UTC).
    const edge = Date.UTC(2026, 10, 16, 5);
    await record(t, { path: mail.pixel, at: edge - 1 }, { path: mail.pixel, at: edge, from: "99.1.1.1" });
    const opens = async (range: number) =>
      (await trackingOverview(t.context(), range)).emails.map((e) => [e.opens, e.uniqueOpens])[0];
    assert.deepEqual(await opens(5), [1, 1]);
    assert.deepEqual(await opens(7), [2, 2]);
    assert.deepEqual(await opens(99999), [2, 2]);
  }));

Deno.test("an address of a contact is one unique open of a range, whatever it opened before", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const [one, two] = [await sendTracked(t, {}, [ann]), await sendTracked(t, { name: "Other" }, [ann])]
      .map((sent) => sent.get(ann.email)!);
    const edge = Date.UTC(2026, 10, 16, 5), day = 24 * 3600_000;
    await record(
      t,
      // From home before the range, at its first instant and again in it; from elsewhere before it alone.
      { path: one.pixel, at: edge - day },
      { path: one.pixel, at: edge },
      { path: one.pixel, at: edge + day },
      { path: one.pixel, at: edge - 1, from: "99.1.1.1" },
      { path: two.pixel, at: edge + day },
    );
    const unique = async (range: number) => {
      const { emails, brokers } = await trackingOverview(t.context(), range);
      return [...emails.toSorted((a, b) => a.id - b.id).map((email) => email.uniqueOpens), brokers[0].uniqueOpens];
    };
    // Each email counts it by itself, the broker once.
    assert.deepEqual(await unique(5), [1, 1, 1]);
    assert.deepEqual(await unique(7), [2, 1, 2]);
    assert.deepEqual(await unique(99999), [2, 1, 2]);
    const me = await t.account({ role: 9 });
    const page = await (await t.get("/dashboard/tracking/overview?range=5", me)).text();
    for (
      const says of ["An address counts once over all emails", "an address of a contact counts once in each email"]
    ) {
      assert.ok(page.includes(says), says);
    }
    assert.match(page, /<dt>Unique opens<\/dt><dd>2<div[^>]*>an address of a contact counts once, in each email/);
  }));

Deno.test("touch-base leads to all its runs, a campaign to its last one", () =>
  withApp(async (t) => {
    const [ann, bob] = [await t.account({ role: 0, name: "Ann" }), await t.account({ role: 0, name: "Bob" })];
    await sendTracked(t, { name: "Touch-base" }, [ann]);
    const sent = await sendTracked(t, { name: "Touch-base", sentId: 2 }, [bob]);
    await record(t, { path: sent.get(bob.email)!.pixel });
    const [campaign] = await t.deps.db.insert(campaigns).values({ name: "Rates", createdAt: 1 })
      .returning();
    await t.deps.db.insert(trackedEmails).values({ name: "Rates", campaignId: campaign.id, timesRan: 3, createdAt: 1 });
    const me = await t.account({ role: 9 });
    const page = async (path: string) => (await (await t.get(path, me)).text());
    const list = await page("/dashboard/tracking");
    assert.match(list, /href="\/dashboard\/tracking\/1\/1\?run=all">Touch-base</);
    assert.match(list, /href="\/dashboard\/tracking\/2\/3">Rates</);
    assert.match(await page("/dashboard/tracking/overview"), /href="\/dashboard\/tracking\/1\/1\?run=all">Touch-base</);
    const runs = await page("/dashboard/tracking/1/1?run=all");
    for (const name of ["Ann", "Bob"]) assert.ok(runs.includes(name), name);
    assert.match(runs, /href="\/dashboard\/emails#touch-base"/);
  }));

Deno.test("a long range counts its first days and whole months after them, each once", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    // 365 days back from 20 November the first is 21 November 2025. Noon in Toronto of each day.
    const days = ["2025-11-20", "2025-11-21", "2025-11-30", "2025-12-01", "2026-10-31", "2026-11-01", "2026-11-20"];
    await record(
      t,
      ...days.map((day, i) => ({ path: mail.pixel, at: Date.parse(`${day}T17:00Z`), from: `99.1.1.${i}` })),
    );
    // Days of whole months are not read: there are too many of them.
    await t.deps.db.run(sql`delete from tracker_spans where length(span) = 10 and span > '2025-11-30'`);
    const { emails, brokers } = await trackingOverview(t.context(), 365);
    for (const { opens, uniqueOpens } of [emails[0], brokers[0]]) assert.deepEqual([opens, uniqueOpens], [6, 6]);
    const all = await trackingOverview(t.context(), 99999);
    assert.deepEqual([all.emails[0].opens, all.brokers[0].uniqueOpens], [7, 7]);
  }));

Deno.test("a broker's page has each mail sent, and what people did with it", () =>
  withApp(async (t) => {
    const [ann, bob] = [await t.account({ role: 0, name: "Ann" }), await t.account({ role: 0, name: "Bob" })];
    const key = { kind: "campaign", html: "", text: "", dueAt: t.now(), createdAt: t.now() };
    await t.deps.db.insert(mails).values([
      { ...key, idempotencyKey: "m1", to: ann.email, subject: "Rates fell", status: "sent", sentAt: t.now() },
      { ...key, idempotencyKey: "m2", to: ann.email, subject: "They rose", status: "failed" },
      { ...key, idempotencyKey: "m3", to: ann.email, subject: "They wait", status: "paused" },
    ]);
    const first = (await sendTracked(t, { mailKey: "m1" }, [ann])).get(ann.email)!;
    await sendTracked(t, { sentId: 2, mailKey: "m2" }, [ann]);
    await sendTracked(t, { sentId: 3, mailKey: "m3" }, [ann]);
    await sendTracked(t, { name: "Other" }, [bob]);
    const later = t.now() + 60_000;
    await record(t, { path: first.pixel, at: later }, { path: first.pixel, at: later, agent: GOOGLE });
    const rows = await listMailOfAccount(t.context(), ann.id);
    assert.deepEqual(
      rows.map(({ subject, status, opens, clicks, lastAt }) => [subject, status, opens, clicks, lastAt]),
      [
        ["They wait", "paused", 0, 0, null],
        ["They rose", "failed", 0, 0, null],
        ["Rates fell", "sent", 1, 0, later],
      ],
    );
    const me = await t.account({ role: 9 });
    const html = await (await t.get(`/dashboard/viewbroker?id=${ann.id}`, me)).text();
    for (const words of ["Rates fell", "1 open", "Could not be sent", "Paused", "Not opened yet"]) {
      assert.ok(html.includes(words));
    }
    assert.ok(!html.includes(">Other<"));
  }));

Deno.test("the spans of a day have the same names in SQL and in TypeScript", () =>
  withApp(async (t) => {
    for (let day = "2027-12-28"; day < "2029-01-12"; day = addDays(day, 1)) {
      const names = SPANS.map(({ name }) => name(day));
      const ofDay = SPANS.map(({ sql }) => sql(`'${day}'`));
      const ofShorter = SPANS.slice(1).map(({ sql }, i) => sql(`'${names[i]}'`));
      const all = [...ofDay, ...ofShorter, weekSql(`'${day}'`)];
      const { rows } = await t.deps.db.$client.execute(`select ${all.join(", ")}`);
      assert.deepEqual(Array.from(rows[0] as ArrayLike<unknown>), [...names, ...names.slice(1), weekOf(day)]);
      assert.deepEqual(names.map(({ length }) => length), SPANS.map(({ letters }) => letters));
    }
  }));
