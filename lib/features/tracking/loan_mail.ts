/** Mails about loans: tracked apart from campaigns, so that work on a loan is not counted as interest in them. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, loanMailEvents, loanMailTokens, loans, mails } from "../../../db/schema/mod.ts";
import { ROLE } from "../../domain/permissions.ts";
import { type MailEngagement, NO_ENGAGEMENT } from "../../domain/tracking/engagement.ts";
import { linksOf, rewriteLinks } from "../../domain/tracking/rewrite_links.ts";
import { newTokens } from "./_tokens.ts";

/** Ids that one statement names. */
const AT_ONCE = 500;

/**
 * Puts the picture and our links into a mail of the outbox, where it goes to the broker of the loan that it is about.
 */
export async function trackLoanMail(
  tx: Tx,
  { site }: Pick<Context, "site">,
  mail: { id: number; to: string; loanId: number; html: string },
): Promise<void> {
  const ours = await tx.select({ id: accounts.id }).from(loans).innerJoin(accounts, eq(accounts.id, loans.brokerId))
    .where(and(
      eq(loans.id, mail.loanId),
      eq(accounts.emailKey, mail.to.trim().toLowerCase()),
      eq(accounts.role, ROLE.broker),
    )).get();
  if (!ours) return;
  const { tokens, addresses } = newTokens(site.publicUrl, linksOf(mail.html));
  await tx.insert(loanMailTokens).values(tokens.map((token) => ({ ...token, mailId: mail.id })));
  await tx.update(mails).set({ html: rewriteLinks(mail.html, addresses) }).where(eq(mails.id, mail.id));
}

/** What was done with each of some mails about loans, by the mail's id; nothing where there is no event. */
export async function engagementOfLoanMails(
  db: Context["db"],
  mailIds: readonly number[],
): Promise<(mailId: number) => MailEngagement> {
  const found = new Map<number, MailEngagement>();
  const count = (type: "open" | "link", by: "=" | "<>") =>
    sql<number>`sum(${loanMailEvents.type} = ${type} and ${loanMailEvents.machine} ${sql.raw(by)} '')`;
  for (let i = 0; i < mailIds.length; i += AT_ONCE) {
    const rows = await db.select({
      mailId: loanMailEvents.mailId,
      opens: count("open", "="),
      clicks: count("link", "="),
      machineOpens: count("open", "<>"),
      machineClicks: count("link", "<>"),
      lastAt: sql<number | null>`max(case when ${loanMailEvents.machine} = '' then ${loanMailEvents.created} end)`,
    }).from(loanMailEvents).where(inArray(loanMailEvents.mailId, mailIds.slice(i, i + AT_ONCE)))
      .groupBy(loanMailEvents.mailId);
    for (const { mailId, ...done } of rows) found.set(mailId, done);
  }
  return (mailId) => found.get(mailId) ?? NO_ENGAGEMENT;
}
