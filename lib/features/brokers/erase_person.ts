/** Erases what the portal need not keep of a person (docs/decisions/personal-data.md). */
import { and, count, eq, gt, inArray, isNull, max, notInArray, or, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import {
  accountLinks,
  accountRequests,
  accounts,
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
import { UNSENT_STATUSES } from "../../domain/mail/outbox.ts";
import { conflict, forbidden, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { withdrawAll } from "../mail/mod.ts";
import { newToken } from "../tokens.ts";
import { endSessions, takeFactorAway } from "../accounts/proofs.ts";
import { otherOwners } from "./_guard.ts";

/** Mails looked at in one transaction: no index leads to an address. */
const SLICE = 500;

/**
 * Erases a person and disables the account. Loans stay with who brought them (name, brokerage, licences), and so do the
 * audit trail and the log of consent. Throws 404, 403 as for a deletion, and 409 where it was done before.
 */
export async function erasePerson(ctx: Context, { id }: { id: number }): Promise<{ loansKept: number }> {
  // Of nobody's password: a sign-in costs what it costs with any other.
  const passwordHash = await ctx.passwords.hash(newToken());
  const { emailKey, loansKept } = await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    if (!account) throw notFound("account");
    if (isErased(account)) throw conflict("This person's data was erased before. Nothing was changed.");
    const problem = accountChangeProblem(ctx.actor!, account, null, await otherOwners(tx, id));
    if (problem) throw forbidden(problem);
    const loansKept = (await tx.select({ n: count() }).from(loans).where(eq(loans.brokerId, id)).get())!.n;
    await endSessions(tx, id);
    await withdrawAll(tx, id);
    await takeFactorAway(tx, id);
    await removeRows(tx, ctx, account);
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
    await audit(tx, ctx, { action: "account.erase", entityId: id, after: { loansKept } });
    return { emailKey: account.emailKey, loansKept };
  });
  await emptyMails(ctx, emailKey);
  return { loansKept };
}

/** What is the person's own and nobody's record. */
async function removeRows(tx: Tx, { now }: Context, { id, emailKey }: typeof accounts.$inferSelect): Promise<void> {
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

/** Opens and clicks stay as counts, of nobody and from nowhere; pictures and links of old mails tell nothing more. */
async function emptyTracking(tx: Tx, id: number): Promise<void> {
  const email = erasedEmail(id), theirs = eq(trackedRecipients.accountId, id);
  const own = tx.select({ id: trackedRecipients.id }).from(trackedRecipients).where(theirs);
  await tx.delete(trackerTokens).where(inArray(trackerTokens.recipientId, own));
  await tx.update(trackedRecipients).set({ email, name: ERASED_NAME, phone: "" }).where(theirs);
  const from = { ip: "", browser: "", os: "", platform: "", country: "", region: "", city: "" };
  await tx.update(trackerEvents).set({ email, ...from }).where(eq(trackerEvents.accountId, id));
}

/** Mails to the person, except those about a loan, which are its record: rows stay, their texts go. */
async function emptyMails({ db }: Context, emailKey: string): Promise<void> {
  const newest = (await db.select({ id: max(mails.id) }).from(mails).get())?.id ?? 0;
  const toThem = and(
    eq(sql`lower(${mails.to})`, emailKey),
    isNull(mails.loanId),
    notInArray(mails.status, [...UNSENT_STATUSES]),
  );
  for (let from = 0; from < newest; from += SLICE) {
    const slice = and(gt(mails.id, from), sql`${mails.id} <= ${from + SLICE}`, toThem);
    const ids = (await db.select({ id: mails.id }).from(mails).where(slice)).map(({ id }) => id);
    if (ids.length === 0) continue;
    const gone = { to: "", replyTo: null, subject: "Erased", html: "", text: "", headers: null, outcomeReason: null };
    await inTransaction(db, (tx) => tx.update(mails).set(gone).where(inArray(mails.id, ids)));
  }
}
