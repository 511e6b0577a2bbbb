/** Events that a consumer gave up on: on the status until an owner tries them again or sets them aside. */
import assert from "node:assert/strict";
import { asc, desc, eq } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import { auditRows, eventDeliveries, events, mails } from "../../../db/schema/mod.ts";
import type { DomainEvent } from "../../../lib/domain/events.ts";
import { emit } from "../../../lib/features/events.ts";
import { FEATURES } from "../../../lib/features/registration.ts";
import { createEventDispatcher } from "../../../lib/server/event_dispatcher.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { until } from "../../support/until.ts";

const PATH = "/dashboard/status";
const CONTACT: DomainEvent = { type: "contact.received", v: 1, name: "Ann Lee", email: "a@x.example", msg: "Hello" };
const RECOVERY: DomainEvent = { type: "account.recoveryRequested", v: 1, accountId: null, secret: { token: "t" } };

/** An event whose only consumer gave up on it days ago, whatever this process ran since; its id. */
async function gaveUp(t: TestApp, event: DomainEvent): Promise<number> {
  const ctx = { ...t.context(), events: { consumersOf: () => ["mail"], wake: () => {} } };
  await inTransaction(t.deps.db, (tx) => emit(tx, ctx, event));
  const [{ eventId }] = await t.deps.db.update(eventDeliveries)
    .set({ status: "failed", tries: 12, error: "a broken template" })
    .where(eq(eventDeliveries.status, "waiting")).returning();
  return eventId;
}

Deno.test("an event that gave up stays on the status, and is tried again or set aside by an owner alone", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 }), admin = await t.account({ role: 9 });
    const shown = async () => await (await t.get(PATH, owner)).text();
    assert.doesNotMatch(await shown(), /Events that gave up/);
    const eventId = await gaveUp(t, CONTACT), sent = { eventId: String(eventId), consumer: "mail" };
    t.advance(30 * 24 * 3600_000);
    for (const one of [owner, admin]) await t.signInAgain(one);
    assert.match(
      await shown(),
      /Events that gave up[^]*A message was sent by the contact form[^]*\(contact\.received\)[^]*a broken template[^]*Try again/,
    );
    assert.equal((await t.post("/api/loans/tryeventagain", sent, admin)).status, 403);
    const again = await t.postForm("/api/loans/tryeventagain", sent, owner);
    assert.deepEqual([again.status, again.headers.get("location")], [303, `${PATH}#events-title`]);
    await until("the mail to be made", async () => (await t.deps.db.select().from(mails)).length === 1);
    assert.doesNotMatch(await shown(), /Events that gave up/);
    const twice = await t.postForm("/api/loans/tryeventagain", sent, owner);
    assert.deepEqual([twice.status, /was dealt with already\. Reload/.test(await twice.text())], [409, true]);

    const secret = { eventId: await gaveUp(t, RECOVERY), consumer: "mail" };
    const page = await shown();
    assert.match(page, /code or link that it carried is erased/);
    assert.doesNotMatch(page, /Try again/);
    const refused = await t.post("/api/loans/tryeventagain", secret, owner);
    assert.deepEqual([refused.status, (await refused.json()).reason], [
      409,
      "What this event carried is erased. Set it aside.",
    ]);
    assert.equal((await t.post("/api/loans/seteventaside", secret, owner)).status, 200);
    assert.doesNotMatch(await shown(), /Events that gave up/);
    const acts = await t.deps.db.select().from(auditRows).where(eq(auditRows.entity, "event")).orderBy(
      desc(auditRows.id),
    );
    assert.deepEqual(acts.map(({ action, entityId }) => [action, entityId]), [
      ["event.setAside", String(secret.eventId)],
      ["event.again", sent.eventId],
    ]);
  }));

Deno.test("an erasure that gave up keeps whose mails are to be emptied, and empties them when it is tried again", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 }), { id: accountId } = await t.account();
    await t.deps.events.stop();
    const secret = { addresses: ["ann@x.example"] };
    const erased: DomainEvent = { type: "account.erased", v: 1, accountId, secret };
    const row = { kind: "contact", to: "ann@x.example", subject: "s", html: "h", text: "t", status: "sent" } as const;
    await t.deps.db.insert(mails).values({ ...row, idempotencyKey: "one", dueAt: 0, createdAt: 0 });
    const types = ["account.erased", "account.recoveryRequested"] as const;
    const failing = { name: "emptyMails", types, handle: () => Promise.reject(new Error("a full disk")) };
    const one = createEventDispatcher(t.deps.db, [failing], () => t.context(), t.deps.log, t.now);
    for (const event of [erased, RECOVERY]) {
      const ctx = { ...t.context(), events: { consumersOf: () => ["emptyMails"], wake: () => {} } };
      await inTransaction(t.deps.db, (tx) => emit(tx, ctx, event));
    }
    for (let n = 0; n < 12; n++) {
      await one.drain();
      t.advance(6 * 3600_000);
    }
    await one.stop();
    const secrets = async () =>
      (await t.deps.db.select().from(events).orderBy(asc(events.id))).map(({ secret }) => secret);
    assert.deepEqual(await secrets(), [JSON.stringify(secret), null], "what opens something is gone");
    await t.signInAgain(owner);
    const sent = { eventId: 1, consumer: "emptyMails" };
    assert.equal((await t.post("/api/loans/tryeventagain", sent, owner)).status, 200);
    const real = createEventDispatcher(t.deps.db, FEATURES.consumers, () => t.context(), t.deps.log, t.now);
    await real.drain();
    await real.stop();
    assert.equal((await t.deps.db.select().from(mails).where(eq(mails.idempotencyKey, "one")).get())!.to, "");
    assert.deepEqual(await secrets(), [null, null]);
    await t.deps.db.update(events).set({ secret: "{}" });
    await t.deps.db.update(eventDeliveries).set({ status: "failed" });
    assert.equal((await t.post("/api/loans/seteventaside", sent, owner)).status, 200);
    assert.deepEqual(await secrets(), [null, "{}"]);
  }));

Deno.test("the mail about a new account is tried again with a link that works, unless the account is disabled", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 }), ann = await t.account(), bob = await t.account({ status: 0 });
    const failed = [];
    for (const { id } of [ann, bob, owner]) {
      failed.push(await gaveUp(t, { type: "account.created", v: 1, introduce: true, accountId: id }));
    }
    // Who asked for it has a password: an event of an earlier version did not say so.
    await makeRequest(t, { accountId: owner.id, closedAt: t.now() });
    t.advance(30 * 24 * 3600_000);
    await t.signInAgain(owner);
    for (const eventId of failed) {
      assert.equal((await t.post("/api/loans/tryeventagain", { eventId, consumer: "mail" }, owner)).status, 200);
    }
    const sent = await t.mails();
    assert.deepEqual(sent.map(({ to, kind }) => [to, kind]), [[ann.email, "firstPassword"], [
      owner.email,
      "accountReady",
    ]]);
    const [, recoverId] = /\/recover\?id=([\w-]{43})/.exec(sent[0].text)!;
    const valid = async () => (await (await t.post("/api/auth/getRecovery", { recoverId })).json()).response;
    assert.equal(await valid(), true);
    await until("both to be kept", async () => (await t.mails()).every(({ status }) => status === "kept"));
    const [{ id }] = await t.deps.db.update(mails).set({ status: "failed" }).where(eq(mails.kind, "firstPassword"))
      .returning();
    assert.equal((await t.post("/api/loans/sendmailagain", { id }, owner)).status, 200, "its link has not expired");
    t.advance(7 * 24 * 3600_000 + 1);
    assert.equal(await valid(), false);
  }));
