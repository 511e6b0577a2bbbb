/** Queues touch-base mails for brokers who show interest (loans specification 3.12 and 9). */
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, touchBaseQueue } from "../../../db/schema/mod.ts";
import { countsSince, isToBeQueued, nextTemplate, type TouchBaseConfig } from "../../domain/mail/touch_base.ts";
import { ROLE } from "../../domain/permissions.ts";
import { interactionsSince } from "../tracking/mod.ts";
import { touchBaseConfigOf, touchBaseTemplatesOf } from "./get_touch_base.ts";
import { leftOut } from "./recipients.ts";

/** Brokers that are looked at in one statement. */
const AT_ONCE = 500;

type Template = Awaited<ReturnType<typeof touchBaseTemplatesOf>>[number];

/** The list of a broker's rating, and his next template of it; null where the list is empty. */
export async function templateFor(
  tx: Tx,
  { accountId, rating }: { accountId: number; rating: string },
  templates: readonly Template[],
): Promise<number | null> {
  const ids = templates.filter(({ list }) => list === (rating === "elite" ? "elite" : "normal")).map(({ id }) => id);
  const had = await tx.select({ id: touchBaseQueue.templateId }).from(touchBaseQueue)
    .where(and(eq(touchBaseQueue.accountId, accountId), eq(touchBaseQueue.sent, 1), eq(touchBaseQueue.skip, 0)));
  return nextTemplate(ids, had.flatMap(({ id }) => id ?? []));
}

/** Queues whoever is to hear from the lender now: each once, whichever process runs it. */
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
  const brokers = await tx.select({
    accountId: accounts.id,
    rating: accounts.rating,
    lastQueuedAt: sql<number | null>`${last}`,
  }).from(accounts).where(
    and(inArray(accounts.id, [...counts.keys()]), eq(accounts.role, ROLE.broker), isNull(leftOut)),
  );
  const templates = await touchBaseTemplatesOf(tx);
  for (const { accountId, rating, lastQueuedAt } of brokers) {
    const interest = { interactions: counts.get(accountId)!, lastQueuedAt };
    if (!isToBeQueued(interest, ctx.now, config)) continue;
    const templateId = await templateFor(tx, { accountId, rating }, templates);
    if (templateId === null) continue;
    await tx.insert(touchBaseQueue).values({ accountId, templateId, rating, queuedAt: ctx.now }).onConflictDoNothing();
  }
}
