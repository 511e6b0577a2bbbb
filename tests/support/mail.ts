/** The outbox in tests: a worker that sends with a test's own transport, and mails to send. */
import { mails } from "../../db/schema/mod.ts";
import { createMailWorker } from "../../lib/server/mail/worker.ts";
import type { OutgoingMail, Transport } from "../../lib/server/mail/transport.ts";
import type { Poller } from "../../lib/server/poller.ts";
import type { TestApp } from "./app.ts";

/** A worker on the application's database and clock that sends with `transport`; fast unless a test says how fast. */
export const workerOf = (t: TestApp, transport: Transport, perSecond = 100_000, log = () => {}): Poller =>
  createMailWorker({ db: t.deps.db, transport, from: "Lender <mail@lender.example>", perSecond, log, clock: t.now });

/** A transport that sends as `send` does; what it returns or throws decides. */
export const transportOf = (send: (mail: OutgoingMail) => unknown): Transport => ({
  keeps: false,
  send: async (mail) => String(await send(mail)),
});

/** Adds a mail to the outbox. Any column may be given. */
export async function addMail(t: TestApp, fields: Partial<typeof mails.$inferInsert> = {}): Promise<number> {
  const [{ id }] = await t.deps.db.insert(mails).values({
    idempotencyKey: crypto.randomUUID(),
    kind: "loanReceived",
    to: "ann@example.com",
    subject: "We have your application",
    html: "<p>Hello Ann,</p>",
    text: "Hello Ann,",
    dueAt: t.now(),
    createdAt: t.now(),
    ...fields,
  }).returning({ id: mails.id });
  return id;
}
