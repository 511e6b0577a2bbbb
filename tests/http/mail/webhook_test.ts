/** Resend's news of mails: what is noted, whom campaigns leave out from then on, and what is refused. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { auditRows, mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { addMail } from "../../support/mail.ts";

const PATH = "/api/mail/webhook";
const KEY = "c2lnbmVkIGJ5IHRoZSB0ZXN0cyBhbG9uZQ==";

let sentMessages = 0;

/** Posts a message as Resend does; `ageSeconds` ago, signed with `key`. */
async function tell(t: TestApp, message: unknown, { id = `msg_${++sentMessages}`, ageSeconds = 0, key = KEY } = {}) {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const at = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac("sha256", atob(key)).update(`${id}.${at}.${body}`).digest("base64");
  const answer = await t.app.request(PATH, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "svix-id": id,
      "svix-timestamp": String(at),
      "svix-signature": `v1,${signature}`,
    },
  });
  return { status: answer.status, json: await answer.json() };
}

const news = (type: string, providerId: string, more: object = {}) => ({
  type: `email.${type}`,
  created_at: "2026-11-20T17:00:00.000Z",
  data: { email_id: providerId, from: "mail@lender.example", to: ["ann@example.com"], ...more },
});
const HARD = { bounce: { type: "Permanent", subType: "General", message: "The mailbox does not exist" } };

const withWebhook = (run: (t: TestApp) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    await run(t);
  }, { RESEND_WEBHOOK_SECRET: `whsec_${KEY}` });

const mailOf = async (t: TestApp, id: number) => (await t.deps.db.select().from(mails).where(eq(mails.id, id)))[0];
const sent = (t: TestApp, providerId: string, fields = {}) => addMail(t, { status: "sent", providerId, ...fields });

Deno.test("a delivery is stored, and does not replace worse news that came before it", () =>
  withWebhook(async (t) => {
    const first = await sent(t, "re_1"), second = await sent(t, "re_2");
    assert.deepEqual((await tell(t, news("delivered", "re_1"))).json, { response: true, noted: true });
    assert.equal((await mailOf(t, first)).outcome, "delivered");
    await tell(t, news("bounced", "re_2", HARD));
    assert.deepEqual((await tell(t, news("delivered", "re_2"))).json, { response: true, noted: false });
    const { outcome, outcomeReason } = await mailOf(t, second);
    assert.deepEqual([outcome, outcomeReason], ["bounced", "The mailbox does not exist"]);
  }));

Deno.test("a hard bounce stops campaigns to that address, withdraws queued mail, and notifies the lender once a day", () =>
  withWebhook(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    await sent(t, "re_1", { to: "Ann@Example.com", kind: "campaign" });
    await sent(t, "re_2", { to: "bob@example.com", kind: "campaign" });
    const waiting = await addMail(t, { to: "ann@example.com", kind: "campaign" });
    const code = await addMail(t, { to: "ann@example.com", kind: "deviceCode" });
    await sent(t, "re_0", { to: "ann@example.com", kind: "loanReceived" });
    await tell(t, news("delivered", "re_0"));
    await tell(t, news("bounced", "re_1", HARD));
    await tell(t, news("bounced", "re_2", HARD));
    const listed = await t.deps.db.select().from(suppressedAddresses);
    assert.deepEqual(listed.map(({ email, why, reason }) => [email, why, reason]), [
      ["ann@example.com", "bounced", "The mailbox does not exist"],
      ["bob@example.com", "bounced", "The mailbox does not exist"],
    ]);
    assert.equal(await mailOf(t, waiting), undefined);
    assert.equal((await mailOf(t, code)).status, "waiting", "codes still go there");
    const told = await t.mails("brokers@lender.example");
    assert.deepEqual(told.map(({ subject }) => subject), ["Mail to ann@example.com bounced"]);
    assert.equal(await t.deps.db.$count(auditRows, eq(auditRows.action, "mail.suppress")), 2);
    const page = async (kind: string) => await (await t.get(`/dashboard/outbox?kind=${kind}`, owner)).text();
    const warning = /Mail to this address bounced before, so it may not arrive\./;
    assert.match(await page("deviceCode"), warning);
    assert.doesNotMatch(await page("loanReceived"), warning, "what arrived before the bounce did arrive");
  }));

Deno.test("a soft bounce stops nothing; a complaint does", () =>
  withWebhook(async (t) => {
    await sent(t, "re_1");
    await tell(t, news("bounced", "re_1", { bounce: { type: "Transient", message: "Mailbox full" } }));
    assert.equal(await t.deps.db.$count(suppressedAddresses), 0);
    await tell(t, news("complained", "re_1"));
    assert.equal((await t.deps.db.select().from(suppressedAddresses))[0].why, "complained");
  }));

Deno.test("a failure of the service is stored with its reason; an event of no known mail is answered 200", () =>
  withWebhook(async (t) => {
    const id = await sent(t, "re_1");
    await tell(t, news("failed", "re_1", { failed: { reason: "reached_daily_quota" } }));
    assert.equal((await mailOf(t, id)).outcomeReason, "reached_daily_quota");
    for (
      const message of [news("opened", "re_1"), news("delivered", "re_of_another_app"), {
        type: "contact.created",
        data: {},
      }]
    ) {
      assert.deepEqual(await tell(t, message), { status: 200, json: { response: true, noted: false } });
    }
  }));

Deno.test("an event that arrives before the mail's own row is asked for again", () =>
  withWebhook(async (t) => {
    const id = await addMail(t, { status: "sending" });
    assert.equal((await tell(t, news("delivered", "re_1"), { id: "msg_early" })).status, 409);
    await t.deps.db.update(mails).set({ status: "sent", providerId: "re_1" }).where(eq(mails.id, id));
    assert.equal((await tell(t, news("delivered", "re_1"), { id: "msg_early" })).status, 200);
    assert.equal((await mailOf(t, id)).outcome, "delivered");
  }));

Deno.test("a bad, an old and a repeated signature change nothing; nor do hostile bodies", () =>
  withWebhook(async (t) => {
    const id = await sent(t, "re_1");
    assert.equal((await tell(t, news("complained", "re_1"), { key: btoa("another secret") })).status, 401);
    assert.equal((await tell(t, news("complained", "re_1"), { ageSeconds: 360 })).status, 401);
    const hostile = [
      "",
      "[]",
      "null",
      "{",
      '{"type":{}}',
      '{"type":"email.bounced"}',
    ];
    for (const body of hostile) {
      const { status } = await tell(t, body);
      assert.ok(status === 400 || status === 422, `${body}: ${status}`);
    }
    for (const email_id of ["", "' or 1=1 --", 7, null, { toString: "x" }, "__proto__", "x".repeat(200)]) {
      assert.equal((await tell(t, { type: "email.bounced", data: { email_id, ...HARD } })).json.noted, false);
    }
    for (const type of ["__proto__", "constructor", "email.__proto__"]) {
      assert.equal((await tell(t, { type, data: { email_id: "re_1" } })).json.noted, false);
    }
    assert.equal((await mailOf(t, id)).outcome, null);
    assert.equal(await t.deps.db.$count(suppressedAddresses), 0);
    await tell(t, news("bounced", "re_1", { bounce: { type: 7, message: "x".repeat(9000) } }), { id: "msg_once" });
    assert.equal((await mailOf(t, id)).outcomeReason?.length, 500);
    await t.deps.db.delete(suppressedAddresses);
    const again = await tell(t, news("bounced", "re_1", { bounce: { type: 7, message: "x".repeat(9000) } }), {
      id: "msg_once",
    });
    assert.deepEqual(again, { status: 200, json: { response: true, repeated: true } });
    assert.equal(await t.deps.db.$count(suppressedAddresses), 0);
  }));

Deno.test("without the secret there is no webhook", () =>
  withApp(async (t) => {
    assert.equal((await tell(t, news("delivered", "re_1"))).status, 404);
  }));
