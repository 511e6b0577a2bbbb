/** The mail queue: written with its cause, sent once by any number of workers, tried again, given up with a reason. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { asc } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";
import { ACCOUNT_MAIL_TEXTS } from "../../../lib/features/accounts/mails.ts";
import { BROKER_MAIL_TEXTS } from "../../../lib/features/brokers/mails.ts";
import { LOAN_MAIL_TEXTS } from "../../../lib/features/loans/mails.ts";
import { mailConsumer } from "../../../lib/features/mail/consumer.ts";
import { CONTACT_MAIL_TEXTS, OUTBOX_MAIL_TEXTS } from "../../../lib/features/mail/mails.ts";
import { NEWS_MAIL_TEXTS } from "../../../lib/features/news/mails.ts";
import { OPERATIONS_MAIL_TEXTS } from "../../../lib/features/operations/mails.ts";
import { type Mail, onEvent } from "../../../lib/features/mail_rules.ts";
import { MAILED_KINDS, type MailedKind } from "../../../lib/domain/news/kinds.ts";
import { createMailRenderer } from "../../../lib/server/mail/render.tsx";
import {
  localTransport,
  type OutgoingMail,
  PermanentMailError,
  type Transport,
} from "../../../lib/server/mail/transport.ts";
import { resendTransport } from "../../../lib/server/mail/resend_transport.ts";
import { workerOf } from "../../support/mail.ts";
import { backoffMs } from "../../../lib/server/poller.ts";
import { type TestApp, withApp } from "../../support/app.ts";

const quiet = () => {};

/** Queues mails as the consumer does that writes them. */
async function queueMails(tx: Tx, ctx: Context, list: Mail[]): Promise<void> {
  const event = { id: 1, at: ctx.now, type: "contact.received", v: 1, name: "", email: "", msg: "" } as const;
  await mailConsumer([onEvent("contact.received", () => list)]).handle(tx, ctx, event);
}

const received = (to: string, key?: string): Mail => ({
  kind: "requestReceived",
  to,
  key,
  text: { subject: "We have your request", preview: "", lines: [{ p: "Hello Ann," }] },
});

async function queue(t: TestApp, many: number, key?: (n: number) => string) {
  const list = Array.from({ length: many }, (_, n) => received(`broker${n}@example.com`, key?.(n)));
  await inTransaction(t.deps.db, (tx) => queueMails(tx, t.context(), list));
}

const rows = (t: TestApp) => t.deps.db.select().from(mails).orderBy(asc(mails.id));

/** Nothing is sent but what a test sends itself. */
const withoutWorker = (run: (t: TestApp) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    await run(t);
  });

Deno.test("a mail whose transaction rolls back does not exist", () =>
  withoutWorker(async (t) => {
    await assert.rejects(inTransaction(t.deps.db, async (tx) => {
      await queueMails(tx, t.context(), [received("a@example.com")]);
      throw new Error("the cause failed");
    }));
    assert.equal((await rows(t)).length, 0);
  }));

Deno.test("two workers send each of forty mails once", () =>
  withoutWorker(async (t) => {
    await queue(t, 40);
    const sent: string[] = [];
    const transport: Transport = {
      keeps: false,
      async send(mail) {
        await setImmediate();
        sent.push(mail.to);
        return "id";
      },
    };
    const workers = [1, 2, 3].map(() => workerOf(t, transport));
    await Promise.all(workers.map((w) => w.drain()));
    assert.equal(sent.length, 40);
    assert.equal(new Set(sent).size, 40);
    assert.ok((await rows(t)).every((m) => m.status === "sent" && m.providerId === "id"));
    await Promise.all(workers.map((w) => w.stop()));
  }));

Deno.test("the same key makes one mail, however often it is queued", () =>
  withoutWorker(async (t) => {
    await queue(t, 3, () => "request:7");
    assert.equal((await rows(t)).length, 1);
  }));

Deno.test("a failure is tried again later; a permanent one ends with its reason", () =>
  withoutWorker(async (t) => {
    await queue(t, 2);
    let attempts = 0;
    const transport: Transport = {
      keeps: false,
      send(mail) {
        attempts++;
        if (mail.to === "broker1@example.com") throw new PermanentMailError("no such mailbox");
        if (attempts < 4) throw new Error("try later");
        return Promise.resolve("id");
      },
    };
    const worker = workerOf(t, transport);
    await worker.drain();
    let [first, second] = await rows(t);
    assert.equal(first.status, "waiting");
    assert.equal(first.dueAt, t.now() + backoffMs(1));
    assert.deepEqual([second.status, second.error], ["failed", "no such mailbox"]);
    await worker.drain();
    assert.equal(attempts, 2, "not before it is due");
    t.advance(backoffMs(1));
    await worker.drain();
    t.advance(backoffMs(2));
    await worker.drain();
    [first, second] = await rows(t);
    assert.deepEqual([first.status, first.tries], ["sent", 3]);
    await worker.stop();
  }));

Deno.test("after four days of failures a mail has failed for good, with the last reason", () =>
  withoutWorker(async (t) => {
    await queue(t, 1);
    const transport: Transport = { keeps: false, send: () => Promise.reject(new Error("no route")) };
    const worker = workerOf(t, transport);
    const queued = t.now();
    for (let n = 1; n <= 26; n++) {
      if (n > 1) t.advance(backoffMs(n - 1));
      await worker.drain();
      assert.deepEqual((await rows(t)).map((one) => [one.status, one.tries]), [[n < 26 ? "waiting" : "failed", n]]);
    }
    const days = Math.floor((t.now() - queued) / (24 * 3600_000));
    assert.deepEqual([days, (await rows(t))[0].error, await worker.drain()], [4, "no route", 0]);
    await worker.stop();
  }));

Deno.test("a dead worker's mail is sent by another after the lease", () =>
  withoutWorker(async (t) => {
    await queue(t, 1);
    await t.deps.db.update(mails).set({ status: "sending", leaseUntil: t.now() + 60_000 });
    const sent: OutgoingMail[] = [];
    const worker = workerOf(t, { keeps: false, send: (m) => (sent.push(m), Promise.resolve("id")) });
    await worker.drain();
    assert.equal(sent.length, 0);
    t.advance(60_001);
    await worker.drain();
    assert.equal(sent.length, 1);
    await worker.stop();
  }));

Deno.test("without a mail account mails stay in the outbox, and the log names each with its link", () =>
  withoutWorker(async (t) => {
    const ctx = t.context();
    const text = ACCOUNT_MAIL_TEXTS.recovery(
      { name: "Ann", username: "annlee", link: "http://localhost/recover?id=abc" },
      ctx.site.lender,
    );
    await inTransaction(t.deps.db, (tx) => queueMails(tx, ctx, [{ kind: "recovery", to: "ann@example.com", text }]));
    const told: string[] = [];
    const worker = workerOf(t, localTransport((line) => told.push(line)));
    await worker.drain();
    assert.equal((await rows(t))[0].status, "kept");
    assert.match(told[0], /ann@example\.com.*http:\/\/localhost\/recover\?id=abc/);
    await worker.stop();
  }));

Deno.test("Resend gets sender, reply address and idempotency key; its refusals are classified", async () => {
  const seen: { headers: Headers; body: Record<string, unknown> }[] = [];
  let answer: () => Response = () => Response.json({ id: "mail-1" });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: quiet }, async (request) => {
    seen.push({ headers: request.headers, body: await request.json() });
    return answer();
  });
  try {
    const transport = resendTransport("re_test", `http://127.0.0.1:${server.addr.port}`);
    const mail: OutgoingMail = {
      from: "Lender <mail@lender.example>",
      to: "ann@example.com",
      replyTo: "bob@example.com",
      subject: "Hello",
      html: "<p>Hello</p>",
      text: "Hello",
      headers: {},
      idempotencyKey: "request:7",
    };
    assert.equal(await transport.send(mail), "mail-1");
    assert.equal(seen[0].headers.get("idempotency-key"), "request:7");
    assert.equal(seen[0].headers.get("authorization"), "Bearer re_test");
    assert.equal(seen[0].body.reply_to, "bob@example.com");
    answer = () =>
      Response.json({ statusCode: 422, name: "validation_error", message: "Invalid `to` field" }, { status: 422 });
    await assert.rejects(() => transport.send(mail), PermanentMailError);
    answer = () =>
      Response.json({ statusCode: 429, name: "rate_limit_exceeded", message: "Too many" }, { status: 429 });
    await assert.rejects(() => transport.send(mail), (e: Error) => !(e instanceof PermanentMailError));
    answer = () => Response.json({ statusCode: 500, name: "internal_server_error", message: "Oops" }, { status: 500 });
    await assert.rejects(() => transport.send(mail), (e: Error) => !(e instanceof PermanentMailError));
  } finally {
    await server.shutdown();
  }
});

const TEXTS = {
  ...ACCOUNT_MAIL_TEXTS,
  ...BROKER_MAIL_TEXTS,
  ...NEWS_MAIL_TEXTS,
  ...CONTACT_MAIL_TEXTS,
  ...LOAN_MAIL_TEXTS,
  ...OUTBOX_MAIL_TEXTS,
  ...OPERATIONS_MAIL_TEXTS,
};
const LENDER = {
  name: "Harbourline Capital",
  licences: [],
  contactEmail: "brokers@lender.example",
  links: { demoVideos: [] },
};
const ONE = {
  name: "Ann Lee",
  news: {
    title: "SMI-1042: Insurance binder needs another look",
    text: "We could not accept it as it is.",
    quote: "<script>The binder names another lender.</script>",
    link: "http://localhost/dashboard/viewloan/1",
    label: "Open the loan",
  },
  settings: "http://localhost/dashboard/accountsettings#news",
};
const SAMPLES: { [K in keyof typeof TEXTS]: Parameters<(typeof TEXTS)[K]>[0] } = {
  deviceCode: { name: "Ann Lee", code: "123456" },
  recovery: { name: "Ann Lee", username: "annlee", link: "http://localhost/recover?id=x" },
  emailChange: { name: "Ann Lee", newEmail: "new@example.com", link: "http://localhost/changeEmail?id=x" },
  emailChangeNotice: { name: "Ann Lee", newEmail: "new@example.com", link: "http://localhost/login?forgot=1" },
  secondFactor: { name: "Ann Lee", change: "recovered", left: 0, link: "http://localhost/login?forgot=1" },
  requestReceived: { name: "Ann Lee" },
  requestExists: { name: "Ann Lee", link: "http://localhost/login" },
  requestPending: {
    name: "Ann Lee",
    brokerage: "Lake & Co",
    license: "M12345678",
    link: "http://localhost/dashboard/createbroker?id=1",
  },
  accountReady: { name: "Ann Lee", username: "annlee", wanted: "", link: "http://localhost/login" },
  usernameChanged: { name: "Ann Lee", username: "annlee2", wanted: "annlee", link: "http://localhost/login" },
  firstPassword: { name: "Ann Lee", username: "annlee", link: "http://localhost/recover?id=x" },
  contact: {
    name: "<b>Ann</b>\r\nBcc: x@example.com",
    email: "ann@example.com",
    msg: "<script>alert(1)</script>\n\nBye",
  },
  loanSubmitted: {
    clientCode: "SMI-1042",
    client: "Dan Smithers",
    broker: "Ann Lee",
    amount: 120000,
    type: "Second",
    likelihood: "Likely",
    link: "http://localhost/dashboard/viewloan?id=1",
  },
  backupOverdue: {
    name: "Ann Lee",
    last: "20 Nov 2026, 03:00",
    everyHours: 24,
    link: "http://localhost/dashboard/status",
  },
  mailSuppressed: {
    email: "bob@example.com",
    why: "bounced",
    reason: "<b>The mailbox does not exist</b>",
    link: "http://localhost/dashboard/outbox?state=bounced",
  },
  dealShared: { deal: "Deal 1042", facts: [["Amount", "$120,000"], ["<i>City</i>", "Hamilton"]] },
  ...Object.fromEntries(MAILED_KINDS.map((kind) => [kind, ONE])) as Record<MailedKind, typeof ONE>,
  newsDigest: { ...ONE, news: [ONE.news, { ...ONE.news, quote: "" }] },
  loanReceived: {
    name: "Ann Lee",
    clientCode: "SMI-1042",
    client: "Dan Smithers",
    link: "http://localhost/dashboard/viewloan/1",
  },
};

Deno.test("every mail has a one-line subject, HTML in the lender's name, a text part, and links to this site alone", () => {
  const render = createMailRenderer(LENDER, "https://portal.example");
  for (const kind of Object.keys(SAMPLES) as (keyof typeof TEXTS)[]) {
    const { subject, html, text } = render(TEXTS[kind](SAMPLES[kind] as never, LENDER));
    assert.ok(subject.length > 5 && !/[\r\n]/.test(subject), kind);
    assert.ok(
      html.startsWith("<!doctype html>") && html.includes("Harbourline Capital") &&
        html.includes("prefers-color-scheme"),
      kind,
    );
    assert.ok(!/<script|<b>Ann|nowrap/.test(html), `${kind} escapes what people typed; no label takes a figure's room`);
    assert.ok(text.includes("Harbourline Capital") && !/<p|Hello Ann Lee/.test(text), kind);
    for (const [, link] of html.matchAll(/href="([^"]+)"/g)) {
      assert.ok(link.startsWith("http://localhost/"), `${kind}: ${link}`);
    }
  }
});
