/** The mails of the area brokers: their texts, and the events that send them. */
import { and, eq } from "drizzle-orm";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import type { Lender } from "../../domain/lender.ts";
import { hello, type Line, type MailText } from "../../domain/mail/mail.ts";
import { saveLink } from "../accounts/mod.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";
import { newToken } from "../tokens.ts";

const USES: Line = {
  p: "You can price a loan in seconds, submit an application, see at once how likely approval is, and complete the conditions on your loans.",
};

const taken = (wanted: string, username: string) =>
  `The username ${wanted}, which you asked for, was taken: yours is ${username}.`;

export const BROKER_MAIL_TEXTS = {
  /** Its reader chose a password on registering. `wanted`: the username they asked for, where they got another. */
  accountReady: (
    { name, username, wanted, link }: { name: string; username: string; wanted: string; link: string },
    lender: Lender,
  ): MailText => ({
    subject: `Your ${lender.name} account is ready`,
    preview: wanted ? `Your username is ${username}.` : "Sign in with the username you chose.",
    lines: [
      hello(name),
      ...(wanted ? [{ p: taken(wanted, username) }] : []),
      { p: `Your account is open. Sign in as ${username}, with the password you chose.` },
      { button: "Sign in", to: link },
      USES,
    ],
  }),
  /**
   * Replaces the intro mail where the username differs from the requested one: without it the person could not sign in.
   */
  usernameChanged: (
    { name, username, wanted, link }: { name: string; username: string; wanted: string; link: string },
    lender: Lender,
  ): MailText => ({
    subject: `Your ${lender.name} username is ${username}`,
    preview: `${wanted} was taken.`,
    lines: [
      hello(name),
      { p: `${taken(wanted, username)} Sign in with it and the password you chose.` },
      { button: "Sign in", to: link },
    ],
  }),
  /** For an account made by another person: the link sets its first password. */
  firstPassword: (
    { name, username, link }: { name: string; username: string; link: string },
    lender: Lender,
  ): MailText => ({
    subject: `Your ${lender.name} account is ready`,
    preview: `Your username is ${username}.`,
    lines: [
      hello(name),
      {
        p: `We opened an account for you. Your username is ${username}. Set a password of your own, and sign in with it:`,
      },
      { button: "Set your password", to: link },
      {
        p: "The link works once, for seven days. After that, “Forgot password?” on the login page mails you a new one.",
      },
      USES,
    ],
  }),
};

const write = mailWriter(BROKER_MAIL_TEXTS);

export const brokerMails: readonly MailRule[] = [
  onEvent("account.created", async (tx, ctx, { accountId, introduce, wanted = "" }) => {
    const account = introduce || wanted
      ? await tx.select().from(accounts).where(and(eq(accounts.id, accountId), eq(accounts.status, 1))).get()
      : undefined;
    if (!account) return [];
    const { name, username, email } = account;
    const { publicUrl } = ctx.site;
    const key = `accountReady:${accountId}`;
    // Who asked for the account chose a password with it.
    const hasPassword = await tx.$count(accountRequests, eq(accountRequests.accountId, accountId)) > 0;
    if (introduce && !hasPassword) {
      // Only the creator knows the account's password. Made here, it lies nowhere else, and a later try has a new one.
      const token = newToken();
      await saveLink(tx, ctx, { token, accountId, kind: "welcome" });
      const link = `${publicUrl}/recover?id=${token}`;
      return [write(ctx, "firstPassword", email, { name, username, link }, { key, writtenAt: ctx.now })];
    }
    const kind = introduce ? "accountReady" : "usernameChanged";
    return [write(ctx, kind, email, { name, username, wanted, link: `${publicUrl}/login` }, { key })];
  }),
];
