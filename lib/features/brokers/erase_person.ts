/** Erases what the portal need not keep of a person (docs/decisions/personal-data.md). */
import { and, count, eq, inArray, ne, or, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import {
  accountLinks,
  accountRequests,
  accounts,
  auditRows,
  devices,
  deviceSetups,
  factorQuestions,
  loans,
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
import { accountChangeProblem } from "../../domain/accounts/account_values.ts";
import { ERASED_NAME, erasedEmail, erasedUsername, isErased } from "../../domain/accounts/erased.ts";
import { conflict, forbidden, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { withdrawAll, withdrawMails } from "../mail/mod.ts";
import { newToken } from "../tokens.ts";
import { endSessions, takeFactorAway } from "../accounts/proofs.ts";
import { otherOwners } from "./_guard.ts";
import { sentTo } from "./empty_mails.ts";

/**
 * Erases a person and disables the account. Loans stay with who brought them (name, brokerage, licences), and so do the
 * audit trail and the log of consent. Throws 404, 403 as for a deletion, and 409 where it was done before.
 */
export async function erasePerson(ctx: Context, { id }: { id: number }): Promise<{ loansKept: number }> {
  // The hash of a random password: a sign-in takes as long as with any other.
  const passwordHash = await ctx.passwords.hash(newToken());
  return await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    if (!account) throw notFound("account");
    if (isErased(account)) throw conflict("This person's data was erased before. Nothing was changed.");
    const problem = accountChangeProblem(ctx.actor!, account, null, await otherOwners(tx, id));
    if (problem) throw forbidden(problem);
    const loansKept = (await tx.select({ n: count() }).from(loans).where(eq(loans.brokerId, id)).get())!.n;
    await endSessions(tx, id);
    await withdrawAll(tx, id);
    const addresses = await addressesOf(tx, account);
    await withdrawMails(tx, sentTo(addresses));
    await takeFactorAway(tx, id);
    await removeRows(tx, ctx, account);
    await renameKeys(tx, id);
    await emptyTracking(tx, id);
    await tx.update(accounts).set({
      ...(loansKept > 0 ? {} : { name: ERASED_NAME, brokerage: "", brokerageLicense: "", license: "" }),
      email: erasedEmail(id),
      emailKey: erasedEmail(id),
      username: erasedUsername(id),
      usernameKey: erasedUsername(id),
      phone: "",
      notes: "",
      passwordHash,
      status: 0,
      touchBaseEmails: false,
      lastSignInAt: null,
      updatedAt: ctx.now,
    }).where(eq(accounts.id, id));
    // In transactions of their own: there may be thousands, and an interrupted erasure continues.
    await emit(tx, ctx, { type: "account.erased", v: 1, accountId: id, secret: { addresses } });
    await audit(tx, ctx, { action: "account.erase", entityId: id, after: { loansKept } });
    return { loansKept };
  });
}

/** The person's own data that are no business record. */
async function removeRows(tx: Tx, { now }: Context, { id, emailKey }: typeof accounts.$inferSelect): Promise<void> {
  const requests = tx.select({ id: accountRequests.id }).from(accountRequests)
    .where(or(eq(accountRequests.accountId, id), eq(accountRequests.emailKey, emailKey)));
  // Other people's news that names the person.
  const newsField = (field: string) => sql`json_extract(${news.data}, ${field})`;
  await tx.delete(news).where(or(eq(newsField("$.accountId"), id), inArray(newsField("$.requestId"), requests)));
  await tx.delete(accountRequests).where(or(eq(accountRequests.accountId, id), eq(accountRequests.emailKey, emailKey)));
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
  await tx.update(trackedRecipients).set({ email, name: ERASED_NAME, phone: "" }).where(theirs);
  const from = { ip: "", browser: "", os: "", platform: "", country: "", region: "", city: "" };
  await tx.update(trackerEvents).set({ email, ...from }).where(eq(trackerEvents.accountId, id));
}

/** Every address that was the person's, in small letters, unless it is another account's now. Never empty. */
async function addressesOf(tx: Tx, { id, emailKey }: typeof accounts.$inferSelect): Promise<string[]> {
  const { action, entity, entityId, before } = auditRows;
  const tracked = await tx.selectDistinct({ email: trackedRecipients.email }).from(trackedRecipients)
    .where(eq(trackedRecipients.accountId, id));
  const changed = await tx.select({ email: sql<string | null>`json_extract(${before}, '$.email')` }).from(auditRows)
    .where(
      and(eq(entity, "account"), eq(entityId, String(id)), inArray(action, ["account.email", "account.update"])),
    );
  const old = [...tracked, ...changed].flatMap(({ email }) => email ? [email.toLowerCase()] : []);
  const taken = await tx.select({ key: accounts.emailKey }).from(accounts)
    .where(and(inArray(accounts.emailKey, [emailKey, ...old]), ne(accounts.id, id)));
  const others = new Set(taken.map(({ key }) => key));
  return [...new Set([emailKey, ...old])].filter((email) => !others.has(email));
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
