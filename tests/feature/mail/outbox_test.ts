/** The outbox of an owner: what waits, failed and bounced, sending again, stopped mail, suppressed addresses. */
import assert from "node:assert/strict";
import { asc, eq, sql } from "drizzle-orm";
import {
  accounts,
  auditRows,
  blacklist,
  campaignRuns,
  campaigns,
  mailHold,
  mails,
  suppressedAddresses,
  trackedEmails,
  trackedRecipients,
} from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { countOutboxProblems, listOutbox } from "../../../lib/features/mail/mod.ts";
import { outboxQuery } from "../../../lib/schemas/mail/outbox.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { addMail } from "../../support/mail.ts";
import { plansOf } from "../../support/plans_of.ts";

const RESEND = { RESEND_API_KEY: "re_test", MAIL_FROM: "mail@lender.example" };

/** Nothing is sent but what a test sends itself. */
const withOutbox = (run: (t: TestApp, owner: TestAccount) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    await run(t, await t.account({ role: ROLE.owner }));
  }, RESEND);

/** A mail that failed of the one run of a campaign of its own, or of touch-base. */
async function addFailedCampaignMail(
  t: TestApp,
  { id, name, email }: TestAccount,
  { stopped = false, paused = false, kind = "campaign" } = {},
): Promise<number> {
  const { db } = t.deps,
    idempotencyKey = crypto.randomUUID(),
    at = t.now(),
    text = { subject: "S", preview: "", body: "B" };
  const [campaign] = await db.insert(campaigns).values({ name: "Rates", ...text, paused, createdAt: at }).returning();
  await db.insert(campaignRuns).values({ campaignId: campaign.id, run: 1, ...text, startedAt: at, stopped });
  const campaignId = kind === "campaign" ? campaign.id : null;
  const [tracked] = await db.insert(trackedEmails).values({ name: "Rates", campaignId, createdAt: at }).returning();
  const person = { accountId: id, name, email: email.toLowerCase() };
  await db.insert(trackedRecipients).values({ emailId: tracked.id, sentId: 1, ...person, mailKey: idempotencyKey });
  return await addMail(t, { kind, to: email, status: "failed", idempotencyKey });
}

const list = (t: TestApp, query: Record<string, string> = {}) => listOutbox(t.context(), outboxQuery.parse(query));
const statusOf = async (t: TestApp, id: number) =>
  (await t.deps.db.select().from(mails).where(eq(mails.id, id)))[0].status;
const refusal = async (answer: Promise<Response>) => {
  const { status, json } = await answer.then(async (a) => ({ status: a.status, json: await a.json() }));
  return [status, json.reason];
};

Deno.test("the outbox lists queued, failed and bounced mails, by kind and by the beginning of an address", () =>
  withOutbox(async (t) => {
    const waiting = await addMail(t, { to: "Ann@Example.com" });
    const failed = await addMail(t, { to: "bob@example.com", kind: "campaign", status: "failed", error: "no mailbox" });
    const bounced = await addMail(t, { to: "cy@example.com", status: "sent", outcome: "bounced" });
    const sent = await addMail(t, { to: "dee@example.com", status: "sent", outcome: "delivered" });
    const ids = async (query: Record<string, string>) => (await list(t, query)).rows.map(({ id }) => id);
    assert.deepEqual(await ids({}), [sent, bounced, failed, waiting]);
    assert.deepEqual(await ids({ state: "waiting" }), [waiting]);
    assert.deepEqual(await ids({ state: "failed" }), [failed]);
    assert.deepEqual(await ids({ state: "bounced" }), [bounced]);
    assert.deepEqual(await ids({ kind: "campaign" }), [failed]);
    assert.deepEqual(await ids({ q: "ann@" }), [waiting], "whatever the case");
    assert.deepEqual(await ids({ q: "example" }), []);
    const { counts, kinds, found } = await list(t);
    assert.deepEqual(counts, { waiting: 1, failed: 1, bounced: 1 });
    assert.deepEqual([kinds, found], [["campaign", "loanReceived"], 4]);
    assert.equal(await countOutboxProblems(t.context()), 2);
  }));

Deno.test("a page has fifty mails, and a page number beyond the last shows the last", () =>
  withOutbox(async (t) => {
    for (let n = 0; n < 51; n++) await addMail(t);
    const second = await list(t, { page: "9" });
    assert.deepEqual([second.page, second.pages, second.rows.length], [2, 2, 1]);
  }));

Deno.test("the count on an owner's every page and the list of bounces read an index of lost mails alone", () =>
  withOutbox(async (t) => {
    const asked = await plansOf(t, async (ctx) => {
      await countOutboxProblems(ctx);
      await listOutbox(ctx, outboxQuery.parse({ state: "bounced" }));
    });
    const lost = asked.filter(({ text }) => /where .*\boutcome\b/.test(text));
    assert.equal(lost.length, 4, "the badge, how many are found, the page of them, the tab's count");
    for (const { text, plan } of lost) assert.match(plan, /mails USING (COVERING )?INDEX mails_lost/, text);
  }));

Deno.test("a kind is found however old its mails are, and all kinds can be chosen", () =>
  withOutbox(async (t) => {
    const id = await addMail(t, { kind: "recovery" });
    const { db } = t.deps;
    await db.run(sql`insert into mails (idempotency_key, kind, "to", subject, html, text, due_at, created_at)
      select 'copy:' || value, 'campaign', "to", subject, html, text, due_at, created_at
      from mails, generate_series(1, 1000)`);
    assert.deepEqual((await list(t)).kinds, ["campaign", "recovery"]);
    assert.deepEqual((await list(t, { state: "failed" })).kinds, ["campaign", "recovery"]);
    const { rows, found, newestOnly } = await list(t, { kind: "recovery" });
    assert.deepEqual([rows.map((row) => row.id), found, newestOnly], [[id], 1, false]);
    const asked = await plansOf(t, (ctx) => listOutbox(ctx, outboxQuery.parse({ kind: "recovery" })));
    const byKind = asked.filter(({ text }) => /"kind" = \?|with recursive/.test(text));
    assert.equal(byKind.length, 3, "how many, the page, the choices");
    for (const { text, plan } of byKind) assert.match(plan, /mails USING COVERING INDEX mails_kind/, text);
  }));

Deno.test("the search for an address reads its index, among the mails of a kind too", () =>
  withOutbox(async (t) => {
    for (const kind of ["", "campaign"]) {
      const plans = await plansOf(t, (ctx) => listOutbox(ctx, { state: "all", kind, q: "ann", page: 1 }));
      const searches = plans.filter(({ text }) => text.includes("collate nocase >="));
      assert.ok(searches.length > 0);
      for (const { plan } of searches) assert.match(plan, /SEARCH mails USING (COVERING )?INDEX mails_address/);
    }
  }));

Deno.test("a failed mail is sent again with the same key; any other is not", () =>
  withOutbox(async (t, owner) => {
    const failed = await addMail(t, { status: "failed", tries: 12, error: "no route", idempotencyKey: "request:7" });
    const sent = await addMail(t, { status: "sent" });
    assert.equal((await t.post("/api/loans/sendmailagain", { id: failed }, owner)).status, 200);
    const [mail] = await t.deps.db.select().from(mails).where(eq(mails.id, failed));
    assert.deepEqual([mail.status, mail.tries, mail.error, mail.idempotencyKey], ["waiting", 0, null, "request:7"]);
    assert.equal((await refusal(t.post("/api/loans/sendmailagain", { id: sent }, owner)))[0], 409);
    assert.equal((await refusal(t.post("/api/loans/sendmailagain", { id: 999 }, owner)))[0], 404);
    const [row] = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "mail.again"));
    assert.deepEqual(JSON.parse(row.after!), { kind: "loanReceived", to: "ann@example.com" });
  }));

Deno.test("sending all again leaves out campaigns to people who may get none any more", () =>
  withOutbox(async (t, owner) => {
    const people = {
      gets: {},
      off: { touchBaseEmails: false },
      disabled: { status: 0 },
      listed: {},
      bounced: {},
    };
    const ids: Record<string, number> = {};
    for (const [name, fields] of Object.entries(people)) {
      const who = await t.account({
        role: ROLE.broker,
        email: `${name}@Example.com`,
        touchBaseEmails: true,
        ...fields,
      });
      ids[name] = await addFailedCampaignMail(t, who);
    }
    ids.gone = await addMail(t, { kind: "campaign", to: "gone@example.com", status: "failed" });
    ids.code = await addMail(t, { kind: "deviceCode", to: "off@example.com", status: "failed" });
    await t.deps.db.insert(blacklist).values({ email: "listed@example.com", addedAt: t.now() });
    await t.deps.db.insert(suppressedAddresses).values({ email: "bounced@example.com", why: "bounced", at: t.now() });
    assert.equal((await refusal(t.post("/api/loans/sendmailagain", { id: ids.off }, owner)))[0], 409);
    assert.deepEqual(await (await t.post("/api/loans/sendfailedmails", { kind: "" }, owner)).json(), {
      response: true,
      queued: 2,
    });
    const waiting = await t.deps.db.select().from(mails).where(eq(mails.status, "waiting")).orderBy(asc(mails.id));
    assert.deepEqual(waiting.map(({ id }) => id), [ids.gets, ids.code]);
    assert.equal((await refusal(t.post("/api/loans/sendfailedmails", { kind: "" }, owner)))[0], 409);
  }));

Deno.test("a mail of a stopped run or a paused campaign is not sent again, alone or with all", () =>
  withOutbox(async (t, owner) => {
    const ann = await t.account({ role: ROLE.broker, touchBaseEmails: true });
    const stopped = await addFailedCampaignMail(t, ann, { stopped: true });
    const paused = await addFailedCampaignMail(t, ann, { paused: true });
    const again = (id: number) => refusal(t.post("/api/loans/sendmailagain", { id }, owner));
    assert.deepEqual([await again(stopped), await again(paused)], [
      [409, "The run of this mail was stopped, so it is not sent again. Send the email anew to reach this person."],
      [409, "The email of this mail is paused. Resume it first, then send this again."],
    ]);
    assert.equal((await refusal(t.post("/api/loans/sendfailedmails", { kind: "" }, owner)))[0], 409);
    await t.deps.db.update(campaigns).set({ paused: false });
    assert.equal((await again(paused))[0], 200);
    assert.deepEqual([await statusOf(t, stopped), await statusOf(t, paused)], ["failed", "waiting"]);
  }));

Deno.test("an old campaign mail goes neither to a changed address nor to its new holder; no touch-base while that is off", () =>
  withOutbox(async (t, owner) => {
    const ann = await t.account({ role: ROLE.broker, email: "old@example.com", touchBaseEmails: true });
    const id = await addFailedCampaignMail(t, ann);
    const touchBase = await addFailedCampaignMail(t, ann, { kind: "touchBase" });
    const again = async (id: number) => (await refusal(t.post("/api/loans/sendmailagain", { id }, owner)))[1];
    assert.match(await again(touchBase), /Touch-base is off/);
    await t.deps.db.update(accounts).set({ email: "new@example.com", emailKey: "new@example.com" })
      .where(eq(accounts.id, ann.id));
    await t.account({ role: ROLE.broker, email: "Old@example.com", touchBaseEmails: true });
    assert.match(await again(id), /gets no campaigns any more/);
  }));

Deno.test("expired codes and links are not sent again; sending all leaves out mails older than a month", () =>
  withOutbox(async (t, owner) => {
    const ids: Record<string, number> = {};
    for (const kind of ["deviceCode", "recovery", "emailChange", "firstPassword", "accountReady", "loanReceived"]) {
      ids[kind] = await addMail(t, { kind, status: "failed" });
    }
    const again = (kind: string) => refusal(t.post("/api/loans/sendmailagain", { id: ids[kind] }, owner));
    t.advance(10 * 60_000);
    assert.match((await again("deviceCode"))[1], /has expired/);
    t.advance(50 * 60_000);
    assert.equal((await again("recovery"))[0], 409);
    assert.equal((await again("emailChange"))[0], 200);
    t.advance(7 * 24 * 3600_000);
    await t.signInAgain(owner);
    assert.match((await again("firstPassword"))[1], /has expired/, "its link works for seven days");
    assert.equal((await again("accountReady"))[0], 200, "it has no link that ends");
    t.advance(31 * 24 * 3600_000);
    await t.signInAgain(owner);
    assert.equal((await refusal(t.post("/api/loans/sendfailedmails", { kind: "" }, owner)))[0], 409);
    assert.equal((await again("loanReceived"))[0], 200, "one that somebody looked at");
  }));

Deno.test("more failed mails than a page are sent again, in transactions of two hundred", () =>
  withOutbox(async (t, owner) => {
    for (let n = 0; n < 401; n++) await addMail(t, { status: "failed" });
    const answer = await t.post("/api/loans/sendfailedmails", { kind: "loanReceived" }, owner);
    assert.deepEqual(await answer.json(), { response: true, queued: 401 });
    assert.equal(await t.deps.db.$count(mails, eq(mails.status, "waiting")), 401);
    const rows = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "mail.again"));
    assert.deepEqual(rows.map(({ after }) => JSON.parse(after!).mails), [200, 200, 1]);
  }));

Deno.test("stopped mail is explained, counted in the menu, and tried at once on an owner's click", () =>
  withOutbox(async (t, owner) => {
    await addMail(t);
    await t.deps.db.insert(mailHold).values({
      id: 1,
      stoppedAt: t.now(),
      resumeAt: t.now() + 600_000,
      reason: "Resend does not send our mail: API key is invalid",
      tries: 5,
    });
    const page = await (await t.get("/dashboard/outbox", owner)).text();
    assert.match(page, /No mail has left since .*API key is invalid\. One mail waits; none is lost\./s);
    assert.equal(await countOutboxProblems(t.context()), 1);
    assert.equal((await refusal(t.post("/api/loans/resumemail", { since: 5 }, owner)))[0], 409);
    const form = await t.postForm("/api/loans/resumemail", { since: String(t.now()) }, owner);
    assert.deepEqual([form.status, form.headers.get("location")], [303, "/dashboard/outbox"]);
    assert.equal((await t.deps.db.select().from(mailHold))[0].resumeAt, t.now());
  }));

Deno.test("an owner allows a bounced address again, by a form without script", () =>
  withOutbox(async (t, owner) => {
    await t.deps.db.insert(suppressedAddresses).values({
      email: "bob@example.com",
      why: "bounced",
      reason: "No such mailbox",
      at: t.now(),
    });
    assert.match(await (await t.get("/dashboard/outbox?state=bounced", owner)).text(), /Allow again: bob@example\.com/);
    const form = await t.postForm("/api/loans/allowaddress?state=bounced", { email: "Bob@example.com" }, owner);
    assert.equal(form.headers.get("location"), "/dashboard/outbox?state=bounced");
    assert.equal(await t.deps.db.$count(suppressedAddresses), 0);
    const [row] = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "mail.allow"));
    assert.deepEqual(JSON.parse(row.before!), { why: "bounced", reason: "No such mailbox" });
    const again = await t.postForm("/api/loans/allowaddress", { email: "bob@example.com" }, owner);
    assert.equal(again.status, 404);
    assert.match(await again.text(), /This address gets mail already/);
  }));

Deno.test("a code in a subject is hidden from everybody", () =>
  withOutbox(async (t, owner) => {
    const id = await addMail(t, { kind: "deviceCode", subject: "123456 is your code" });
    const page = await (await t.get("/dashboard/outbox", owner)).text();
    assert.ok(page.includes("Device code") && !page.includes("123456"));
    assert.equal(await statusOf(t, id), "waiting");
  }));
