/** What an erasure and the deletion of an account take away (docs/decisions/personal-data.md). */
import { and, eq, inArray, min, notInArray, or, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import {
  accountLinks,
  accountRequests,
  accounts,
  devices,
  deviceSetups,
  events,
  factorQuestions,
  mails,
  news,
  savedFilters,
  submissionDrafts,
  touchBaseQueue,
  trackedRecipients,
  trackerEvents,
  trackerTokens,
  uploads,
} from "../../../db/schema/mod.ts";
import { ERASED_NAME, erasedEmail } from "../../domain/accounts/erased.ts";
import { endSessions, takeFactorAway } from "../accounts/proofs.ts";
import { emit } from "../events.ts";
import { withdrawAll, withdrawMails } from "../mail/mod.ts";
import { addressesOf, sentTo } from "./_addresses.ts";
import { deleteRequests, removeEvents } from "./_remove_requests.ts";

/**
 * Removes, in the caller's transaction, all that the portal need not keep of a person but the account's own row, and
 * has their mails emptied. Loans and the log of consent stay. Returns what `emptyTrail` is to be told, once nothing but
 * the trail has it.
 */
export async function removeData(tx: Tx, ctx: Context, account: typeof accounts.$inferSelect) {
  const { id } = account;
  await endSessions(tx, id);
  await withdrawAll(tx, id);
  const addresses = await addressesOf(tx, ctx, account);
  await withdrawMails(tx, sentTo(addresses));
  await removeTheirEvents(tx, id, addresses.own);
  await takeFactorAway(tx, id);
  const requests = await deleteRequests(
    tx,
    or(eq(accountRequests.accountId, id), eq(accountRequests.emailKey, account.emailKey)),
  );
  await removeRows(tx, ctx, id);
  await renameKeys(tx, id);
  await emptyTracking(tx, id);
  // In transactions of their own: there may be thousands, and an interrupted erasure continues.
  await emit(tx, ctx, {
    type: "account.erased",
    v: 1,
    accountId: id,
    secret: { addresses: addresses.own, asked: addresses.asked },
  });
  return { accountId: id, requests: requests.map(({ id }) => id), addresses: addresses.own };
}

/** Events about their address; one that asks to confirm another mails nobody any more, handled or not. */
async function removeTheirEvents(tx: Tx, id: number, addresses: readonly string[]): Promise<void> {
  await removeEvents(tx, addresses);
  const asks = eq(events.type, "account.emailChangeRequested");
  await tx.delete(events).where(and(asks, eq(sql`json_extract(${events.data}, '$.accountId')`, id)));
}

/** The person's own data that are no business record. */
async function removeRows(tx: Tx, { now }: Context, id: number): Promise<void> {
  // Other people's news that names the person.
  await tx.delete(news).where(eq(sql`json_extract(${news.data}, '$.accountId')`, id));
  const own = [
    devices,
    deviceSetups,
    accountLinks,
    factorQuestions,
    submissionDrafts,
    savedFilters,
    news,
    touchBaseQueue,
  ];
  for (const table of own) await tx.delete(table).where(eq(table.accountId, id));
  // The hourly clean-up removes what was uploaded to a draft.
  await tx.update(uploads).set({ expiresAt: sql`min(${uploads.expiresAt}, ${now})` }).where(eq(uploads.accountId, id));
}

/** Opens and clicks stay as counts, without person or address; pictures and links of old mails record nothing more. */
async function emptyTracking(tx: Tx, id: number): Promise<void> {
  const email = erasedEmail(id), theirs = eq(trackedRecipients.accountId, id);
  const own = tx.select({ id: trackedRecipients.id }).from(trackedRecipients).where(theirs);
  await tx.delete(trackerTokens).where(inArray(trackerTokens.recipientId, own));
  // Where two of their addresses were in one run it keeps one of them: all of them become the same.
  const first = tx.select({ id: min(trackedRecipients.id) }).from(trackedRecipients).where(theirs)
    .groupBy(trackedRecipients.emailId, trackedRecipients.sentId);
  await tx.delete(trackedRecipients).where(and(theirs, notInArray(trackedRecipients.id, first)));
  await tx.update(trackedRecipients).set({ email, name: ERASED_NAME, phone: "" }).where(theirs);
  const from = { ip: "", browser: "", os: "", platform: "", country: "", region: "", city: "" };
  await tx.update(trackerEvents).set({ email, ...from }).where(eq(trackerEvents.accountId, id));
}

/** Keys of campaign mails end with the address: in one step here and in the outbox they end with the mail's id. */
async function renameKeys(tx: Tx, id: number): Promise<void> {
  const named = await tx.select({
    recipient: trackedRecipients.id,
    key: sql<string>`${trackedRecipients.mailKey}`,
    email: trackedRecipients.email,
    mail: mails.id,
  }).from(trackedRecipients).leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(and(eq(trackedRecipients.accountId, id), sql`instr(${trackedRecipients.mailKey}, '@') > 0`));
  for (const { recipient, key, email, mail } of named) {
    // What begins it stays: the figures of a run find its mails by it.
    const begin = key.endsWith(email) ? key.slice(0, -email.length) : "";
    const mailKey = `${begin}erased:${mail ?? `gone-${recipient}`}`;
    await tx.update(trackedRecipients).set({ mailKey }).where(eq(trackedRecipients.id, recipient));
    if (mail !== null) await tx.update(mails).set({ idempotencyKey: mailKey }).where(eq(mails.id, mail));
  }
}
