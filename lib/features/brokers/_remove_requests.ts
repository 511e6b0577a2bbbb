/** Removes account requests: deleted by staff, grown old, or their person's data is erased. */
import { and, eq, inArray, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accountRequests, accounts, eventDeliveries, events, news } from "../../../db/schema/mod.ts";
import { emit } from "../events.ts";
import { withdrawMails } from "../mail/mod.ts";
import { sentTo } from "./_addresses.ts";
import { emptyTrail } from "./_empty_trail.ts";

/** Deletes requests, and the news that names them. Returns them. */
export async function deleteRequests(tx: Tx, where: SQL | undefined): Promise<{ id: number; emailKey: string }[]> {
  const deleted = await tx.delete(accountRequests).where(where)
    .returning({ id: accountRequests.id, emailKey: accountRequests.emailKey });
  const ids = deleted.map(({ id }) => id);
  await tx.delete(news).where(inArray(sql`json_extract(${news.data}, '$.requestId')`, ids));
  return deleted;
}

/**
 * Deletes requests of people without an account, takes them out of the trail, and has the mails to them emptied: no
 * account will ever lead there. Returns how many.
 */
export async function removeRequests(tx: Tx, ctx: Context, where: SQL | undefined): Promise<number> {
  const deleted = await deleteRequests(tx, where);
  const others = new Set([
    ...await keysAmong(tx, accounts, deleted),
    ...await keysAmong(tx, accountRequests, deleted),
    ctx.site.lender.contactEmail?.toLowerCase(),
  ]);
  const addresses = [...new Set(deleted.map(({ emailKey }) => emailKey))].filter((key) => !others.has(key));
  await emptyTrail(tx, { requests: deleted.map(({ id }) => id), addresses });
  if (addresses.length > 0) {
    await withdrawMails(tx, sentTo({ own: addresses, asked: [] }));
    await removeEvents(tx, addresses);
    await emit(tx, ctx, { type: "request.removed", v: 1, secret: { addresses } });
  }
  return deleted.length;
}

/** Removes events that name one of these addresses and that every consumer has handled: they stay for 90 days. */
export async function removeEvents(tx: Tx, addresses: readonly string[]): Promise<void> {
  const waiting = tx.select({ one: sql`1` }).from(eventDeliveries)
    .where(and(eq(eventDeliveries.eventId, events.id), ne(eventDeliveries.status, "done")));
  await tx.delete(events).where(and(
    inArray(events.type, ["contact.received", "mail.suppressed"]),
    inArray(sql`lower(json_extract(${events.data}, '$.email'))`, [...addresses]),
    notExists(waiting),
  ));
}

/** Which of these addresses an account, or another request, has. */
async function keysAmong(
  tx: Tx,
  table: typeof accounts | typeof accountRequests,
  of: readonly { emailKey: string }[],
): Promise<string[]> {
  const rows = await tx.select({ key: table.emailKey }).from(table)
    .where(inArray(table.emailKey, of.map(({ emailKey }) => emailKey)));
  return rows.map(({ key }) => key);
}
