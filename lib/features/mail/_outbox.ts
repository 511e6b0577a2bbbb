/** Mails of the outbox by kind and address, and the writes by which mail may leave, which wake the worker. */
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { type Context, onCommit, type Tx } from "../../../db/mod.ts";
import { mailHold, mails } from "../../../db/schema/mod.ts";

/** Puts mails into the outbox. Returns their ids; one whose key is there already is left out. */
export async function addMails(
  tx: Tx,
  ctx: Context,
  rows: readonly (typeof mails.$inferInsert)[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const added = await tx.insert(mails).values([...rows]).onConflictDoNothing().returning({ id: mails.id });
  onCommit(ctx.mail.wake);
  return added.map(({ id }) => id);
}

/** Lets failed mails leave again, as if they had never been tried. */
export async function requeueMails(tx: Tx, ctx: Context, where: SQL): Promise<void> {
  await tx.update(mails).set({ status: "waiting", tries: 0, error: null, leaseUntil: null, dueAt: ctx.now })
    .where(where);
  onCommit(ctx.mail.wake);
}

/** Ends a stop of all mail that began at `since`, so that the next try is at once. False where it is over. */
export async function endStop(tx: Tx, ctx: Context, since: number): Promise<boolean> {
  const ended = await tx.update(mailHold).set({ resumeAt: ctx.now }).where(eq(mailHold.stoppedAt, since)).returning();
  onCommit(ctx.mail.wake);
  return ended.length > 0;
}

/** Addresses that begin so, whatever their case; an empty text is any. */
export const beginsWith = (address: Column, text: string): SQL | undefined =>
  text ? sql`${address} collate nocase >= ${text} and ${address} collate nocase < ${text + "\u{10FFFF}"}` : undefined;

/**
 * Mails of a kind to addresses that begin with `q`; each where it is empty any. The plus lets the index of addresses
 * find them: by that of kinds every campaign's mail there ever was would be read.
 */
export const chosenMails = ({ kind, q }: { kind: string; q: string }): SQL | undefined =>
  and(kind ? sql`${q ? sql.raw("+") : sql.empty()}${mails.kind} = ${kind}` : undefined, beginsWith(mails.to, q));
