/** Says what happened, in the transaction of the change itself: there is an event exactly where there is the change. */
import { type Context, onCommit, type Tx } from "../../db/mod.ts";
import { eventDeliveries, events } from "../../db/schema/mod.ts";
import type { DomainEvent } from "../domain/events.ts";

/** Adds an event to the outbox, with one delivery for each consumer of its type. They are woken after the commit. */
export async function emit(tx: Tx, ctx: Context, event: DomainEvent): Promise<void> {
  const { type, v, secret, ...data } = { secret: undefined, ...event };
  const consumers = ctx.events.consumersOf(type);
  const [{ id }] = await tx.insert(events).values({
    type,
    version: v,
    data: JSON.stringify(data),
    secret: secret && consumers.length > 0 ? JSON.stringify(secret) : null,
    at: ctx.now,
  }).returning({ id: events.id });
  if (consumers.length === 0) return;
  await tx.insert(eventDeliveries).values(consumers.map((consumer) => ({ eventId: id, consumer, dueAt: ctx.now })));
  onCommit(ctx.events.wake);
}
