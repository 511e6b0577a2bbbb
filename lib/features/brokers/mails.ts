/** The mails of the area brokers: their texts, and the events that send them. */
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/mod.ts";
import type { Lender } from "../../domain/lender.ts";
import { hello, type Line, type MailText } from "../../domain/mail/mail.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";

const chosenPassword = (username: string, link: string): Line[] => [
  { p: `Your account is open. Sign in as ${username}, with the password you chose.` },
  { button: "Sign in", to: link },
];

/** For an account that somebody else made. */
const ownPassword = (username: string, link: string): Line[] => [
  { p: `We opened an account for you. Your username is ${username}. Set a password of your own, and sign in with it:` },
  { button: "Set your password", to: link },
  { p: "The link works once, for seven days. After that, “Forgot password?” on the login page mails you a new one." },
];

export const BROKER_MAIL_TEXTS = {
  accountReady: (
    { name, username, link, setPassword }: { name: string; username: string; link: string; setPassword?: string },
    lender: Lender,
  ): MailText => ({
    subject: `Your ${lender.name} account is ready`,
    preview: setPassword ? `Your username is ${username}.` : "Sign in with the username you chose.",
    lines: [
      hello(name),
      ...(setPassword ? ownPassword(username, setPassword) : chosenPassword(username, link)),
      {
        p: "You can price a loan in seconds, submit an application, see at once how likely approval is, and complete the conditions on your loans.",
      },
    ],
  }),
};

const write = mailWriter(BROKER_MAIL_TEXTS);

export const brokerMails: readonly MailRule[] = [
  onEvent("account.created", async (tx, ctx, { accountId, introduce, secret }) => {
    const account = introduce ? await tx.select().from(accounts).where(eq(accounts.id, accountId)).get() : undefined;
    if (!account) return [];
    const { name, username, email } = account;
    const link = `${ctx.site.publicUrl}/login`;
    const setPassword = secret && `${ctx.site.publicUrl}/recover?id=${secret.token}`;
    const facts = { name, username, link, ...(setPassword && { setPassword }) };
    return [write(ctx, "accountReady", email, facts, { key: `accountReady:${accountId}` })];
  }),
];
