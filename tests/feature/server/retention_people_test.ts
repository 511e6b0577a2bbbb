/** Whom tracked mails went to, and who asked for an account, go once they are old (docs/decisions/retention.md). */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import {
  accountRequests,
  accounts,
  auditRows,
  events,
  mails,
  trackedEmails,
  trackedRecipients,
  trackerEvents,
  trackerTokens,
} from "../../../db/schema/mod.ts";
import { removeExpired } from "../../../lib/features/operations/remove_expired.ts";
import { withApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { addMail } from "../../support/mail.ts";
import { addAudit, DAY, due, SINCE } from "../../support/retention.ts";
import { sendTracked } from "../../support/tracking.ts";

Deno.test("recipients and links of a mail go when its opens have gone, and not before", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    const ann = await t.account(), bob = await t.account();
    const sent = async (sentId: number, createdAt: number, to: typeof ann) => {
      const mailKey = `touchbase:${sentId}`;
      await addMail(t, { idempotencyKey: mailKey, status: "sent", createdAt });
      await sendTracked(t, { sentId, mailKey }, [to]);
    };
    await sent(1, SINCE.tracking - 2 * DAY, ann);
    await sent(2, SINCE.tracking - 1, bob);
    await sent(3, SINCE.tracking, ann);
    await db.update(trackedEmails).set({ createdAt: SINCE.tracking - 9 * DAY });
    // Opened again last year: with its open it stays known whose that was.
    const hit = { emailId: 1, sentId: 1, type: "open", email: ann.email, created: SINCE.tracking + DAY } as const;
    await db.insert(trackerEvents).values({ ...hit, day: "2023-11-21", ip: "99.1.2.0/24" });
    assert.equal((await due(t)).tracking, 1);
    await removeExpired(t.context());
    const left = async () =>
      (await db.select().from(trackedRecipients).orderBy(asc(trackedRecipients.id)))
        .map(({ sentId }) => sentId);
    assert.deepEqual(await left(), [1, 3]);
    assert.equal((await db.select().from(trackerTokens)).length, 8, "picture, trap and two links each");
    t.advance(2 * DAY);
    await removeExpired(t.context());
    assert.deepEqual(await left(), []);
    assert.deepEqual([await db.$count(trackerEvents), await db.$count(trackerTokens)], [0, 0]);
    assert.equal(await db.$count(mails), 3, "mails of the outbox stay");
  }));

Deno.test("old recipients are found behind any number of those whose opens are left, and none are looked for among the new", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await db.insert(trackedEmails).values({ name: "Rates", createdAt: SINCE.tracking - DAY });
    const one = (i: number) => ({ emailId: 1, sentId: i, name: "Ann", email: `a${i}@b.example` });
    for (let at = 0; at < 1_200; at += 100) {
      await db.insert(trackedRecipients).values(Array.from({ length: 100 }, (_, i) => one(at + i)));
    }
    const hit = { emailId: 1, type: "open", created: t.now(), day: "2026-11-20" } as const;
    for (let i = 0; i < 700; i += 100) {
      await db.insert(trackerEvents)
        .values(Array.from({ length: 100 }, (_, n) => ({ ...hit, sentId: i + n, email: `a${i + n}@b.example` })));
    }
    assert.equal((await due(t)).tracking, 500);
    await removeExpired(t.context());
    assert.equal(await db.$count(trackedRecipients), 700);
  }));

Deno.test("a request that nobody answered goes with its password, news, mails and what the trail says; an accepted one stays", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const member = await t.account({ email: "bea@x.example" });
    const old = { createdAt: SINCE.requests - 1 };
    const open = await makeRequest(t, { ...old, name: "Cem Ak", email: "Cem@x.example", username: "cemak" });
    await makeRequest(t, { ...old, email: "bea@x.example", username: "bea", accountId: member.id, closedAt: t.now() });
    await makeRequest(t, { ...old, email: "dan@x.example", username: "dan", accountId: null, closedAt: t.now() });
    await makeRequest(t, { email: "eve@x.example", username: "eve", createdAt: SINCE.requests });
    const after = JSON.stringify({ name: "Cem Ak", email: "Cem@x.example", phone: "1" });
    await addAudit(t, t.now(), { action: "request.create", entity: "request", entityId: String(open.id), after });
    await addMail(t, { kind: "requestReceived", to: "cem@x.example", status: "sent" });
    await addMail(t, { kind: "requestReceived", to: "eve@x.example", status: "sent" });
    assert.equal((await due(t)).requests, 2);
    await removeExpired(t.context());
    await t.deps.events.drain();
    assert.deepEqual((await db.select().from(accountRequests)).map(({ username }) => username), ["bea", "eve"]);
    const rows = [await db.select().from(auditRows), await db.select().from(mails), await db.select().from(events)];
    for (const word of ["cem ak", "cem@", "dan@"]) assert.ok(!JSON.stringify(rows).toLowerCase().includes(word), word);
    assert.deepEqual((await db.select().from(mails).orderBy(asc(mails.id))).map(({ to, text }) => [to, text]), [
      ["", ""],
      ["eve@x.example", "Hello Ann,"],
    ]);
    assert.equal(await db.$count(accounts, eq(accounts.id, member.id)), 1);
  }));
