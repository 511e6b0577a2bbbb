/** A campaign's life: who may get none any more, stops and pauses at any point, broken runs, what can change when. */
import assert from "node:assert/strict";
import { and, eq, not } from "drizzle-orm";
import { accounts, auditRows, campaignRuns, campaigns, mails, trackedRecipients } from "../../../db/schema/mod.ts";
import { RECIPIENTS_AT_ONCE } from "../../../lib/domain/mail/campaign.ts";
import { runDueCampaigns } from "../../../lib/features/mail/run_campaigns.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { activate, addresses, mailsOf, send, stored, text, withCampaign } from "../../support/campaign.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;

const brokerOf = async (t: TestApp, name: string) =>
  (await t.deps.db.select().from(accounts).where(eq(accounts.name, name)).get())!;
const progressOf = async (t: TestApp, me: TestAccount) =>
  (await (await t.get("/api/loans/emailprogress?id=1", me)).json()).data;

/** Runs what is due, ending as a process does that is killed after so many pages. */
async function runPages(t: TestApp, pages: number): Promise<void> {
  let left = pages;
  const ctx = t.context(null);
  const killed = {
    ...ctx,
    mail: {
      ...ctx.mail,
      wake() {
        if (--left <= 0) throw new Error("killed");
      },
    },
  };
  await assert.rejects(() => runDueCampaigns(killed), /killed/);
}

Deno.test("mail is withdrawn from who may get none any more: blacklisted, disabled, unticked, deleted, unsubscribed", () =>
  withCampaign(6, async (t, me) => {
    await activate(t, me);
    await t.runJobs();
    assert.equal((await addresses(t)).length, 6);
    // What is on its way may leave still: its row is marked, and goes where it does not.
    await t.deps.db.update(mails).set({ status: "sending" });
    await send(t, "addblacklist", { email: "b0@broker.example" }, me);
    const save = async (name: string, fields: object) => {
      const { id, email, brokerage, username, touchBaseEmails } = await brokerOf(t, name);
      const account = { id, name, email, phone: "416 555 0100", brokerage, username, touchBaseEmails };
      const [status, answer] = await send(t, "/api/auth/updateAccount", {
        ...account,
        license: "M08001234",
        brokerageLicense: "10001",
        ...fields,
      }, me);
      assert.equal(status, 200, JSON.stringify(answer));
    };
    await save("Broker 1", { status: 0 });
    await save("Broker 2", { touchBaseEmails: false });
    assert.equal((await send(t, "/api/auth/deleteAccount", { id: (await brokerOf(t, "Broker 3")).id }, me))[0], 200);
    const elsewhere = { email: "b4@other.example" };
    await t.deps.db.update(accounts).set({ ...elsewhere, emailKey: elsewhere.email }).where(
      eq(accounts.name, "Broker 4"),
    );
    await t.deps.db.update(trackedRecipients).set(elsewhere).where(eq(trackedRecipients.email, "b4@broker.example"));
    assert.deepEqual(await addresses(t), ["B4@broker.example", "B5@broker.example"]);
    await send(t, "addblacklist", { email: "@other.example" }, me);
    assert.deepEqual(await addresses(t), ["B5@broker.example"]);
    // Told by no call: as where consent ends by itself.
    await t.deps.db.update(accounts).set({ touchBaseEmails: false }).where(eq(accounts.name, "Broker 5"));
    await t.runJobs();
    assert.deepEqual(await addresses(t), []);
    const marked = () => t.deps.db.$count(mails, eq(mails.status, "withdrawn"));
    assert.equal(await marked(), 6);
    await t.deps.db.update(mails).set({ leaseUntil: t.now() - 1 });
    await t.runJobs();
    assert.equal(await marked(), 0, "their process ended");
  }));

Deno.test("unsubscribing withdraws queued mail even where the consent was gone before", () =>
  withCampaign(2, async (t, me) => {
    await activate(t, me);
    await t.runJobs();
    const link = new URL(/<(.+)>/.exec(JSON.parse((await mailsOf(t))[0].headers!)["List-Unsubscribe"])![1]).pathname;
    await t.deps.db.update(accounts).set({ touchBaseEmails: false, emailKey: "x@y.example", email: "x@y.example" })
      .where(eq(accounts.name, "Broker 0"));
    assert.equal((await t.app.request(link, { method: "POST" })).status, 200);
    assert.deepEqual(await addresses(t), ["B1@broker.example"]);
  }));

Deno.test("while its mails are queued a campaign cannot be changed or activated, and can be stopped", () =>
  withCampaign(3, async (t, me) => {
    await activate(t, me);
    await t.runJobs();
    assert.equal((await stored(t)).active, false);
    const { state, progress } = await progressOf(t, me);
    assert.equal(state, "Sending");
    assert.deepEqual(progress, { run: 1, written: true, recipients: 3, sent: 0, failed: 0, unsent: 3 });
    assert.equal((await (await t.get("/api/loans/getemails", me)).json()).data[0].state, "Sending");
    const changed = await send(t, "updateemail", text(t, { subject: "Other" }), me);
    assert.deepEqual([changed[0], changed[1].reason], [
      409,
      "This email is being sent. Stop it first, or wait for its end.",
    ]);
    const again = await send(t, "activateemail", { id: 1, savedAt: t.now() - HOUR }, me);
    assert.equal(again[0], 409);
    await t.deps.db.update(mails).set({ status: "sent" }).where(eq(mails.to, "B0@broker.example"));
    assert.deepEqual(await send(t, "stopemail", { id: 1 }, me), [200, { response: true, withdrawn: 2 }]);
    assert.deepEqual(await addresses(t), ["B0@broker.example"]);
    assert.equal((await progressOf(t, me)).state, "Done");
    assert.equal((await send(t, "updateemail", text(t, { subject: "Other" }), me))[0], 200);
    // What it sent is kept as it was.
    assert.equal((await t.deps.db.select().from(campaignRuns).get())!.subject, "Rates for {firstName}");
  }));

Deno.test("a run stopped while its recipients are written goes to everybody with the new text next time", () =>
  withCampaign(RECIPIENTS_AT_ONCE + 50, async (t, me) => {
    await activate(t, me);
    await runPages(t, 1);
    assert.equal((await mailsOf(t)).length, RECIPIENTS_AT_ONCE);
    assert.equal((await progressOf(t, me)).progress.written, false);
    const [, { withdrawn }] = await send(t, "stopemail", { id: 1 }, me);
    assert.equal(withdrawn, RECIPIENTS_AT_ONCE);
    assert.deepEqual([(await stored(t)).runs, (await stored(t)).active], [1, false]);
    await activate(t, me, { body: "They rose." });
    await t.runJobs();
    const list = await mailsOf(t);
    assert.equal(new Set(list.map(({ to }) => to)).size, RECIPIENTS_AT_ONCE + 50);
    assert.ok(list.length === RECIPIENTS_AT_ONCE + 50 && list.every(({ text }) => text.includes("They rose.")));
  }));

Deno.test("a run killed after any page continues there, and everybody has one mail", () =>
  withCampaign(RECIPIENTS_AT_ONCE * 2 + 30, async (t, me) => {
    await activate(t, me);
    for (const pages of [1, 2]) await runPages(t, pages);
    await t.runJobs();
    await t.runJobs();
    const list = await addresses(t);
    assert.deepEqual([list.length, new Set(list).size], [RECIPIENTS_AT_ONCE * 2 + 30, RECIPIENTS_AT_ONCE * 2 + 30]);
    assert.deepEqual([(await stored(t)).runs, (await stored(t)).lastRecipients], [1, list.length]);
  }));

Deno.test("paused, no mail is written and none leaves; resumed, the run continues", () =>
  withCampaign(RECIPIENTS_AT_ONCE + 5, async (t, me) => {
    assert.deepEqual(await send(t, "pauseemail", { id: 1 }, me), [409, {
      response: false,
      reason: "This email is not active, so there is nothing to pause. Activate it first.",
    }]);
    await activate(t, me);
    await runPages(t, 1);
    assert.deepEqual(await send(t, "pauseemail", { id: 1 }, me), [200, { response: true }]);
    const waiting = () =>
      t.deps.db.select().from(mails).where(and(eq(mails.kind, "campaign"), not(eq(mails.status, "paused"))));
    assert.equal((await waiting()).length, 0);
    assert.equal((await progressOf(t, me)).state, "Paused");
    // One that was on its way and failed for the moment comes back: it is held, too.
    await t.deps.db.update(mails).set({ status: "waiting" }).where(eq(mails.to, "B0@broker.example"));
    t.advance(DAY);
    await t.runJobs();
    assert.deepEqual([(await waiting()).length, (await mailsOf(t)).length], [0, RECIPIENTS_AT_ONCE]);
    await send(t, "resumeemail", { id: 1 }, me);
    await t.runJobs();
    assert.deepEqual(
      [(await waiting()).length, new Set(await addresses(t)).size],
      [RECIPIENTS_AT_ONCE + 5, RECIPIENTS_AT_ONCE + 5],
    );
  }));

Deno.test("pausing again while a resume releases mails keeps the rest paused", () =>
  withCampaign(250, async (t, me) => {
    await activate(t, me);
    await t.runJobs();
    await send(t, "pauseemail", { id: 1 }, me);
    await t.deps.db.update(campaigns).set({ paused: false });
    const ctx = t.context(null);
    let updates = 0;
    /** Somebody pauses between the first page that is let go and the second. */
    const db = new Proxy(ctx.db, {
      get(to, name, self) {
        if (name === "update" && ++updates === 2) void to.update(campaigns).set({ paused: true }).run();
        return Reflect.get(to, name, self);
      },
    });
    await runDueCampaigns({ ...ctx, db });
    assert.equal((await mailsOf(t)).filter(({ status }) => status === "paused").length, 150);
  }));

Deno.test("a pause ends with its last mail: activated again, the campaign runs", () =>
  withCampaign(1, async (t, me) => {
    await activate(t, me);
    await t.runJobs();
    await t.deps.db.update(mails).set({ status: "sending" });
    assert.equal((await send(t, "pauseemail", { id: 1 }, me))[0], 200);
    await t.deps.db.update(mails).set({ status: "sent" });
    assert.equal((await progressOf(t, me)).state, "Done");
    await t.runJobs();
    assert.equal((await stored(t)).paused, false);
    await t.deps.db.update(campaigns).set({ paused: true });
    await activate(t, me);
    await t.runJobs();
    assert.deepEqual([(await mailsOf(t)).length, (await progressOf(t, me)).state], [2, "Sending"]);
  }));

Deno.test("a campaign rescheduled while another was being written waits for its new time", () =>
  withCampaign(2, async (t, me) => {
    await send(t, "createemail", { name: "Later" }, me);
    await send(t, "updateemail", { ...text(t), id: 2 }, me);
    await send(t, "activateemail", { id: 2, savedAt: t.now() }, me);
    await activate(t, me);
    const ctx = t.context(null), later = t.now() + DAY;
    const wake = () => void t.deps.db.update(campaigns).set({ sendAt: later }).where(eq(campaigns.id, 2)).run();
    await runDueCampaigns({ ...ctx, mail: { ...ctx.mail, wake } });
    assert.ok((await mailsOf(t)).every(({ idempotencyKey }) => idempotencyKey.startsWith("campaign:1:")));
    const second = (await t.deps.db.select().from(campaigns).where(eq(campaigns.id, 2)).get())!;
    assert.deepEqual([second.active, second.runs, second.sendAt], [true, 0, later]);
  }));

Deno.test("without the lender's postal address no run begins, and the screens say why", () =>
  withCampaign(1, async (t, me) => {
    await activate(t, me);
    const { lender } = t.env;
    const { address } = lender;
    lender.address = undefined;
    await t.runJobs();
    assert.deepEqual([(await mailsOf(t)).length, (await stored(t)).active], [0, true]);
    for (const path of ["/dashboard/emails", "/dashboard/viewemail?id=1"]) {
      assert.match(await (await t.get(path, me)).text(), /No mail is sent: set the lender&#x27;s postal address/);
    }
    lender.address = address;
    await t.runJobs();
    assert.equal((await mailsOf(t)).length, 1);
  }));

Deno.test("a copy is a draft with the same text and recipients, and no time", () =>
  withCampaign(1, async (t, me) => {
    await activate(t, me, { audience: { ratings: ["elite"] }, name: "R".repeat(80) });
    const [status, { data }] = await send(t, "copyemail", { id: 1 }, me);
    assert.deepEqual([status, data], [200, { id: 2 }]);
    const copy = (await t.deps.db.select().from(campaigns).where(eq(campaigns.id, 2)).get())!;
    assert.deepEqual([copy.body, copy.audience, copy.sendAt, copy.active], [
      text(t).body,
      { ratings: ["elite"] },
      null,
      false,
    ]);
    for (const id of [1, 2]) await send(t, "copyemail", { id }, me);
    const names = (await t.deps.db.select({ name: campaigns.name }).from(campaigns)).map(({ name }) => name);
    assert.deepEqual(names.slice(1), [
      `${"R".repeat(73)} (copy)`,
      `${"R".repeat(71)} (copy 2)`,
      `${"R".repeat(71)} (copy 3)`,
    ]);
    assert.equal((await send(t, "copyemail", { id: 9 }, me))[0], 404);
  }));

Deno.test("a draft is deleted and stays in the trail; a planned email and one that was sent are kept", () =>
  withCampaign(1, async (t, me) => {
    await send(t, "createemail", { name: "Typo" }, me);
    const [status, { theirs }] = await send(t, "deleteemail", { id: 2, savedAt: 1 }, me);
    assert.deepEqual([status, theirs.name], [409, "Typo"], "what a colleague saved meanwhile is shown first");
    assert.equal((await send(t, "deleteemail", { id: 2 }, me))[0], 200);
    const row = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "campaign.delete")).get();
    assert.deepEqual([row!.entityId, JSON.parse(row!.before!).name], ["2", "Typo"]);
    assert.equal((await send(t, "deleteemail", { id: 2 }, me))[0], 404);
    await activate(t, me);
    const refused = async () => (await send(t, "deleteemail", { id: 1 }, me))[1].reason;
    assert.equal(await refused(), "This email is scheduled. Stop it first, then delete it.");
    await t.runJobs();
    await send(t, "stopemail", { id: 1 }, me);
    assert.equal(await refused(), "This email was sent, so it is kept with its runs.");
    assert.deepEqual((await t.deps.db.select().from(campaigns)).map(({ id }) => id), [1]);
  }));

Deno.test("other campaigns' mails, and ids with the same first digits, are not touched", () =>
  withCampaign(2, async (t, me) => {
    for (let i = 2; i <= 10; i++) await send(t, "createemail", { name: `Other ${i}` }, me);
    await activate(t, me);
    await send(t, "updateemail", { ...text(t), id: 10, sendAt: t.now() + HOUR }, me);
    await send(t, "activateemail", { id: 10, savedAt: t.now() }, me);
    t.advance(HOUR);
    await t.runJobs();
    assert.equal((await mailsOf(t)).length, 4);
    assert.equal((await send(t, "stopemail", { id: 1 }, me))[1].withdrawn, 2);
    assert.deepEqual((await mailsOf(t)).map(({ idempotencyKey }) => idempotencyKey.slice(0, 12)), [
      "campaign:10:",
      "campaign:10:",
    ]);
  }));
