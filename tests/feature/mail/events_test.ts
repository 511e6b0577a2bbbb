/**
 * The outbox of events: there exactly where its cause is, handled once by each consumer, whatever breaks in between.
 */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { type Consumer, type Context, inTransaction, onCommit, type Tx } from "../../../db/mod.ts";
import { eventDeliveries, events, mails, savedFilters } from "../../../db/schema/mod.ts";
import type { DomainEvent, StoredEvent } from "../../../lib/domain/events.ts";
import { emit } from "../../../lib/features/events.ts";
import { createEventDispatcher, removeOldEvents } from "../../../lib/server/event_dispatcher.ts";
import { backoffMs, createPoller } from "../../../lib/server/poller.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { until } from "../../support/until.ts";

const quiet = () => {};
const SECRET = { token: "a plain token" };
const RECOVERY: DomainEvent = { type: "account.recoveryRequested", v: 1, accountId: null, secret: SECRET };
const contact = (n: number): DomainEvent => ({
  type: "contact.received",
  v: 1,
  name: "Ann Lee",
  email: `ann${n}@example.com`,
  msg: "A question of mine",
});

/** A consumer that notes what it handled, in the database (with its transaction) and in memory (each call). */
function noting(name: string, accountId: number, handle: (event: StoredEvent) => unknown = quiet) {
  const calls: StoredEvent[] = [];
  const consumer: Consumer = {
    name,
    types: ["contact.received", "account.recoveryRequested"],
    async handle(tx: Tx, _ctx: Context, event: StoredEvent) {
      calls.push(event);
      const key = `${name} ${event.id} ${calls.length}`;
      await tx.insert(savedFilters).values({ accountId, name: key, nameKey: key, query: "", savedAt: event.at });
      await handle(event);
    },
  };
  return { consumer, calls };
}

interface Site {
  t: TestApp;
  accountId: number;
  /** Emits events for these consumers, in one transaction. */
  emitFor(consumers: Consumer[], ...list: DomainEvent[]): Promise<void>;
  dispatcher(...consumers: Consumer[]): ReturnType<typeof createEventDispatcher>;
  deliveries(): Promise<(typeof eventDeliveries.$inferSelect)[]>;
  /** What consumers wrote, by their names and events. */
  written(): Promise<string[]>;
}

/** An application whose own consumers are stopped, so that only a test's run. */
const withSite = (test: (site: Site) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.events.stop();
    const { id: accountId } = await t.account();
    const dispatchers: ReturnType<typeof createEventDispatcher>[] = [];
    await test({
      t,
      accountId,
      emitFor: (consumers, ...list) =>
        inTransaction(t.deps.db, async (tx) => {
          const names = consumers.map(({ name }) => name);
          const ctx = { ...t.context(), events: { consumersOf: () => names, wake: quiet } };
          for (const event of list) await emit(tx, ctx, event);
        }),
      dispatcher(...consumers) {
        const one = createEventDispatcher(t.deps.db, consumers, () => t.context(), t.deps.log, t.now);
        dispatchers.push(one);
        return one;
      },
      deliveries: () => t.deps.db.select().from(eventDeliveries).orderBy(asc(eventDeliveries.eventId)),
      written: async () => (await t.deps.db.select().from(savedFilters)).map(({ name }) => name).sort(),
    });
    for (const one of dispatchers) await one.stop();
  });

Deno.test("an event whose transaction rolls back does not exist", () =>
  withApp(async (t) => {
    await assert.rejects(inTransaction(t.deps.db, async (tx) => {
      await emit(tx, t.context(), contact(1));
      throw new Error("the cause failed");
    }));
    assert.equal((await t.deps.db.select().from(events)).length, 0);
    assert.equal((await t.mails()).length, 0);
  }));

Deno.test("a commit wakes the consumers: the mail leaves without a poll", () =>
  withApp(async (t) => {
    await inTransaction(t.deps.db, (tx) => emit(tx, t.context(), contact(1)));
    await until("the mail is kept", async () => {
      const [mail] = await t.deps.db.select().from(mails);
      return mail?.status === "kept";
    });
  }));

Deno.test("three processes handle each of forty events once, and each consumer handles all of them", () =>
  withSite(async ({ accountId, emitFor, dispatcher, written }) => {
    const first = noting("first", accountId, () => setImmediate()), second = noting("second", accountId);
    const consumers = [first.consumer, second.consumer];
    await emitFor(consumers, ...Array.from({ length: 40 }, (_, n) => contact(n)));
    await Promise.all([1, 2, 3].map(() => dispatcher(...consumers).drain()));
    for (const { calls } of [first, second]) assert.equal(new Set(calls.map(({ id }) => id)).size, 40);
    assert.equal((await written()).length, 80);
  }));

Deno.test("an event committed by a process that ends is handled once by the next one", () =>
  withSite(async ({ t, accountId, emitFor, dispatcher, written }) => {
    const { consumer, calls } = noting("news", accountId);
    await emitFor([consumer], contact(1));
    await dispatcher(consumer).drain();
    await dispatcher(consumer).drain();
    assert.equal((await written()).length, 1);
    const [event] = calls;
    assert.deepEqual(event, { ...contact(1), id: event.id, at: t.now() });
  }));

Deno.test("an event whose handler is killed is handled by another process after the lease", () =>
  withSite(async ({ t, accountId, emitFor, dispatcher, written }) => {
    const { consumer } = noting("news", accountId);
    await emitFor([consumer], contact(1));
    await t.deps.db.update(eventDeliveries).set({ leaseUntil: t.now() + 60_000 });
    assert.equal(await dispatcher(consumer).drain(), 0);
    t.advance(60_001);
    assert.equal(await dispatcher(consumer).drain(), 1);
    assert.equal((await written()).length, 1);
  }));

Deno.test("what a failed consumer wrote is rolled back, and the event is tried again later", () =>
  withSite(async ({ t, accountId, emitFor, dispatcher, deliveries, written }) => {
    let failures = 1;
    const { consumer } = noting("news", accountId, () => {
      if (failures-- > 0) throw new Error("not yet");
    });
    await emitFor([consumer], contact(1));
    const one = dispatcher(consumer);
    await one.drain();
    assert.deepEqual(await written(), []);
    const [{ status, tries, dueAt, error }] = await deliveries();
    assert.deepEqual([status, tries, dueAt, error], ["waiting", 1, t.now() + backoffMs(1), "not yet"]);
    assert.equal(await one.drain(), 0, "not before it is due");
    t.advance(backoffMs(1));
    await one.drain();
    assert.equal((await written()).length, 1);
    assert.equal((await deliveries())[0].status, "done");
  }));

Deno.test("an event that was handled is not handled again where the answer to its commit is lost", () =>
  withSite(async ({ t, accountId, emitFor, dispatcher, deliveries, written }) => {
    const { consumer } = noting("news", accountId, () =>
      onCommit(() => {
        throw new Error("no answer");
      }));
    await emitFor([consumer], contact(1));
    const one = dispatcher(consumer);
    await one.drain();
    assert.equal((await deliveries())[0].status, "done");
    t.advance(6 * 3600_000);
    await one.drain();
    assert.equal((await written()).length, 1);
  }));

Deno.test("an event that always fails delays no other, and ends as failed with its reason in the log", () =>
  withSite(async ({ t, accountId, emitFor, dispatcher, deliveries, written }) => {
    const { consumer } = noting("news", accountId, (event) => {
      if ("email" in event && event.email === "ann1@example.com") throw new Error("cannot be handled");
    });
    await emitFor([consumer], contact(1), contact(2), contact(3));
    const one = dispatcher(consumer);
    await one.drain();
    assert.equal((await written()).length, 2);
    for (let n = 1; n < 12; n++) {
      t.advance(6 * 3600_000);
      await one.drain();
    }
    const [failed, ...others] = await deliveries();
    assert.deepEqual([failed.status, failed.tries, failed.error], ["failed", 12, "cannot be handled"]);
    assert.ok(others.every(({ status }) => status === "done"));
    assert.match(t.logged(), /"level":"error","message":"event not handled","event":1,"consumer":"news"/);
    t.advance(6 * 3600_000);
    assert.equal(await one.drain(), 0);
  }));

Deno.test("a secret is stored until its consumer took it, and is erased then", () =>
  withSite(async ({ t, accountId, emitFor, dispatcher }) => {
    const first = noting("first", accountId);
    let failing = true;
    const second = noting("second", accountId, () => {
      if (failing) throw new Error("later");
    });
    const secrets = async () => (await t.deps.db.select().from(events)).map(({ secret }) => secret);
    await emitFor([first.consumer, second.consumer], RECOVERY);
    const one = dispatcher(first.consumer, second.consumer);
    await one.drain();
    assert.deepEqual(await secrets(), [JSON.stringify(SECRET)]);
    failing = false;
    t.advance(backoffMs(1));
    await one.drain();
    assert.deepEqual(await secrets(), [null]);
    for (const { calls } of [first, second]) assert.deepEqual((calls.at(-1) as { secret?: unknown }).secret, SECRET);
    const [{ data }] = await t.deps.db.select().from(events);
    assert.ok(!data.includes(SECRET.token));
    await emitFor([], RECOVERY);
    assert.deepEqual(await secrets(), [null, null], "an event that nobody handles keeps no secret");
  }));

Deno.test("handled events are deleted after 90 days, failed and waiting ones stay", () =>
  withSite(async ({ t, accountId, emitFor, dispatcher, deliveries }) => {
    const { consumer } = noting("news", accountId);
    await emitFor([consumer], contact(1), contact(2));
    await dispatcher(consumer).drain();
    await t.deps.db.update(eventDeliveries).set({ status: "failed" }).where(eq(eventDeliveries.eventId, 2));
    await removeOldEvents(t.deps.db, t.now() + 89 * 24 * 3600_000);
    assert.equal((await deliveries()).length, 2);
    await removeOldEvents(t.deps.db, t.now() + 90 * 24 * 3600_000);
    assert.deepEqual((await deliveries()).map(({ eventId }) => eventId), [2]);
    assert.equal((await t.deps.db.select().from(events)).length, 1);
  }));

Deno.test("an event that comes while a round ends does not wait for the next poll", async () => {
  let waiting = 1;
  const poller = createPoller(
    "work",
    async () => {
      const found = waiting > 0;
      await setImmediate();
      if (!found) return "none";
      waiting--;
      return "done";
    },
    quiet,
  );
  const round = poller.drain();
  await setImmediate();
  // The round has looked and found nothing, and has not ended yet.
  waiting = 1;
  void poller.drain();
  assert.equal(await round, 2);
  await poller.stop();
});
