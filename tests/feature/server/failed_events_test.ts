/** Events that a consumer gave up on: on the status until an owner tries them again or sets them aside. */
import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import { auditRows, eventDeliveries, mails } from "../../../db/schema/mod.ts";
import type { DomainEvent } from "../../../lib/domain/events.ts";
import { emit } from "../../../lib/features/events.ts";
import { type TestApp, withApp } from "../../support/app.ts";
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
    assert.match(await shown(), /Events that gave up[^]*contact\.received[^]*a broken template[^]*Try again/);
    assert.equal((await t.post("/api/loans/tryeventagain", sent, admin)).status, 403);
    const again = await t.postForm("/api/loans/tryeventagain", sent, owner);
    assert.deepEqual([again.status, again.headers.get("location")], [303, PATH]);
    await until("the mail to be made", async () => (await t.deps.db.select().from(mails)).length === 1);
    assert.doesNotMatch(await shown(), /Events that gave up/);
    const twice = await t.postForm("/api/loans/tryeventagain", sent, owner);
    assert.deepEqual([twice.status, /was dealt with already\. Reload/.test(await twice.text())], [409, true]);

    const secret = { eventId: await gaveUp(t, RECOVERY), consumer: "mail" };
    const page = await shown();
    assert.match(page, /code, link or address that it carried is erased/);
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
