/**
 * Figures beside those of the time before: weeks, as many days before a range, the run before; and when a run was read.
 */
import assert from "node:assert/strict";
import { campaignRuns, campaigns, mails, trackedEmails } from "../../../db/schema/mod.ts";
import { DAY_MS, HOUR_MS } from "../../../lib/domain/dates.ts";
import { isOnly } from "../../../db/derived/tracker_weeks.ts";
import { daysBefore, readingOf, trackingWeeks } from "../../../lib/features/tracking/mod.ts";
import { firstOpens, followedLinks } from "../../../lib/features/tracking/reading.ts";
import { withApp } from "../../support/app.ts";
import { GOOGLE, record, sendTracked } from "../../support/tracking.ts";

// The test clock is Friday, 20 November 2026, 12:00 in Toronto: its week began on Monday the 16th at 05:00 UTC.
const MONDAY = Date.UTC(2026, 10, 16, 5);

Deno.test("weeks count distinct addresses of people within each, from Monday in Toronto, for each email and for all", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const rates = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    const deals = (await sendTracked(t, { name: "Deals" }, [ann])).get(ann.email)!;
    await record(
      t,
      { path: rates.pixel, at: MONDAY - 1 },
      { path: rates.pixel, at: MONDAY },
      { path: rates.pixel, at: MONDAY + HOUR_MS },
      { path: rates.pixel, at: MONDAY + 2 * HOUR_MS, from: "99.1.1.1" },
      { path: rates.pixel, at: MONDAY + 3 * HOUR_MS, agent: GOOGLE },
      { path: rates.links[0], at: MONDAY - 7 * DAY_MS - 1 },
      { path: deals.pixel, at: MONDAY - 1 },
      // Thirteen weeks back: no longer drawn.
      { path: deals.pixel, at: MONDAY - 84 * DAY_MS - DAY_MS },
    );
    const { all, ofEmail } = await trackingWeeks(t.context());
    assert.equal(all.uniqueOpens.length, 13);
    assert.deepEqual(all.uniqueOpens.slice(-3), [0, 2, 2]);
    assert.deepEqual(all.clicks.slice(-3), [1, 0, 0]);
    assert.deepEqual(ofEmail(1).uniqueOpens.slice(-2), [1, 2]);
    assert.deepEqual(ofEmail(2).uniqueOpens.filter((n) => n > 0), [1]);
    assert.equal(ofEmail(3).clicks.length, 13);
    const me = await t.account({ role: 9 });
    const html = await (await t.get("/dashboard/tracking", me)).text();
    assert.ok(html.includes("2 since Monday, 2 last week, 0 the week before"));
    assert.ok(html.includes('aria-label="Unique opens in the last 12 weeks: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1"'));
  }));

Deno.test("opens and clicks of a range are compared with as many days before it; all time is compared with none", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const mail = (await sendTracked(t, {}, [ann])).get(ann.email)!;
    const days = [0, 4, 5, 9, 10, 400].map((days) => ({ path: mail.pixel, at: t.now() - days * DAY_MS }));
    await record(t, ...days, { path: mail.links[0], at: t.now() - 7 * DAY_MS });
    assert.deepEqual(await daysBefore(t.context(), 5), { opens: 2, clicks: 1 });
    assert.deepEqual(await daysBefore(t.context(), 10), { opens: 1, clicks: 0 });
    assert.deepEqual(await daysBefore(t.context(), 365), { opens: 1, clicks: 0 });
    assert.equal(await daysBefore(t.context(), 99999), null);
    const me = await t.account({ role: 9 });
    const html = await (await t.get("/dashboard/tracking/overview?range=5", me)).text();
    assert.ok(html.includes("2 in the 5 days before") && html.includes("1 in the 5 days before"));
    assert.ok(html.includes("counted up to today alone, so not for the days before"));
    const all = await (await t.get("/dashboard/tracking/overview?range=99999", me)).text();
    assert.ok(all.includes("in each email<") && !all.includes("days before"));
    assert.ok(html.includes(`href="mailto:${ann.email}"`));
  }));

Deno.test("a run says when it was read, each address once, which links were followed, and what the run before had", () =>
  withApp(async (t) => {
    const [ann, bob] = [await t.account({ role: 0, name: "Ann" }), await t.account({ role: 0, name: "Bob" })];
    const sentAt = t.now() - 3 * DAY_MS;
    const text = { name: "Weekly rates", subject: "", preview: "", body: "" };
    const [{ id: campaignId }] = await t.deps.db.insert(campaigns).values({ ...text, createdAt: sentAt }).returning();
    const { name: _name, ...kept } = text;
    await t.deps.db.insert(campaignRuns).values({ campaignId, run: 2, ...kept, startedAt: sentAt });
    const before = (await sendTracked(t, {}, [ann, bob])).get(bob.email)!;
    const sent = await sendTracked(t, { sentId: 2 }, [ann, bob]);
    await t.deps.db.update(trackedEmails).set({ campaignId });
    const [a, b] = [sent.get(ann.email)!, sent.get(bob.email)!];
    await record(
      t,
      { path: before.pixel, at: sentAt - 9 * DAY_MS },
      { path: before.links[0], at: sentAt - 9 * DAY_MS },
      { path: a.pixel, at: sentAt + 60_000 },
      { path: a.pixel, at: sentAt + 5 * HOUR_MS },
      { path: b.pixel, at: sentAt + 5 * HOUR_MS },
      { path: b.pixel, at: sentAt + 2 * DAY_MS, from: "99.1.1.1" },
      { path: b.pixel, at: sentAt + 6 * HOUR_MS, agent: GOOGLE },
      { path: b.links[1], at: sentAt + 5 * HOUR_MS },
    );
    const run = await readingOf(t.context(), { emailId: 1, sentId: 2 }, "");
    assert.equal(run.sentAt, sentAt);
    assert.deepEqual(run.times.columns.map(({ opens }) => opens).slice(0, 7), [1, 0, 0, 0, 0, 1, 0]);
    assert.equal(run.times.later, 1);
    assert.deepEqual(run.links, [{ link: "https://lender.example/b", clicks: 1 }]);
    assert.deepEqual(run.before, { uniqueOpens: 1, clicks: 1 });
    const all = await readingOf(t.context(), { emailId: 1, sentId: "all" }, "days");
    assert.deepEqual([all.sentAt, all.before, all.times.columns.length], [null, null, 7]);
    assert.equal(all.times.columns.reduce((sum, { opens }) => sum + opens, 0), 4);
    const me = await t.account({ role: 9 });
    const page = async (path: string) => (await (await t.get(`/dashboard/tracking/1/${path}`, me)).text());
    const html = await page("2");
    assert.ok(html.includes("1 in the run before") && html.includes(`href="/dashboard/viewemail?id=${campaignId}"`));
    assert.ok((await page("2?read=days")).includes("Unique opens in the first 14 days after sending"));
    const ofAll = "Unique opens of each run by hour of the day";
    for (const path of ["2?run=all", "all"]) assert.ok((await page(path)).includes(ofAll), path);
    assert.ok(!(await page("all?run=2")).includes(ofAll));
    const firstRun = /<option value="1" selected/;
    for (const path of ["none", "0", "-2", "1.5"]) assert.match(await page(path), firstRun, path);
    for (const path of ["3", "9999999999"]) {
      assert.equal((await t.get(`/dashboard/tracking/1/${path}`, me)).status, 404, path);
    }
    // One whose mail failed is none whom it reached, as in the list of campaigns.
    const mail = { kind: "campaign", subject: "", html: "", text: "", dueAt: 1, createdAt: 1 };
    const cem = await t.account({ role: 0, name: "Cem" });
    await sendTracked(t, { sentId: 2 }, [cem]);
    await t.deps.db.insert(mails).values([[ann, "sent"], [bob, "kept"], [cem, "failed"]].map(([to, status]) => ({
      ...mail,
      to: (to as typeof ann).email,
      status: status as "sent",
      idempotencyKey: `campaign:${campaignId}:2:${(to as typeof ann).email}`,
    })));
    const figures = await page("2");
    assert.ok(figures.includes("2 of 2 people") && figures.includes("2 of 2 opened it"));
  }));

Deno.test("a run without a record was sent when its first mail left", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const row = { kind: "touchBase", to: ann.email, subject: "", html: "", text: "", dueAt: 1, createdAt: 1 };
    await t.deps.db.insert(mails).values({ ...row, idempotencyKey: "m1", status: "sent", sentAt: t.now() - HOUR_MS });
    await sendTracked(t, { name: "Touch-base", mailKey: "m1" }, [ann]);
    const { sentAt, times } = await readingOf(t.context(), { emailId: 1, sentId: 1 }, "");
    assert.deepEqual([sentAt, times.later], [t.now() - HOUR_MS, 0]);
  }));

Deno.test("touch-base mails each person in a run of its own: none is compared with other people's", () =>
  withApp(async (t) => {
    const [ann, bob] = [await t.account({ role: 0, name: "Ann" }), await t.account({ role: 0, name: "Bob" })];
    const before = (await sendTracked(t, { name: "Touch-base" }, [ann])).get(ann.email)!;
    const now = (await sendTracked(t, { name: "Touch-base", sentId: 2 }, [bob])).get(bob.email)!;
    await record(t, { path: before.pixel }, { path: now.pixel });
    assert.equal((await readingOf(t.context(), { emailId: 1, sentId: 2 }, "")).before, null);
    const html = await (await t.get("/dashboard/tracking/1/2", await t.account({ role: 9 }))).text();
    assert.ok(html.includes("1 of 1 people") && !html.includes("in the run before"));
  }));

Deno.test("links that would read alike have their whole names, in the chart of an email and of a range", () =>
  withApp(async (t) => {
    const ann = await t.account({ role: 0, name: "Ann" });
    const links = ["http://x.example/a", "https://x.example/a/", "https://x.example/b/"];
    const mail = (await sendTracked(t, { links }, [ann])).get(ann.email)!;
    await record(t, ...mail.links.map((path, i) => ({ path, at: t.now() - i * HOUR_MS })));
    const me = await t.account({ role: 9 });
    for (const path of ["1/1", "overview"]) {
      const html = (await (await t.get(`/dashboard/tracking/${path}`, me)).text()).replaceAll("\u200b", "");
      const named = [...html.matchAll(/<th scope="row">([^<]*x\.example[^<]*)</g)].map(([, text]) => text);
      assert.deepEqual(named.toSorted(), ["http://x.example/a", "https://x.example/a/", "x.example/b"]);
    }
  }));

Deno.test("whether a week has an address already is read from one index, without the contact's other opens", () =>
  withApp(async (t) => {
    const asked = `explain query plan select ${isOnly("new")} from tracker_events as new where new.id = 1`;
    const plan = (await t.deps.db.$client.execute(asked)).rows.map(({ detail }) => String(detail)).join("\n");
    assert.match(
      plan,
      /SEARCH e USING COVERING INDEX tracker_events_opens \(email_id=\? AND email=\? AND ip=\? AND day>\? AND day<\?\)/,
    );
  }));

Deno.test("reading times and followed links are read from an index alone, of a run and of all", () =>
  withApp(async (t) => {
    for (const sentId of [3, "all"] as const) {
      for (const query of [firstOpens, followedLinks]) {
        const { sql, params } = query(t.deps.db, { emailId: 1, sentId }).toSQL();
        const asked = { sql: `explain query plan ${sql}`, args: params.map((param) => param as string) };
        const { rows } = await t.deps.db.$client.execute(asked);
        assert.match(String(rows[0].detail), /COVERING INDEX tracker_events_people \(email_id=\?/);
      }
    }
  }));
