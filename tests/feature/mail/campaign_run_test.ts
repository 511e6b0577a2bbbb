/** Campaigns: saved, tested, activated, run once to those who agreed, stopped; and the link that ends them. */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { accounts, campaignRuns, campaigns, mails, trackedRecipients, trackerTokens } from "../../../db/schema/mod.ts";
import { DARK_MEDIA } from "../../../lib/domain/mail/mail.ts";
import { inTransaction } from "../../../db/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { runDueCampaigns } from "../../../lib/features/mail/run_campaigns.ts";
import { trackRecipients } from "../../../lib/features/tracking/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { send, text } from "../../support/campaign.ts";
import { addMail } from "../../support/mail.ts";
import { GOOGLE, record } from "../../support/tracking.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;
const ADDRESS = { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" };

/** A campaign in an application without its mail worker, so that nothing leaves; three brokers get it. */
const withCampaign = (run: (t: TestApp, me: TestAccount) => Promise<void>, env: Record<string, string> = ADDRESS) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const me = await t.account({ role: ROLE.administrator, name: "Ines Duarte", touchBaseEmails: true });
    for (const name of ["Ann Lee", "Bea Roy", "Cem Kaya"]) {
      await t.account({ name, email: `${name.slice(0, 3).toLowerCase()}@broker.example`, touchBaseEmails: true });
    }
    await t.account({ name: "Dora Off", touchBaseEmails: false });
    await t.account({ name: "Evan Gone", touchBaseEmails: true, status: 0 });
    await t.account({ name: "Fay Black", email: "Fay@Black.example", touchBaseEmails: true });
    await send(t, "addblacklist", { email: "@black.example" }, me);
    await send(t, "createemail", { name: "Rates" }, me);
    await run(t, me);
  }, env);
const written = (t: TestApp) => t.deps.db.select().from(mails).where(eq(mails.kind, "campaign")).orderBy(asc(mails.id));
const stored = async (t: TestApp) => (await t.deps.db.select().from(campaigns).get())!;

Deno.test("a campaign goes once to brokers with consent, not to those disabled, blacklisted or unsubscribed", () =>
  withCampaign(async (t, me) => {
    assert.equal((await send(t, "updateemail", text(t), me))[0], 200);
    assert.deepEqual(await send(t, "activateemail", { id: 1, savedAt: t.now() }, me), [200, { response: true }]);
    await t.runJobs();
    assert.deepEqual(await written(t), [], "not before its time");
    t.advance(HOUR);
    await t.runJobs();
    await t.runJobs();
    const list = await written(t);
    assert.deepEqual(list.map(({ to }) => to), ["ann@broker.example", "bea@broker.example", "cem@broker.example"]);
    assert.deepEqual([list[0].subject, list[0].dueAt, list[2].dueAt], ["Rates for Ann", t.now(), t.now()]);
    assert.ok(list[0].html.includes("Hello Ann,") && list[0].text.includes(ADDRESS.LENDER_ADDRESS));
    const headers = JSON.parse(list[0].headers!);
    assert.match(headers["List-Unsubscribe"], /^<http:\/\/localhost\/unsubscribe\/\d+\.1\.1\.[\w-]+>$/);
    assert.equal(headers["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
    const { active, runs, lastRan, lastRecipients, sendAt } = await stored(t);
    assert.deepEqual([active, runs, lastRan, lastRecipients, sendAt], [false, 1, t.now(), 3, null]);
  }));

const RATES = "https://lender.example/rates";
for (const [kind, body] of [["plain", `At ${RATES} today.`], ["formatted", `<p>At ${RATES} today.</p>`]]) {
  Deno.test(`an address that is written out in a ${kind} text is a tracked link of each mail`, () =>
    withCampaign(async (t, me) => {
      await send(t, "updateemail", text(t, { body }), me);
      await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
      t.advance(HOUR);
      await t.runJobs();
      const [mail] = await written(t);
      assert.ok(mail.text.includes(`At ${RATES} today.`));
      const [, token] = /href="http:\/\/localhost\/t\/l\/([\w-]{22})"[^>]*>https:\/\/lender.example\/rates<\/a> today/
        .exec(mail.html)!;
      const { link } = (await t.deps.db.select().from(trackerTokens).where(eq(trackerTokens.token, token)).get())!;
      assert.equal(link, RATES);
    }));
}

Deno.test("an interrupted run continues, and nobody's mail is written twice", () =>
  withCampaign(async (t, me) => {
    await send(t, "updateemail", text(t), me);
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    t.advance(HOUR);
    await t.runJobs();
    const before = await written(t);
    // As where the process ended before the run was noted as done.
    await t.deps.db.update(campaigns).set({ active: true, runs: 0, sendAt: t.now() });
    await t.account({ name: "Gil New", touchBaseEmails: true });
    await t.runJobs();
    const after = await written(t);
    assert.deepEqual(after.slice(0, 3), before);
    assert.deepEqual([after.length, (await stored(t)).lastRecipients], [4, 4]);
  }));

Deno.test("the list shows each campaign's subject, the shares of its last run's recipients, and the run's progress", () =>
  withCampaign(async (t, me) => {
    const row = async (query = "") => {
      const page = await (await t.get(`/dashboard/emails${query}`, me)).text();
      const [found] = /<tr role="row"><th role="rowheader".*?<\/tr>/.exec(page)!;
      return found.replace(/<!-- -->/g, "").replace(/<[^>]+>/g, "|").split("|").map((text) => text.trim()).filter(
        Boolean,
      );
    };
    const shares = (texts: string[]) => texts.filter((text) => /^\d+%$/.test(text));
    await send(t, "updateemail", text(t, { subject: "Lower rates" }), me);
    assert.deepEqual((await row()).slice(0, 3), ["Rates", "Lower rates", "Draft"]);
    assert.deepEqual(shares(await row()), [], "nothing was sent");
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    t.advance(HOUR);
    await t.runJobs();
    await t.deps.db.update(mails).set({ status: "sent", sentAt: t.now() }).where(eq(mails.to, "ann@broker.example"));
    assert.deepEqual((await row()).slice(2, 4), ["Sending", "1 of 3"]);
    await t.deps.db.update(mails).set({ status: "sent", sentAt: t.now() }).where(eq(mails.kind, "campaign"));
    await t.deps.db.update(mails).set({ status: "failed" }).where(eq(mails.to, "cem@broker.example"));
    const [ann, bea] = await t.deps.db.select().from(trackerTokens)
      .innerJoin(trackedRecipients, eq(trackedRecipients.id, trackerTokens.recipientId))
      .where(eq(trackerTokens.kind, "pixel")).orderBy(asc(trackedRecipients.email));
    const at = t.now() + HOUR, path = `/t/o/${ann.tracker_tokens.token}.gif`;
    await record(t, { path, at }, { path, at: at + 5000, from: "99.1.1.1" });
    await record(t, { path: `/t/o/${bea.tracker_tokens.token}.gif`, at, agent: GOOGLE });
    const done = await row();
    assert.equal(done[2], "Done");
    assert.deepEqual(shares(done), ["50%", "0%"], "one person of the two whose mail left opened, however often");
    assert.ok(done.at(-1)!.endsWith("to 3 brokers, 50% opened, 0% clicked"));
    const page = await (await t.get("/dashboard/viewemail?id=1", me)).text();
    assert.match(page, /, 1 failed, 50% opened, 0% clicked</, "what a phone shows of a run");
  }));

Deno.test("an interval plans its next run, and stopping withdraws queued mail", () =>
  withCampaign(async (t, me) => {
    await send(t, "updateemail", text(t, { type: "interval", everyDays: 2 }), me);
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    t.advance(HOUR);
    await t.runJobs();
    assert.deepEqual([(await stored(t)).active, (await stored(t)).sendAt], [true, t.now() + 2 * DAY]);
    const [status, late] = await send(t, "updateemail", text(t), me);
    assert.deepEqual([status, late.reason], [409, "This email is scheduled. Stop it first, then change it."]);
    await t.deps.db.update(mails).set({ status: "sent" }).where(eq(mails.to, "ann@broker.example"));
    assert.deepEqual(await send(t, "stopemail", { id: 1 }, me), [200, { response: true, withdrawn: 2 }]);
    t.advance(3 * DAY);
    await t.runJobs();
    assert.equal((await written(t)).length, 1);
  }));

Deno.test("missing parts keep a campaign from being sent; a stale save is refused", () =>
  withCampaign(async (t, me) => {
    assert.match((await send(t, "activateemail", { id: 1, savedAt: 0 }, me))[1].reason, /subject/);
    const [, { savedAt }] = await send(t, "updateemail", text(t, { savedAt: 0 }), me);
    t.advance(HOUR / 2);
    await send(t, "updateemail", text(t, { subject: "Other", savedAt }), await t.account({ role: ROLE.owner }));
    const [status, answer] = await send(t, "updateemail", text(t, { savedAt }), me);
    assert.deepEqual([status, answer.code, answer.theirs.subject], [409, "stale", "Other"]);
    const [late, theirs] = await send(t, "activateemail", { id: 1, savedAt }, me);
    assert.deepEqual([late, theirs.code, theirs.theirs.subject, theirs.theirs.savedAt], [
      409,
      "stale",
      "Other",
      t.now(),
    ]);
    assert.match((await send(t, "activateemail", { id: 1, savedAt: t.now() }, me))[1].reason, /postal address/);
    assert.equal((await send(t, "activateemail", { id: 2, savedAt: 0 }, me))[0], 404);
  }, {}));

Deno.test("a broker gets the mail that the preview showed, also without a brokerage", () =>
  withCampaign(async (t, me) => {
    await send(t, "updateemail", text(t, { body: "Hi {firstName},\n\nWe come to {brokerage}, {name}." }), me);
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    const brokers = await t.deps.db.select().from(accounts).where(eq(accounts.status, 1)).orderBy(asc(accounts.id));
    await t.deps.db.update(accounts).set({ brokerage: "" }).where(eq(accounts.name, "Ann Lee"));
    const previews = new Map<string, string>();
    for (const { id, email } of brokers) {
      previews.set(email, await (await t.get(`/api/loans/previewemail?id=1&as=text&broker=${id}`, me)).text());
    }
    t.advance(HOUR);
    await t.runJobs();
    const list = await written(t);
    assert.equal(list.length, 3);
    const ownLink = /\/unsubscribe\/\d[\w.-]+/;
    for (const mail of list) assert.equal(previews.get(mail.to), mail.text.replace(ownLink, "/unsubscribe/preview"));
    assert.match(list[0].text, /We come to your brokerage, Ann Lee\./);
  }));

Deno.test("a test mail goes to its sender, and the preview is in a sandboxed frame", () =>
  withCampaign(async (t, me) => {
    await send(t, "updateemail", text(t, { body: "<script>alert(1)</script> {firstName}" }), me);
    assert.deepEqual(await send(t, "testemail", { id: 1 }, me), [200, { response: true, to: me.email }]);
    const [mail] = await t.mails(me.email);
    assert.deepEqual([mail.kind, mail.subject], ["campaignTest", "Test: Rates for Ines"]);
    assert.equal(mail.replyTo, "brokers@lender.example", "as the real one");
    const [link] = /\/unsubscribe\/[\w.-]+/.exec(mail.text)!;
    assert.ok(mail.html.includes(`${link}"`));
    assert.match(await (await t.get(link)).text(), /This link is of a preview[^]*It ends no mails/);
    assert.equal((await t.postForm(link, { choice: "none" })).status, 400);
    const preview = await t.get("/api/loans/previewemail?id=1", me);
    assert.match(preview.headers.get("content-security-policy")!, /default-src 'none';.*sandbox allow-popups/);
    assert.equal(preview.headers.get("x-frame-options"), "SAMEORIGIN");
    const html = await preview.text();
    assert.ok(html.includes("&lt;script&gt;alert(1)") && !html.includes("<script>"));
    assert.ok(html.includes('<base target="_blank">'), "a link opens beside it: no site is shown in the frame");
    const seen = async (as: string) => await (await t.get(`/api/loans/previewemail?id=1&as=${as}`, me)).text();
    const dark = await seen("dark"), media = (text: string) => text.match(/@media [^{]*/g);
    assert.deepEqual([media(mail.html), media(html), media(dark)], [[DARK_MEDIA], ["@media not all"], ["@media all"]]);
    assert.ok((await seen("text")).startsWith("<script>alert(1)</script> Ines\n"));
    const head = [`Subject: Rates for Ines`, "From: ", `To: `];
    assert.deepEqual(
      (await seen("text&head=1")).split("\n").slice(0, 3).map((line, i) => line.slice(0, head[i].length)),
      head,
    );
    assert.ok((await seen("dark&head=1")).includes(`To <span class="ink">Ines`));
  }));

Deno.test("one click unsubscribes at once without a session and withdraws queued mail; reading the page does not", () =>
  withCampaign(async (t, me) => {
    await send(t, "updateemail", text(t), me);
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    t.advance(HOUR);
    await t.runJobs();
    const link = new URL(/<(.+)>/.exec(JSON.parse((await written(t))[1].headers!)["List-Unsubscribe"])![1]).pathname;
    // Sixty days later, with another address.
    t.advance(61 * DAY);
    await t.deps.db.update(accounts).set({
      name: "Bea Moved",
      email: "Bea@Moved.example",
      emailKey: "bea@moved.example",
    })
      .where(eq(accounts.name, "Bea Roy"));
    assert.match(await (await t.get(link)).text(), /Stop these mails\?/);
    const agreed = async () =>
      (await t.deps.db.select().from(accounts).where(eq(accounts.name, "Bea Moved")).get())!.touchBaseEmails;
    assert.equal(await agreed(), true);
    const post = () =>
      t.app.request(link, {
        method: "POST",
        body: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    for (const answer of [await post(), await post()]) {
      assert.deepEqual([answer.status, await answer.text()], [200, "Unsubscribed"]);
    }
    assert.equal(await agreed(), false);
    assert.deepEqual((await written(t)).map(({ to }) => to), ["ann@broker.example", "cem@broker.example"]);
    assert.equal((await t.deps.db.select().from(campaignRuns).get())!.unsubscribed, 1, "the link names its run");
    const forged = await t.app.request(link.replace(/\/\d+\./, "/1."), { method: "POST" });
    assert.equal(forged.status, 400);
    assert.match(await forged.text(), /This link is incomplete/);
    const byForm = await t.postForm(link, {});
    assert.deepEqual([byForm.status, byForm.headers.get("location")], [303, `${link}?done=yes`]);
    assert.match(await (await t.get(`${link}?done=yes`)).text(), /You are unsubscribed/);
  }));

Deno.test("an unsubscribe counts with the run whose mail has the link, an older link's with that of the last mail that left", () =>
  withCampaign(async (t, me) => {
    await send(t, "updateemail", text(t, { type: "interval", everyDays: 1 }), me);
    await send(t, "activateemail", { id: 1, savedAt: t.now() }, me);
    t.advance(HOUR);
    await t.runJobs();
    const { db } = t.deps;
    await db.update(mails).set({ status: "sent", sentAt: t.now() });
    t.advance(DAY);
    await t.runJobs();
    const linkIn = async (name: string, nth: number) => {
      const of = await db.select().from(mails).where(eq(mails.to, `${name}@broker.example`)).orderBy(asc(mails.id));
      return new URL(/<(.+)>/.exec(JSON.parse(of[nth].headers!)["List-Unsubscribe"])![1]).pathname;
    };
    const accountOf = async (name: string) => (await db.select().from(accounts).where(eq(accounts.name, name)).get())!;
    const unsubscribe = async (link: string) => {
      assert.equal((await t.app.request(link, { method: "POST" })).status, 200);
      return (await db.select().from(campaignRuns).orderBy(asc(campaignRuns.run))).map((run) => run.unsubscribed);
    };
    const { signer } = t.context(null);
    const olderLink = ({ id }: { id: number }) => `/unsubscribe/${id}.${signer.sign(`unsubscribe:${id}`)}`;
    const ann = await accountOf("Ann Lee"), bea = await accountOf("Bea Roy");
    assert.deepEqual(await unsubscribe(olderLink(ann)), [1, 0], "not with the queued one");
    const { id: accountId, name, email, phone } = bea;
    const to = { accountId, name, email, phone, mailKey: "touchBase:1", links: [] };
    await inTransaction(
      db,
      (tx) => trackRecipients(tx, t.context(null), { name: "Touch-base", sentId: 1, recipients: [to] }),
    );
    await addMail(t, { idempotencyKey: "touchBase:1", kind: "touchBase", status: "sent", sentAt: t.now() });
    await db.update(mails).set({ status: "sent", sentAt: t.now() });
    assert.deepEqual(await unsubscribe(await linkIn("cem", 0)), [2, 0], "of a mail before the last");
    assert.deepEqual(await unsubscribe(olderLink(bea)), [2, 0], "touch-base is no campaign");
  }));

Deno.test("a campaign that fails keeps none after it from running, and the failure is told", () =>
  withCampaign(async (t, me) => {
    await send(t, "createemail", { name: "Later" }, me);
    for (const id of [1, 2]) {
      await send(t, "updateemail", text(t, { id }), me);
      assert.equal((await send(t, "activateemail", { id, savedAt: t.now() }, me))[0], 200);
    }
    t.advance(HOUR);
    const { mail, ...ctx } = t.context(null);
    let texts = 0;
    const tidy = (body: string) => ++texts === 1 ? Promise.reject(new Error("no text")) : mail.tidy(body);
    await assert.rejects(() => runDueCampaigns({ ...ctx, mail: { ...mail, tidy } }), /no text/);
    const keys = (await written(t)).map(({ idempotencyKey }) => idempotencyKey.split(":")[1]);
    assert.deepEqual(keys, ["2", "2", "2"]);
  }));
