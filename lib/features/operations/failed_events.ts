/** Events that a consumer gave up on: a mail or a piece of news that nobody gets, until an owner deals with it. */
import { and, desc, eq, ne, notExists, sql } from "drizzle-orm";
import { type Context, inTransaction, onCommit, type Tx } from "../../../db/mod.ts";
import { eventDeliveries, events } from "../../../db/schema/mod.ts";
import { canTryAgain } from "../../domain/events.ts";
import { conflict } from "../../domain/refusal.ts";
import type { FailedEventInput } from "../../schemas/operations.ts";
import { audit } from "../audit.ts";

/** Rows that the status lists, the newest first. */
const LISTED_MOST = 50;

const failed = eq(eventDeliveries.status, "failed");

export const countFailedEvents = ({ db }: Pick<Context, "db">): Promise<number> => db.$count(eventDeliveries, failed);

/** `at`: when it happened, in milliseconds; `reason`: why its last try failed. */
export const listFailedEvents = ({ db }: Pick<Context, "db">) =>
  db.select({
    eventId: eventDeliveries.eventId,
    consumer: eventDeliveries.consumer,
    type: events.type,
    at: events.at,
    tries: eventDeliveries.tries,
    reason: eventDeliveries.error,
  }).from(eventDeliveries).innerJoin(events, eq(events.id, eventDeliveries.eventId)).where(failed)
    .orderBy(desc(eventDeliveries.eventId)).limit(LISTED_MOST);

export type FailedEvent = Awaited<ReturnType<typeof listFailedEvents>>[number];

type Change = Pick<typeof eventDeliveries.$inferSelect, "status" | "tries" | "dueAt">;

/** Changes a delivery that gave up; answers its event's type. Throws 409 where it is none any more. */
async function change(tx: Tx, { eventId, consumer }: FailedEventInput, set: Partial<Change>) {
  const [changed] = await tx.update(eventDeliveries).set(set)
    .where(and(eq(eventDeliveries.eventId, eventId), eq(eventDeliveries.consumer, consumer), failed)).returning();
  if (!changed) throw conflict("This event was dealt with already. Reload the page.");
  const { type } = (await tx.select({ type: events.type }).from(events).where(eq(events.id, eventId)).get())!;
  return { type, reason: changed.error ?? "" };
}

/** Hands it to its consumer again, as often as the first time. Throws 409 where it did not fail or cannot succeed. */
export async function tryEventAgain(ctx: Context, input: FailedEventInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { type, reason } = await change(tx, input, { status: "waiting", tries: 0, dueAt: ctx.now });
    if (!canTryAgain(type)) throw conflict("What this event carried is erased. Set it aside.");
    const after = { type, consumer: input.consumer, reason };
    await audit(tx, ctx, { action: "event.again", entityId: input.eventId, after });
    onCommit(ctx.events.wake);
  });
}

/** Takes it off the status: nothing follows from it any more, and its secret goes. Throws 409 where it did not fail. */
export async function setEventAside(ctx: Context, input: FailedEventInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { type, reason } = await change(tx, input, { status: "done" });
    const undone = tx.select({ one: sql`1` }).from(eventDeliveries)
      .where(and(eq(eventDeliveries.eventId, input.eventId), ne(eventDeliveries.status, "done")));
    await tx.update(events).set({ secret: null }).where(and(eq(events.id, input.eventId), notExists(undone)));
    const after = { type, consumer: input.consumer, reason };
    await audit(tx, ctx, { action: "event.setAside", entityId: input.eventId, after });
  });
}
