/** The outbox of an owner: what waits, failed and bounced, sending again, stopped mail, suppressed addresses. */
import assert from "node:assert/strict";
import { asc, eq, sql } from "drizzle-orm";
import { accounts, auditRows, blacklist, mailHold, mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { countOutboxProblems, listOutbox } from "../../../lib/features/mail/mod.ts";
import { outboxQuery } from "../../../lib/schemas/outbox.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { addMail } from "../../support/mail.ts";

const RESEND = { RESEND_API_KEY: "re_test", MAIL_FROM: "mail@lender.example" };

/** Nothing is sent but what a test sends itself. */
const withOutbox = (run: (t: TestApp, owner: TestAccount) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    await run(t, await t.account({ role: ROLE.owner }));
  }, RESEND);

const list = (t: TestApp, query: Record<string, string> = {}) => listOutbox(t.context(), outboxQuery.parse(query));
const statusOf = async (t: TestApp, id: number) =>
  (await t.deps.db.select().from(mails).where(eq(mails.id, id)))[0].status;
const refusal = async (answer: Promise<Response>) => {
  const { status, json } = await answer.then(async (a) => ({ status: a.status, json: await a.json() }));
  return [status, json.reason];
};

Deno.test("the outbox lists what waits, failed and bounced, by kind and by the beginning of an address", () =>
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

Deno.test("fifty mails are a page, and a page behind the last is the last", () =>
  withOutbox(async (t) => {
    for (let n = 0; n < 51; n++) await addMail(t);
    const second = await list(t, { page: "9" });
    assert.deepEqual([second.page, second.pages, second.rows.length], [2, 2, 1]);
  }));

Deno.test("the search for an address reads its index", () =>
  withOutbox(async (t) => {
    const plan = await t.deps.db.all<{ detail: string }>(
      sql`explain query plan select id from mails where "to" collate nocase >= 'a' and "to" collate nocase < 'b'`,
    );
    assert.match(plan[0].detail, /USING (COVERING )?INDEX mails_address/);
  }));

Deno.test("a failed mail is sent again with the same key; one that did not fail is not", () =>
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

Deno.test("sending all again leaves out campaigns to who gets none any more", () =>
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
      await t.account({ role: ROLE.broker, email: `${name}@Example.com`, touchBaseEmails: true, ...fields });
      ids[name] = await addMail(t, { kind: "campaign", to: `${name}@example.com`, status: "failed" });
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
    assert.equal(await t.deps.db.$count(accounts), 6);
  }));

Deno.test("stopped mail is said in plain words, counted in the menu, and tried at once when an owner asks", () =>
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
    assert.match(page, /No mail leaves since .*API key is invalid\. One mail waits; none is lost\./s);
    assert.equal(await countOutboxProblems(t.context()), 1);
    assert.equal((await refusal(t.post("/api/loans/resumemail", { since: 5 }, owner)))[0], 409);
    const form = await t.postForm("/api/loans/resumemail", { since: String(t.now()) }, owner);
    assert.deepEqual([form.status, form.headers.get("location")], [303, "/dashboard/outbox"]);
    assert.equal((await t.deps.db.select().from(mailHold))[0].resumeAt, t.now());
  }));

Deno.test("an address that bounced is allowed again, by a form without script", () =>
  withOutbox(async (t, owner) => {
    await t.deps.db.insert(suppressedAddresses).values({ email: "bob@example.com", why: "bounced", at: t.now() });
    assert.match(await (await t.get("/dashboard/outbox?state=bounced", owner)).text(), /Allow again: bob@example\.com/);
    const form = await t.postForm("/api/loans/allowaddress", { email: "Bob@example.com" }, owner);
    assert.equal(form.headers.get("location"), "/dashboard/outbox?state=bounced");
    assert.equal(await t.deps.db.$count(suppressedAddresses), 0);
    const again = await t.postForm("/api/loans/allowaddress", { email: "bob@example.com" }, owner);
    assert.equal(again.status, 404);
    assert.match(await again.text(), /This address gets mail already/);
  }));

Deno.test("a code in a subject is shown to nobody", () =>
  withOutbox(async (t, owner) => {
    const id = await addMail(t, { kind: "deviceCode", subject: "123456 is your code" });
    const page = await (await t.get("/dashboard/outbox", owner)).text();
    assert.ok(page.includes("Device code") && !page.includes("123456"));
    assert.equal(await statusOf(t, id), "waiting");
  }));
