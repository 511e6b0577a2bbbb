/** What tracked mail an account had, and what was done with it (loans specification 3.13). */
import { and, desc, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import {
  accounts,
  loanMailTokens,
  loans,
  mails,
  trackedEmails,
  trackedRecipients,
  trackerEvents,
} from "../../../db/schema/mod.ts";
import type { MailEngagement } from "../../domain/tracking/engagement.ts";
import type { TrackerEventType } from "../../domain/tracking/figures.ts";
import { engagementOfLoanMails } from "./loan_mail.ts";

const OPEN = sql.raw(valueSql<TrackerEventType>("open")), LINK = sql.raw(valueSql<TrackerEventType>("link"));
/** Mails that are listed, the newest first. */
export const ACCOUNT_MAILS_MOST = 20;

/** One mail to an account. Instants in milliseconds, null before that. */
export interface MailOfAccount extends MailEngagement {
  /** Of a run of a tracked email, or about a loan. */
  of: { emailId: number; sentId: number } | { loanId: number };
  /** The email's name, or the loan's code. */
  name: string;
  /** The subject as it was sent; null where the outbox no longer knows the mail. */
  subject: string | null;
  status: string | null;
  /** Whether its opens and clicks are known: mails before tracking, or to others, have none. */
  tracked: boolean;
  createdAt: number | null;
  sentAt: number | null;
}

/** The newest mails of campaigns, of touch-base and about the account's loans. */
export async function listMailOfAccount({ db }: Pick<Context, "db">, accountId: number): Promise<MailOfAccount[]> {
  const newest = ({ sentAt, createdAt }: MailOfAccount) => sentAt ?? createdAt ?? 0;
  return (await Promise.all([trackedMails(db, accountId), loanMails(db, accountId)])).flat()
    .sort((a, b) => newest(b) - newest(a)).slice(0, ACCOUNT_MAILS_MOST);
}

const MAIL = { subject: mails.subject, status: mails.status, createdAt: mails.createdAt, sentAt: mails.sentAt };

async function trackedMails(db: Context["db"], accountId: number): Promise<MailOfAccount[]> {
  const ofMail = and(
    eq(trackerEvents.emailId, trackedRecipients.emailId),
    eq(trackerEvents.email, trackedRecipients.email),
    eq(trackerEvents.sentId, trackedRecipients.sentId),
  );
  const figure = (what: ReturnType<typeof sql>) =>
    sql<number>`coalesce((${db.select({ n: sql`${what}` }).from(trackerEvents).where(ofMail)}), 0)`;
  const rows = await db.select({
    emailId: trackedRecipients.emailId,
    sentId: trackedRecipients.sentId,
    name: trackedEmails.name,
    ...MAIL,
    opens: figure(sql`sum(type = ${OPEN} and machine = '')`),
    clicks: figure(sql`sum(type = ${LINK} and machine = '')`),
    machineOpens: figure(sql`sum(type = ${OPEN} and machine <> '')`),
    machineClicks: figure(sql`sum(type = ${LINK} and machine <> '')`),
    lastAt: sql<number | null>`nullif(${figure(sql`max(case when machine = '' then created end)`)}, 0)`,
  }).from(trackedRecipients).innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(eq(trackedRecipients.accountId, accountId)).orderBy(desc(trackedRecipients.id)).limit(ACCOUNT_MAILS_MOST);
  return rows.map(({ emailId, sentId, ...mail }) => ({ of: { emailId, sentId }, tracked: true, ...mail }));
}

async function loanMails(db: Context["db"], accountId: number): Promise<MailOfAccount[]> {
  const rows = await db.select({
    id: mails.id,
    loanId: loans.id,
    name: loans.clientCode,
    tracked: exists(db.select({ one: sql`1` }).from(loanMailTokens).where(eq(loanMailTokens.mailId, mails.id)))
      .mapWith(Boolean) as SQL<boolean>,
    ...MAIL,
  })
    .from(loans).innerJoin(accounts, eq(accounts.id, loans.brokerId))
    .innerJoin(
      mails,
      and(isNotNull(mails.loanId), eq(mails.loanId, loans.id), eq(sql`lower(${mails.to})`, accounts.emailKey)),
    )
    .where(eq(loans.brokerId, accountId)).orderBy(desc(mails.id)).limit(ACCOUNT_MAILS_MOST);
  const doneWith = await engagementOfLoanMails(db, rows.map(({ id }) => id));
  return rows.map(({ id, loanId, ...mail }) => ({ of: { loanId }, ...mail, ...doneWith(id) }));
}
