/** Hands the outbox's events to their consumers: each event to each consumer once, whatever the number of processes. */
import { and, asc, eq, lte, ne, notExists, notInArray, or, sql } from "drizzle-orm";
import { type Consumer, type Context, type Db, inTransaction, type Tx } from "../../db/mod.ts";
import { eventDeliveries, events } from "../../db/schema/mod.ts";
import { type EventType, KEEPING_SECRETS, type StoredEvent } from "../domain/events.ts";
import { faultText, type Log } from "./log.ts";
import { backoffMs, createPoller, isDue, isFree, type Poller } from "./poller.ts";

const LEASE_MS = 60_000;
const MOST_TRIES = 12;
/** How long handled events stay, for inspection. */
const RETENTION_MS = 90 * 24 * 3600_000;

export interface EventDispatcher extends Poller {
  consumersOf(type: EventType): readonly string[];
}

type Delivery = typeof eventDeliveries.$inferSelect;

/** `context` is what consumers work with, made for each event. An event that a consumer fails on holds up no other. */
export function createEventDispatcher(
  db: Db,
  consumers: readonly Consumer[],
  context: () => Context,
  log: Log,
  clock: () => number,
  awake = true,
): EventDispatcher {
  const byName = new Map(consumers.map((consumer) => [consumer.name, consumer]));
  const names = [...byName.keys()];

  /** Leases one due delivery to this process: the update's WHERE decides a race. */
  async function take(): Promise<Delivery | "taken" | "none"> {
    const now = clock();
    const { status, dueAt, tries, leaseUntil } = eventDeliveries;
    // A first try is due when its event is written, so only a wrong clock put it ahead.
    const due = and(
      eq(status, "waiting"),
      isDue({ dueAt, tries, writtenAt: dueAt }, now),
      isFree(leaseUntil, LEASE_MS, now),
    );
    const [next] = await db.select().from(eventDeliveries).where(due)
      .orderBy(asc(eventDeliveries.dueAt), asc(eventDeliveries.eventId)).limit(1);
    if (!next) return "none";
    const [mine] = await db.update(eventDeliveries).set({ leaseUntil: now + LEASE_MS })
      .where(and(isDelivery(next), due)).returning();
    return mine ?? "taken";
  }

  async function handle(delivery: Delivery): Promise<void> {
    const consumer = byName.get(delivery.consumer);
    if (!consumer) throw new Error(`There is no consumer "${delivery.consumer}" in this version: ${names.join(", ")}.`);
    const ctx = context();
    await inTransaction(db, async (tx) => {
      // Only the holder of the lease may go on: it may have run out while the transaction waited for its turn.
      const [held] = await tx.update(eventDeliveries)
        .set({ status: "done", tries: delivery.tries + 1, leaseUntil: null, error: null })
        .where(isHeld(delivery)).returning();
      if (!held) return;
      await consumer.handle(tx, ctx, await eventOf(tx, delivery.eventId));
      await eraseSecret(tx, delivery.eventId);
    });
  }

  async function next(): Promise<"done" | "taken" | "none"> {
    const delivery = await take();
    if (typeof delivery === "string") return delivery;
    try {
      await handle(delivery);
    } catch (error) {
      const tries = delivery.tries + 1;
      const final = tries >= MOST_TRIES;
      const { eventId: event, consumer } = delivery;
      const reason = faultText(error);
      log({ level: final ? "error" : "warn", message: "event not handled", event, consumer, tries, final, reason });
      await inTransaction(db, async (tx) => {
        // A commit without an answer may have been done, and another process may have the lease: then it stays so.
        await tx.update(eventDeliveries).set({
          status: final ? "failed" : "waiting",
          tries,
          dueAt: clock() + backoffMs(tries),
          leaseUntil: null,
          error: reason,
        }).where(isHeld(delivery));
        await eraseSecret(tx, event);
      });
    }
    return "done";
  }

  return {
    ...createPoller("events", next, log, awake),
    consumersOf: (type) => consumers.filter(({ types }) => types.includes(type)).map(({ name }) => name),
  };
}

const isDelivery = ({ eventId, consumer }: Pick<Delivery, "eventId" | "consumer">) =>
  and(eq(eventDeliveries.eventId, eventId), eq(eventDeliveries.consumer, consumer));

/** The delivery while it has the lease that it was taken with. */
const isHeld = (delivery: Delivery) => and(isDelivery(delivery), eq(eventDeliveries.leaseUntil, delivery.leaseUntil!));

async function eventOf(tx: Tx, id: number): Promise<StoredEvent> {
  const row = await tx.select().from(events).where(eq(events.id, id)).get();
  if (!row) throw new Error(`Event ${id} is gone.`);
  const secret = row.secret === null ? {} : { secret: JSON.parse(row.secret) };
  return { ...JSON.parse(row.data), ...secret, id, at: row.at, type: row.type, v: row.version };
}

/** Erases an event's secret once no consumer waits for it, nor gave up on one that an owner may try again. */
async function eraseSecret(tx: Tx, eventId: number): Promise<void> {
  const of = (status: Delivery["status"]) =>
    tx.select({ one: sql`1` }).from(eventDeliveries)
      .where(and(eq(eventDeliveries.eventId, eventId), eq(eventDeliveries.status, status)));
  const mayGo = or(notInArray(events.type, KEEPING_SECRETS), notExists(of("failed")));
  await tx.update(events).set({ secret: null }).where(and(eq(events.id, eventId), notExists(of("waiting")), mayGo));
}

/** Removes old events that every consumer has handled; what failed stays to be seen. `now` in milliseconds. */
export async function removeOldEvents(db: Db, now: number): Promise<void> {
  const unhandled = db.select({ one: sql`1` }).from(eventDeliveries)
    .where(and(eq(eventDeliveries.eventId, events.id), ne(eventDeliveries.status, "done")));
  await db.delete(events).where(and(lte(events.at, now - RETENTION_MS), notExists(unhandled)));
}
