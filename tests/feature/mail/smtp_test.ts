/** Mail through a mail server: what it gets, and how its refusals are told apart. */
import assert from "node:assert/strict";
import { mails } from "../../../db/schema/mod.ts";
import { smtpTransport } from "../../../lib/server/mail/smtp_transport.ts";
import {
  MailLimitError,
  OperatorMailError,
  type OutgoingMail,
  PermanentMailError,
} from "../../../lib/server/mail/transport.ts";
import { withApp } from "../../support/app.ts";
import { CERTIFICATE } from "../../support/certificate.ts";
import { addMail, transportOf, workerOf } from "../../support/mail.ts";
import { type SmtpServer, smtpServer } from "../../support/smtp_server.ts";
import { until } from "../../support/until.ts";

const MAIL: OutgoingMail = {
  from: "Lender <mail@lender.example>",
  to: "ann@example.com",
  replyTo: "bob@example.com",
  subject: "Your loan — terms",
  html: "<p>Hello Ann</p>",
  text: "Hello Ann",
  headers: { "List-Unsubscribe": "<https://lender.example/unsubscribe/1>" },
  idempotencyKey: "request:7",
};

async function withServer(answers: Record<string, string>, test: (server: SmtpServer) => Promise<void>): Promise<void> {
  const server = smtpServer(answers);
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

/** Sends MAIL by a transport of its own. */
async function send(server: SmtpServer, login = "", timeoutMs?: number, from = MAIL.from): Promise<string | null> {
  const transport = smtpTransport(`smtp://${login}${server.host}`, timeoutMs);
  try {
    return await transport.send({ ...MAIL, from });
  } finally {
    transport.close?.();
  }
}

Deno.test("a mail server gets sender, reply address, both parts, headers, and one message id for every try", () =>
  withServer({}, async (server) => {
    assert.equal(await send(server, "mail%40lender.example:p%2Fw@"), null);
    await send(server);
    const [{ from, to, raw }, again] = server.mails;
    assert.deepEqual([from, to], ["mail@lender.example", "ann@example.com"]);
    assert.deepEqual(server.logins, ["mail@lender.example p/w"]);
    for (
      const line of [
        /^From: Lender <mail@lender\.example>$/m,
        /^Reply-To: bob@example\.com$/m,
        /^List-Unsubscribe: <https:\/\/lender\.example\/unsubscribe\/1>$/m,
        /^Subject: =\?UTF-8\?/m,
        /^Content-Type: multipart\/alternative/m,
        /^Content-Type: text\/plain/m,
        /^Content-Type: text\/html/m,
      ]
    ) assert.match(raw.replaceAll("\r", ""), line);
    const id = (mail: string) => /^Message-ID: (<[0-9a-f]{32}@lender\.example>)/mi.exec(mail)?.[1];
    assert.ok(id(raw));
    assert.equal(id(raw), id(again.raw));
  }));

Deno.test("a wrong password, a refused sender and a missing TLS connection are reported as the operator's to correct", async () => {
  await withServer({ AUTH: "535 5.7.8 wrong password" }, (server) =>
    assert.rejects(
      () => send(server, "u:p@"),
      (error: Error) =>
        error instanceof OperatorMailError && /^The mail server refuses our password: /.test(error.message),
    ));
  await withServer({ MAIL: "550 not your sender" }, (server) =>
    assert.rejects(
      () => send(server),
      (error: Error) => error instanceof OperatorMailError && /refuses our sender/.test(error.message),
    ));
  const refused: Record<string, string>[] = [{ GREETING: "554 you are on a list" }, { EHLO: "550 no", HELO: "550 no" }];
  for (const answers of refused) {
    await withServer(answers, (server) =>
      assert.rejects(
        () => send(server),
        (error: Error) => error instanceof OperatorMailError && /refuses our connection/.test(error.message),
      ));
  }
});

Deno.test("a mail server whose certificate is unknown, or of another name, holds all mail and costs none a try", async () => {
  using listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...CERTIFICATE });
  void (async () => {
    for await (const connection of listener) await connection.handshake().catch(() => {});
  })().catch(() => {});
  const transport = smtpTransport(`smtps://127.0.0.1:${listener.addr.port}`, 5000);
  await assert.rejects(
    () => transport.send(MAIL),
    (error: Error) => error instanceof OperatorMailError && /certificate cannot be trusted: /.test(error.message),
  );
  transport.close?.();
});

Deno.test("a refused address is final; a busy server delays all mail; any other failure is tried again", async () => {
  await withServer({ RCPT: "550 no such mailbox" }, (server) => assert.rejects(() => send(server), PermanentMailError));
  await withServer({ END: "554 rejected" }, (server) => assert.rejects(() => send(server), PermanentMailError));
  await withServer(
    { MAIL: "421 too many" },
    (server) =>
      assert.rejects(() => send(server), (error: Error) => error instanceof MailLimitError && error.waitMs === 60_000),
  );
  const passing = (error: Error) =>
    !(error instanceof PermanentMailError || error instanceof OperatorMailError || error instanceof MailLimitError);
  await withServer({ RCPT: "451 greylisted" }, (server) => assert.rejects(() => send(server), passing));
  const gone = smtpServer();
  await gone.close();
  await assert.rejects(() => send(gone), passing);
});

Deno.test("a portal with SMTP_URL sends its outbox there", () =>
  withServer({}, (server) =>
    withApp(async (t) => {
      await addMail(t);
      await t.deps.mailWorker.drain();
      assert.equal((await t.deps.db.select().from(mails))[0].status, "sent");
      assert.equal(server.mails[0].to, "ann@example.com");
    }, { SMTP_URL: `smtp://${server.host}`, MAIL_FROM: "mail@lender.example" })));

Deno.test("the log says why a mail was not sent or is held, without the address that the mail server repeats", async () => {
  for (const refusal of [{ RCPT: "550 5.1.1 <ann@example.com>: unknown" }, { RCPT: "421 <ann@example.com>: later" }]) {
    await withServer(refusal, (server) =>
      withApp(async (t) => {
        await addMail(t);
        await t.deps.mailWorker.drain();
        await until("a line of it", () => Promise.resolve(t.logged().includes("mail ")));
        assert.match(t.logged(), /"reason":"[^"]*(550 5\.1\.1 <…>: unknown|421 <…>: later)"/);
        assert.ok(!t.logged().includes("ann@example.com"));
      }, { SMTP_URL: `smtp://${server.host}`, MAIL_FROM: "mail@lender.example" }));
  }
});

Deno.test("a sender's name stays as it was written", async () => {
  for (
    const [from, header] of [
      ["Smith (Ontario) Ltd. <mail@lender.example>", '"Smith (Ontario) Ltd." <mail@lender.example>'],
      ["Loans: North <mail@lender.example>", '"Loans: North" <mail@lender.example>'],
      ["Harbour, Inc. <mail@lender.example>", '"Harbour, Inc." <mail@lender.example>'],
      ['"Harbour, Inc." <mail@lender.example>', '"Harbour, Inc." <mail@lender.example>'],
      ["mail@lender.example", "mail@lender.example"],
    ]
  ) {
    await withServer({}, async (server) => {
      await send(server, "", undefined, from);
      assert.equal(/^From: (.*)$/m.exec(server.mails[0].raw)?.[1].trim(), header);
    });
  }
});

Deno.test("what the portal writes says so, campaigns name their way out, and a visitor's message is a person's", () =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const campaign = { "List-Unsubscribe": "<https://lender.example/unsubscribe/1>" }, sent: [string, unknown][] = [];
    await addMail(t, { kind: "loanReceived", subject: "loanReceived" });
    await addMail(t, { kind: "campaign", subject: "campaign", headers: JSON.stringify(campaign) });
    await addMail(t, { kind: "contact", subject: "contact" });
    const worker = workerOf(t, transportOf((mail) => sent.push([mail.subject, mail.headers])));
    worker.wake();
    await until("all leave", () => Promise.resolve(sent.length === 3));
    await worker.stop();
    assert.deepEqual(Object.fromEntries(sent), {
      loanReceived: { "Auto-Submitted": "auto-generated" },
      campaign,
      contact: {},
    });
  }));
