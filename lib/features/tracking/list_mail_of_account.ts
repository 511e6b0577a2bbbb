/** What tracked mail an account had, and what its people did with it (loans specification 3.13). */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { mails, trackedEmails, trackedRecipients, trackerEvents } from "../../../db/schema/mod.ts";

/** Mails that are listed, the newest first. */
const MOST = 20;

/** One mail to an account; figures are people's. Instants in milliseconds, null before that. */
export interface MailOfAccount {
  id: number;
  emailId: number;
  sentId: number;
  name: string;
  /** The subject as it was sent; null where the outbox no longer knows the mail. */
  subject: string | null;
  status: string | null;
  sentAt: number | null;
  opens: number;
  clicks: number;
  lastAt: number | null;
}

export async function listMailOfAccount({ db }: Pick<Context, "db">, accountId: number): Promise<MailOfAccount[]> {
  const ofMail = and(
    eq(trackerEvents.emailId, trackedRecipients.emailId),
    eq(trackerEvents.email, trackedRecipients.email),
    eq(trackerEvents.sentId, trackedRecipients.sentId),
    eq(trackerEvents.machine, ""),
  );
  const figure = (what: ReturnType<typeof sql>) =>
    sql`(${db.select({ n: sql`${what}` }).from(trackerEvents).where(ofMail)})`;
  return await db.select({
    id: trackedRecipients.id,
    emailId: trackedRecipients.emailId,
    sentId: trackedRecipients.sentId,
    name: trackedEmails.name,
    subject: mails.subject,
    status: mails.status,
    sentAt: mails.sentAt,
    opens: sql<number>`${figure(sql`coalesce(sum(type = 'open'), 0)`)}`,
    clicks: sql<number>`${figure(sql`coalesce(sum(type = 'link'), 0)`)}`,
    lastAt: sql<number | null>`${figure(sql`max(created)`)}`,
  }).from(trackedRecipients).innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(eq(trackedRecipients.accountId, accountId)).orderBy(desc(trackedRecipients.id)).limit(MOST);
}
