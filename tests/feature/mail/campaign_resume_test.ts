/** When a campaign goes on after a pause, when a monthly one begins, and what is said where mails do not leave. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { mails } from "../../../db/schema/mod.ts";
import { activate, addresses, mailsOf, send, stored, text, withCampaign } from "../../support/campaign.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;

Deno.test("resumed after its time, an interval skips what it missed and waits for its next planned time", () =>
  withCampaign(1, async (t, me) => {
    const sendAt = t.now() + HOUR;
    await send(t, "updateemail", text(t, { type: "interval", everyDays: 1, sendAt }), me);
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    await send(t, "pauseemail", { id: 1 }, me);
    const page = async () => await (await t.get("/dashboard/viewemail?id=1", me)).text();
    assert.match(await page(), /Next run, once resumed:/);
    t.advance(2 * DAY + 11 * HOUR);
    assert.doesNotMatch(await page(), /Next run/, "in the past");
    assert.deepEqual(await send(t, "resumeemail", { id: 1 }, me), [200, { response: true }]);
    await t.runJobs();
    assert.deepEqual([await addresses(t), (await stored(t)).sendAt], [[], sendAt + 3 * DAY]);
    assert.match(await page(), /Next run: /);
    t.advance(sendAt + 3 * DAY - t.now());
    await t.runJobs();
    assert.equal((await addresses(t)).length, 1);
  }));

Deno.test("an email that goes once is not resumed after its time, which says what to do; stopped, it can be planned anew", () =>
  withCampaign(1, async (t, me) => {
    await send(t, "updateemail", text(t), me);
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    await send(t, "pauseemail", { id: 1 }, me);
    t.advance(2 * HOUR);
    const [status, { reason }] = await send(t, "resumeemail", { id: 1 }, me);
    assert.equal(status, 409);
    assert.match(reason, /^Its time, .+, has passed, so it would be sent at once\. Stop it, choose a new time, and/);
    await t.runJobs();
    assert.deepEqual([await addresses(t), (await stored(t)).paused], [[], true]);
    await send(t, "stopemail", { id: 1 }, me);
    await activate(t, me);
    await t.runJobs();
    assert.equal((await addresses(t)).length, 1);
  }));

Deno.test("where the one run's mails wait, a resume after its time lets them leave", () =>
  withCampaign(2, async (t, me) => {
    await activate(t, me, { type: "interval", everyDays: 1 });
    await t.runJobs();
    await send(t, "pauseemail", { id: 1 }, me);
    t.advance(3 * DAY);
    assert.equal((await send(t, "resumeemail", { id: 1 }, me))[0], 200);
    await t.runJobs();
    assert.deepEqual((await mailsOf(t)).map(({ status }) => status), ["waiting", "waiting"]);
    assert.equal((await stored(t)).runs, 1);
    assert.ok((await stored(t)).sendAt! > t.now());
  }));

Deno.test("a monthly email whose first day is another day of the month is refused with both ways out", () =>
  withCampaign(1, async (t, me) => {
    const monthly = { type: "interval", sendAt: Date.UTC(2026, 11, 10, 14) };
    const [status, { reason, fields }] = await send(t, "updateemail", text(t, { ...monthly, monthDay: 31 }), me);
    assert.deepEqual([status, fields], [422, { sendAt: reason }]);
    assert.match(reason, /^The first day is 10 Dec 2026, and the email runs monthly on day 31\. Choose 31 Dec 2026 as/);
    assert.equal((await send(t, "updateemail", text(t, { ...monthly, monthDay: 10 }), me))[0], 200);
  }));

Deno.test("without a mail service the screens warn of it, and say of what was kept that it was kept here", () =>
  withCampaign(2, async (t, me) => {
    await activate(t, me);
    const says = async (path: string) =>
      (await (await t.get(path, me)).text()).replace(/<(script|style).*?<\/\1>/gs, "").replace(/<[^>]+>/g, " ");
    const warning = /No mail service is set: emails are kept here and reach nobody/;
    for (const path of ["/dashboard/emails", "/dashboard/viewemail?id=1"]) assert.match(await says(path), warning);
    await t.runJobs();
    await t.deps.db.update(mails).set({ status: "kept", sentAt: t.now() });
    const run = await says("/dashboard/viewemail?id=1"), list = await says("/dashboard/emails");
    assert.match(run, /2 of 2\s+kept here/);
    assert.ok(list.match(/kept here/g)!.length >= 2, "the strip and the row");
    await t.deps.db.update(mails).set({ status: "sent" }).where(eq(mails.to, "B0@broker.example"));
    assert.match(await says("/dashboard/viewemail?id=1"), /2 of 2\s+1 kept here/);
  }));
