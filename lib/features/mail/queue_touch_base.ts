/** Queues touch-base mails for brokers who show interest (loans specification 3.12 and 9). */
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, touchBaseQueue } from "../../../db/schema/mod.ts";
import { countsSince, isToBeQueued, type TouchBaseConfig } from "../../domain/mail/touch_base.ts";
import { interactionsSince } from "../tracking/mod.ts";
import { touchBaseConfigOf, touchBaseTemplatesOf } from "./get_touch_base.ts";
import { templatesFor } from "./_next_templates.ts";
import { leftOut } from "./recipients.ts";

/** Brokers that are looked at in one transaction. */
const AT_ONCE = 50;

/** Queues the contacts that are due, each once, whichever process runs it. */
export async function queueTouchBase(ctx: Context): Promise<void> {
  const config = await touchBaseConfigOf(ctx.db);
  if (!config.TOUCH_BASE_ENABLED) return;
  const interested = await interactionsSince(ctx, countsSince(ctx.now, config), config.MIN_INTERACTIONS);
  for (let i = 0; i < interested.length; i += AT_ONCE) {
    await inTransaction(ctx.db, (tx) => queueSome(tx, ctx, config, interested.slice(i, i + AT_ONCE)));
  }
}

async function queueSome(
  tx: Tx,
  ctx: Context,
  config: TouchBaseConfig,
  interested: readonly { accountId: number; interactions: number }[],
): Promise<void> {
  const counts = new Map(interested.map(({ accountId, interactions }) => [accountId, interactions]));
  const last = tx.select({ at: touchBaseQueue.queuedAt }).from(touchBaseQueue)
    .where(eq(touchBaseQueue.accountId, accounts.id)).orderBy(desc(touchBaseQueue.queuedAt)).limit(1);
  const brokers = (await tx.select({
    accountId: accounts.id,
    rating: accounts.rating,
    lastQueuedAt: sql<number | null>`${last}`,
  }).from(accounts).where(and(inArray(accounts.id, [...counts.keys()]), isNull(leftOut(ctx.now)))))
    .filter(({ accountId, lastQueuedAt }) =>
      isToBeQueued({ interactions: counts.get(accountId)!, lastQueuedAt }, ctx.now, config)
    );
  const next = await templatesFor(tx, brokers, await touchBaseTemplatesOf(tx));
  const rows = brokers.filter(({ accountId }) => next.has(accountId)).map(({ accountId, rating }) => ({
    accountId,
    templateId: next.get(accountId)!,
    rating,
    queuedAt: ctx.now,
  }));
  if (rows.length > 0) await tx.insert(touchBaseQueue).values(rows).onConflictDoNothing();
}
