/** The mails of the area brokers: their texts, and the events that send them. */
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/mod.ts";
import type { Lender } from "../../domain/lender.ts";
import { hello, type MailText } from "../../domain/mail/mail.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";

export const BROKER_MAIL_TEXTS = {
  accountReady: (
    { name, username, link }: { name: string; username: string; link: string },
    lender: Lender,
  ): MailText => ({
    subject: `Your ${lender.name} account is ready`,
    preview: "Sign in with the username you chose.",
    lines: [
      hello(name),
      { p: `Your account is open. Sign in as ${username}, with the password you chose or were given.` },
      { button: "Sign in", to: link },
      {
        p: "You can price a loan in seconds, submit an application, see at once how likely approval is, and complete the conditions on your loans.",
      },
    ],
  }),
};

const write = mailWriter(BROKER_MAIL_TEXTS);

export const brokerMails: readonly MailRule[] = [
  onEvent("account.created", async (tx, ctx, { accountId, introduce }) => {
    const account = introduce ? await tx.select().from(accounts).where(eq(accounts.id, accountId)).get() : undefined;
    if (!account) return [];
    const { name, username, email } = account;
    const link = `${ctx.site.publicUrl}/login`;
    return [write(ctx, "accountReady", email, { name, username, link }, { key: `accountReady:${accountId}` })];
  }),
];
