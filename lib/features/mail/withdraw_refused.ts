/**
 * Takes back mails that wait for brokers who may get none any more (unsubscribed, disabled, gone, blacklisted), or for
 * an address that is theirs no more.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { campaignMailSql } from "../../../db/derived/mod.ts";
import { type Context, inTransaction, type Tx, yieldToEventLoop } from "../../../db/mod.ts";
import { accounts, campaigns, mails, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import { unsent, unsentMails } from "./_campaign.ts";
import { withdrawMails } from "./_withdraw.ts";
import { leftOut } from "./recipients.ts";

const ofCampaigns = eq(campaignMailSql, 1);
/** Whether a recipient's mail is about loans, so that it also reaches who chose fewer mails. */
export const isLoanMatter = sql`exists (select 1 from ${trackedEmails} e join ${campaigns} c on c.id = e.campaign_id
  where e.id = ${trackedRecipients.emailId} and json_extract(c.audience, '$.loanMatters'))`;
/** A recipient's account still has the address that the mail goes to. */
export const hasAddress = eq(trackedRecipients.email, accounts.emailKey);
/** The rule of who gets mail leaves a recipient out, or the address may be another person's by now. */
const isLeftOut = (now: number) => or(not(hasAddress), isNotNull(leftOut(now, isLoanMatter)));
/** Mails that are looked at in one read. */
const PAGE = 200;

/** Withdraws what waits for accounts, whatever address it was written to. */
async function withdraw(tx: Tx, who: SQL | undefined): Promise<void> {
  const keys = tx.select({ key: trackedRecipients.mailKey }).from(trackedRecipients)
    .innerJoin(accounts, eq(accounts.id, trackedRecipients.accountId)).where(who);
  await withdrawMails(tx, and(ofCampaigns, inArray(mails.idempotencyKey, keys)));
}

/** Withdraws what waits for those of the accounts that may get no such mail: called where that may have changed. */
export const withdrawRefused = (tx: Tx, { now }: Pick<Context, "now">, who: SQL): Promise<void> =>
  withdraw(tx, and(who, isLeftOut(now)));

/** Withdraws all that waits for an account that is about to be deleted. */
export const withdrawAll = (tx: Tx, accountId: number): Promise<void> => withdraw(tx, eq(accounts.id, accountId));

/** Withdraws what waits for everybody who may get none, page by page: consent may end while mails wait. */
export async function withdrawAllRefused({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  const refused = or(isNull(accounts.id), isLeftOut(now));
  for (let last = "";;) {
    const page = await db.select({
      id: sql<number>`${mails.id}`,
      key: sql<string>`${mails.idempotencyKey}`,
      refused: sql<number>`${refused}`,
    }).from(unsentMails)
      .innerJoin(trackedRecipients, eq(trackedRecipients.mailKey, mails.idempotencyKey))
      .leftJoin(accounts, eq(accounts.id, trackedRecipients.accountId))
      .where(and(unsent, ofCampaigns, gt(mails.idempotencyKey, last)))
      .orderBy(asc(mails.idempotencyKey)).limit(PAGE);
    const ids = page.filter(({ refused }) => refused).map(({ id }) => id);
    if (ids.length > 0) await inTransaction(db, (tx) => withdrawMails(tx, inArray(mails.id, ids)));
    if (page.length < PAGE) return;
    last = page.at(-1)!.key;
    await yieldToEventLoop();
  }
}
