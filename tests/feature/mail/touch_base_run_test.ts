/**
 * Touch-base as it runs: who is queued and when, what is sent, once, and who is left out meanwhile (loans specification
 * 3.12 and 4.7).
 */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import {
  accounts,
  blacklist,
  mails,
  touchBaseConfig,
  touchBaseQueue,
  touchBaseTemplates,
  trackedEmails,
  trackedRecipients,
} from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { runDueCampaigns } from "../../../lib/features/mail/run_campaigns.ts";
import { getTouchBase } from "../../../lib/features/mail/get_touch_base.ts";
import { sendTouchBase } from "../../../lib/features/mail/send_touch_base.ts";
import { recordHits } from "../../../lib/features/tracking/record_hits.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { addMail, transportOf, workerOf } from "../../support/mail.ts";
import { plansOf } from "../../support/plans_of.ts";
import { CHROME, sendTracked } from "../../support/tracking.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;
const ADDRESS = { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" };
const TEMPLATES = [
  { list: "normal", position: 0, subject: "Anything to price, {firstName}?", body: "Hi {firstName}" },
  { list: "normal", position: 1, subject: "Coffee?", body: "Hi {firstName},\n\n[Book](https://lender.example/book)" },
  { list: "elite", position: 0, subject: "A word on your pipeline", body: "Hi {firstName}" },
] as const;

/** An application whose touch-base is on, without its mail worker, so that nothing leaves; Friday noon in Toronto. */
const withTouchBase = (run: (t: TestApp) => Promise<void>, env: Record<string, string> = ADDRESS) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    await t.deps.db.update(touchBaseConfig).set({ TOUCH_BASE_ENABLED: true });
    await t.deps.db.insert(touchBaseTemplates).values([...TEMPLATES]);
    await run(t);
  }, env);
const broker = (t: TestApp, name: string, more: Partial<typeof accounts.$inferInsert> = {}) =>
  t.account({ name, email: `${name.toLowerCase().replace(" ", ".")}@broker.example`, touchBaseEmails: true, ...more });

/** The person opens a mail from so many addresses at an instant; `clicks` follow a link far apart from each other. */
async function interest(t: TestApp, who: TestAccount, opens: number, clicks = 0, at = t.now()) {
  const sent = await sendTracked(t, { name: `Rates ${at} ${who.id}` }, [who]);
  const { pixel, links } = sent.get(who.email)!;
  const hit = (path: string, address: string, when: number) => ({
    token: path.split("/").at(-1)!.replace(".gif", ""),
    at: when,
    method: "GET",
    userAgent: CHROME,
    address,
  });
  await recordHits(t.context(), [
    ...Array.from({ length: opens }, (_, i) => hit(pixel, `99.231.${who.id}.${i}`, at)),
    ...Array.from({ length: clicks }, (_, i) => hit(links[0], `99.231.${who.id}.1`, at - i * 10_000)),
  ]);
}
const queued = (t: TestApp) => t.deps.db.select().from(touchBaseQueue).orderBy(asc(touchBaseQueue.id));
const written = (t: TestApp) =>
  t.deps.db.select().from(mails).where(eq(mails.kind, "touchBase")).orderBy(asc(mails.id));

Deno.test("four interactions in a week queue a broker, once; fewer, older ones and machines' do not", () =>
  withTouchBase(async (t) => {
    const ann = await broker(t, "Ann Lee");
    await interest(t, ann, 2, 2);
    await interest(t, await broker(t, "Bea Roy"), 3);
    await interest(t, await broker(t, "Old Ina"), 4, 0, t.now() - 7 * DAY - 1);
    const edge = await broker(t, "Edge Eve", { rating: "elite" });
    await interest(t, edge, 4, 0, t.now() - 7 * DAY);
    await interest(t, await broker(t, "Off Dora", { touchBaseEmails: false }), 9);
    await interest(t, await broker(t, "Gone Evan", { status: 0 }), 9);
    await interest(t, await t.account({ name: "Ines", role: ROLE.administrator, touchBaseEmails: true }), 9);
    await t.runJobs();
    await t.runJobs();
    const rows = await queued(t);
    assert.deepEqual(rows.map((row) => [row.accountId, row.templateId, row.rating, row.sent, row.queuedAt]), [
      [ann.id, 1, "green", 0, t.now()],
      [edge.id, 3, "elite", 0, t.now()],
    ]);
  }));

Deno.test("a queued mail leaves after the delay in business hours, once, tracked, with an unsubscribe link", () =>
  withTouchBase(async (t) => {
    const ann = await broker(t, "Ann Lee");
    await interest(t, ann, 4);
    await t.runJobs();
    t.advance(7 * HOUR);
    await t.runJobs();
    assert.deepEqual(await written(t), [], "Friday, 19:00");
    t.advance(2 * DAY + 13 * HOUR - 1);
    await t.runJobs();
    assert.deepEqual(await written(t), [], "Monday, before 08:00");
    t.advance(1);
    await t.runJobs();
    await t.runJobs();
    const [mail, ...more] = await written(t);
    assert.deepEqual([mail.to, mail.subject, more.length], [ann.email, "Anything to price, Ann?", 0]);
    assert.ok(mail.html.includes("/t/o/") && mail.text.includes(ADDRESS.LENDER_ADDRESS));
    assert.match(JSON.parse(mail.headers!)["List-Unsubscribe"], /^<http:\/\/localhost\/unsubscribe\//);
    const [item] = await queued(t);
    assert.deepEqual([item.sent, item.skip, item.sentDate], [1, 0, t.now()]);
    const tracked = await t.deps.db.select().from(trackedEmails).where(eq(trackedEmails.name, "Touch-base")).get();
    assert.equal(tracked!.timesRan, 1);
    const [to] = await t.deps.db.select().from(trackedRecipients).where(eq(trackedRecipients.emailId, tracked!.id));
    assert.deepEqual([to.accountId, to.mailKey], [ann.id, mail.idempotencyKey]);
    // The queue's row leads to the broker, and to the run that tells what was done with it.
    const { que: [row] } = await getTouchBase(t.context());
    assert.deepEqual([row.accountId, row.emailId, row.sentId], [ann.id, tracked!.id, 1]);
  }));

Deno.test("mails that wait in the outbox are held while touch-base is off, and leave once it is on again", () =>
  withTouchBase(async (t) => {
    for (const kind of ["touchBase", "campaign"]) await addMail(t, { kind, to: `${kind}@broker.example` });
    const turn = (on: boolean) => t.deps.db.update(touchBaseConfig).set({ TOUCH_BASE_ENABLED: on });
    const worker = workerOf(t, transportOf(() => "id"));
    const run = async () => {
      await runDueCampaigns(t.context());
      await worker.drain();
      return (await t.deps.db.select().from(mails).orderBy(asc(mails.id))).map(({ status }) => status);
    };
    await turn(false);
    for (let n = 0; n < 2; n++) assert.deepEqual(await run(), ["paused", "sent"]);
    await turn(true);
    assert.deepEqual(await run(), ["sent", "sent"]);
    await worker.stop();
    // Each minute: of all mails that ever left none is read.
    const asked = await plansOf(t, runDueCampaigns);
    const released = asked.filter(({ text }) => text.startsWith("update") && text.includes("touch_base_config"));
    assert.equal(released.length, 1);
    assert.match(released[0].plan, /SEARCH mails USING (COVERING )?INDEX mails_status \(status=\? AND kind=\?\)/);
  }));

Deno.test("after the buffer a broker gets the next template, and after the last the first again", () =>
  withTouchBase(async (t) => {
    const ann = await broker(t, "Ann Lee");
    const had: (number | null)[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await interest(t, ann, 4);
      await t.runJobs();
      t.advance(10 * DAY);
      await interest(t, ann, 4);
      await t.runJobs();
      assert.equal((await queued(t)).length, turn + 1, "not within the buffer");
      had.push((await queued(t)).at(-1)!.templateId);
      t.advance(60 * DAY - 10 * DAY);
    }
    assert.deepEqual(had, [1, 2, 1]);
    assert.equal((await written(t)).length, 3);
  }));

Deno.test("consent, blacklist and account are checked again when a mail is sent, and the reason is stored", () =>
  withTouchBase(async (t) => {
    const names = ["Ann Lee", "Bea Roy", "Cem Kaya", "Dan Orr", "Eve Ado"];
    const all = await Promise.all(names.map((name) => broker(t, name)));
    for (const one of all) await interest(t, one, 4);
    await t.runJobs();
    const { db } = t.deps;
    await db.update(accounts).set({ touchBaseEmails: false }).where(eq(accounts.id, all[0].id));
    await db.insert(blacklist).values({ email: "bea.roy@broker.example", addedAt: t.now() });
    await db.update(accounts).set({ status: 0 }).where(eq(accounts.id, all[2].id));
    await db.update(accounts).set({ role: ROLE.administrator }).where(eq(accounts.id, all[4].id));
    t.advance(3 * DAY);
    await t.runJobs();
    assert.deepEqual((await queued(t)).map(({ sent, skip, why }) => [sent, skip, why]), [
      [1, 1, "consent"],
      [1, 1, "blacklist"],
      [1, 1, "disabled"],
      [1, 0, ""],
      [1, 1, "role"],
    ]);
    assert.deepEqual((await written(t)).map(({ to }) => to), ["dan.orr@broker.example"]);
    const me = await t.account({ role: ROLE.administrator });
    const { que } = (await (await t.get("/api/loans/touchbasedata", me)).json()).data;
    const states = que.map(({ name, state, why }: { name: string; state: string; why: string }) => [name, state, why]);
    assert.deepEqual(states.sort(), [
      ["Ann Lee", "Skipped", "Touch-base emails are off"],
      ["Bea Roy", "Skipped", "On the blacklist"],
      ["Cem Kaya", "Skipped", "Account disabled"],
      ["Dan Orr", "Sent", ""],
      ["Eve Ado", "Skipped", "No broker any more"],
    ]);
  }));

Deno.test("mails that leave together are rendered once a template, and each broker gets the next of their list", () =>
  withTouchBase(async (t) => {
    for (const name of ["Ann Lee", "Bea Roy", "Cem Kaya"]) await interest(t, await broker(t, name), 4);
    await interest(t, await broker(t, "Eve Elite", { rating: "elite" }), 4);
    await t.runJobs();
    t.advance(3 * DAY);
    // Their templates were deleted: each gets the next of his list at sending time.
    await t.deps.db.update(touchBaseQueue).set({ templateId: null });
    const ctx = t.context(null);
    let rendered = 0;
    const render: typeof ctx.mail.render = (mail) => {
      rendered++;
      return ctx.mail.render(mail);
    };
    await sendTouchBase({ ...ctx, mail: { ...ctx.mail, render } });
    assert.equal(rendered, 2);
    assert.deepEqual((await queued(t)).map(({ templateId, sent }) => [templateId, sent]), [[1, 1], [1, 1], [1, 1], [
      3,
      1,
    ]]);
  }));

Deno.test("the queue shows what was sent, and what waits for a template once none is left", () =>
  withTouchBase(async (t) => {
    const ann = await broker(t, "Ann Lee");
    await interest(t, ann, 4);
    await t.runJobs();
    t.advance(3 * DAY);
    await t.runJobs();
    await interest(t, await broker(t, "Bea Roy"), 4);
    await t.runJobs();
    const seen = async () =>
      (await getTouchBase(t.context(null))).que.map(({ name, subject, state, sendsAt }) => [
        name,
        subject,
        state.replace(/ in .*/, ""),
        sendsAt !== null,
      ]);
    const sent = ["Ann Lee", "Anything to price, Ann?", "Sent", false];
    assert.deepEqual(await seen(), [["Bea Roy", "Anything to price, {firstName}?", "Sending", true], sent]);
    await t.deps.db.delete(touchBaseTemplates).where(eq(touchBaseTemplates.id, 1));
    assert.deepEqual(await seen(), [["Bea Roy", "Coffee?", "Sending", true], sent]);
    await t.deps.db.delete(touchBaseTemplates);
    assert.deepEqual(await seen(), [["Bea Roy", null, "Waiting for a template", false], sent]);
  }));

Deno.test("switched off nothing is queued and nothing leaves; queued items continue when it is on again", () =>
  withTouchBase(async (t) => {
    const ann = await broker(t, "Ann Lee");
    await interest(t, ann, 4);
    await t.runJobs();
    const turn = (on: boolean) => t.deps.db.update(touchBaseConfig).set({ TOUCH_BASE_ENABLED: on });
    await turn(false);
    t.advance(3 * DAY);
    await interest(t, await broker(t, "Bea Roy"), 4);
    await t.runJobs();
    assert.deepEqual([(await queued(t)).map(({ sent }) => sent), (await written(t)).length], [[0], 0]);
    await turn(true);
    await t.runJobs();
    assert.deepEqual((await queued(t)).map(({ sent }) => sent), [1, 0]);
    assert.deepEqual((await written(t)).map(({ to }) => to), [ann.email]);
  }));

Deno.test("a skipped item never leaves but counts for the buffer; without an address or a template nothing leaves", async () => {
  await withTouchBase(async (t) => {
    const ann = await broker(t, "Ann Lee");
    await interest(t, ann, 4);
    await t.runJobs();
    const me = await t.account({ role: ROLE.administrator });
    assert.equal((await t.post("/api/loans/skiptouchbaseemail", { id: 1 }, me)).status, 200);
    t.advance(3 * DAY);
    await interest(t, ann, 4);
    await t.runJobs();
    assert.deepEqual([(await queued(t)).length, (await written(t)).length], [1, 0]);
  });
  await withTouchBase(async (t) => {
    await interest(t, await broker(t, "Ann Lee"), 4);
    await t.runJobs();
    t.advance(3 * DAY);
    await t.runJobs();
    const me = await t.account({ role: ROLE.administrator });
    const { que, paused } = (await (await t.get("/api/loans/touchbasedata", me)).json()).data;
    assert.deepEqual([que.length, que[0].state, (await written(t)).length], [1, "Paused", 0]);
    assert.match(paused, /LENDER_ADDRESS/);
  }, {});
  await withTouchBase(async (t) => {
    await t.deps.db.delete(touchBaseTemplates).where(eq(touchBaseTemplates.list, "elite"));
    await interest(t, await broker(t, "Eve Elite", { rating: "elite" }), 4);
    await interest(t, await broker(t, "Ann Lee"), 4);
    await t.runJobs();
    assert.equal((await queued(t)).length, 1, "the elite list is empty");
    await t.deps.db.delete(touchBaseTemplates);
    t.advance(3 * DAY);
    await t.runJobs();
    assert.deepEqual((await queued(t)).map(({ sent }) => sent), [0], "its template is gone");
    await t.deps.db.insert(touchBaseTemplates).values({ list: "normal", position: 0, subject: "New", body: "Hi" });
    await t.runJobs();
    assert.deepEqual((await written(t)).map(({ subject }) => subject), ["New"]);
  });
});
