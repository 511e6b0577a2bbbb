/** The mails of the area accounts: their texts, and the events that send them. */
import { eq } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { Lender } from "../../domain/lender.ts";
import { hello, type MailText, writeTo } from "../../domain/mail/mail.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";
import { factorMail } from "./_factor_mail.ts";

export const ACCOUNT_MAIL_TEXTS = {
  /** Six digits for a new browser, valid for ten minutes. */
  deviceCode: ({ name, code }: { name: string; code: string }, lender: Lender): MailText => ({
    subject: `${code} is your ${lender.name} sign-in code`,
    preview: "It works once, for ten minutes.",
    lines: [
      hello(name),
      {
        p: "Someone signed in with your password from a browser that we do not know yet. If it was you, enter this code:",
      },
      { code },
      { p: "It works once, for ten minutes." },
      {
        p: "If it was not you, do not share the code, and change your password: someone else knows it.",
        mute: true,
      },
    ],
  }),
  /** Includes the username, for people who forgot it. */
  recovery: ({ name, username, link }: { name: string; username: string; link: string }, lender: Lender): MailText => ({
    subject: `Set a new ${lender.name} password`,
    preview: "The link works once, for one hour.",
    lines: [
      hello(name),
      { p: `You asked to set a new password. Your username is ${username}.` },
      { button: "Set a new password", to: link },
      {
        p: "The link works once, for one hour. If you did not ask for this, you can ignore this mail; your password stays as it is.",
        mute: true,
      },
    ],
  }),
  /** To the new address: the link that confirms it. */
  emailChange: (
    { name, newEmail, link }: { name: string; newEmail: string; link: string },
    lender: Lender,
  ): MailText => ({
    subject: `Confirm your new ${lender.name} email address`,
    preview: "The link works once, for 24 hours.",
    lines: [
      hello(name),
      { p: `Your account will use ${newEmail} once you confirm it:` },
      { button: "Confirm this address", to: link },
      {
        p: "The link works once, for 24 hours, while you are signed in. If you did not ask for this, you can ignore this mail.",
        mute: true,
      },
    ],
  }),
  /** To the old address: a notice of the change; the link starts a recovery. */
  emailChangeNotice: (
    { name, newEmail, link }: { name: string; newEmail: string; link: string },
    lender: Lender,
  ): MailText => ({
    subject: `Your ${lender.name} email address is about to change`,
    preview: `To ${newEmail}.`,
    lines: [
      hello(name),
      {
        p: `Someone who is signed in to your account asked to change its email address to ${newEmail}. It changes once that address is confirmed.`,
      },
      { p: `If it was not you, set a new password now and ${writeTo(lender)}. That cancels the change.` },
      { button: "Set a new password", to: link },
    ],
  }),
  secondFactor: factorMail,
  requestReceived: ({ name }: { name: string }, lender: Lender): MailText => ({
    subject: `${lender.name} has your account request`,
    preview: "We check your licence and write to you.",
    lines: [
      hello(name),
      {
        p: "Thank you for asking for an account. We check your licence and write to you as soon as the account is ready.",
      },
      { p: `Questions? Reply to this mail${lender.contactEmail ? ` or ${writeTo(lender)}` : ""}.`, mute: true },
    ],
  }),
  /** To an address that already has an account, after a request for another one. */
  requestExists: ({ name, link }: { name: string; link: string }, lender: Lender): MailText => ({
    subject: `You have a ${lender.name} account already`,
    preview: "Sign in, or set a new password.",
    lines: [
      hello(name),
      { p: "Someone asked for an account with this email address, but it has one already, so nothing was changed." },
      { p: "If it was you, sign in. “Forgot password?” mails you your username and a link to set a new password." },
      { button: "Sign in", to: link },
      {
        p: `Questions? ${lender.contactEmail ? `Write to ${lender.contactEmail}` : "Reply to this mail"}.`,
        mute: true,
      },
    ],
  }),
  /** To the lender: a new account request. */
  requestPending: (
    { name, brokerage, license, link }: { name: string; brokerage: string; license: string; link: string },
  ): MailText => ({
    subject: `Account request: ${name}${brokerage ? `, ${brokerage}` : ""}`,
    preview: `Licence ${license}`,
    lines: [
      { p: "A broker asks for an account." },
      { facts: [["Name", name], ["Brokerage", brokerage || "Not given"], ["Licence", license]] },
      { button: "Review the request", to: link },
    ],
  }),
};

const write = mailWriter(ACCOUNT_MAIL_TEXTS);

const accountOf = (tx: Tx, id: number) =>
  tx.select({ name: accounts.name, email: accounts.email, username: accounts.username }).from(accounts)
    .where(eq(accounts.id, id)).get();

/** Mails of the same size to nobody, for an account that does not exist. */
const NOBODY = { name: "Somebody", email: null, username: "somebody" };
const NO_REQUEST = { name: "Somebody", email: null, brokerage: "", license: "" };

export const accountMails: readonly MailRule[] = [
  onEvent("device.codeRequested", async (tx, ctx, { accountId, secret }) => {
    const account = await accountOf(tx, accountId);
    return account ? [write(ctx, "deviceCode", account.email, { name: account.name, code: secret.code })] : [];
  }),
  onEvent("account.factorChanged", async (tx, ctx, { accountId, change, left, at }) => {
    const account = await accountOf(tx, accountId);
    const link = `${ctx.site.publicUrl}/login?forgot=1`;
    // Further guesses: one mail a day.
    const once = change === "guessed" ? { key: `guessed:${dateInToronto(at)}:${accountId}` } : {};
    return account ? [write(ctx, "secondFactor", account.email, { name: account.name, change, left, link }, once)] : [];
  }),
  onEvent("account.recoveryRequested", async (tx, ctx, { accountId, secret }) => {
    const { email, name, username } = await accountOf(tx, accountId ?? 0) ?? NOBODY;
    const link = `${ctx.site.publicUrl}/recover?id=${secret.token}`;
    return [write(ctx, "recovery", email, { name, username, link })];
  }),
  onEvent("account.emailChangeRequested", async (tx, ctx, { accountId, newEmail, secret }) => {
    const account = await accountOf(tx, accountId);
    if (!account) return [];
    const { name, email } = account;
    const { publicUrl } = ctx.site;
    return [
      write(ctx, "emailChange", newEmail, { name, newEmail, link: `${publicUrl}/changeEmail?id=${secret.token}` }),
      write(ctx, "emailChangeNotice", email, { name, newEmail, link: `${publicUrl}/login?forgot=1` }),
    ];
  }),
  onEvent("account.requested", async (tx, ctx, { requestId, memberId }) => {
    const { publicUrl, lender } = ctx.site;
    const member = await accountOf(tx, memberId ?? 0);
    const request = await tx.select().from(accountRequests).where(eq(accountRequests.id, requestId ?? 0)).get();
    const { name, email, brokerage, license } = request ?? NO_REQUEST;
    const link = `${publicUrl}/dashboard/createbroker?id=${requestId}`;
    return [
      member
        ? write(ctx, "requestExists", member.email, { name: member.name, link: `${publicUrl}/login` })
        : write(ctx, "requestReceived", email, { name }),
      write(ctx, "requestPending", request ? lender.contactEmail ?? null : null, { name, brokerage, license, link }),
    ];
  }),
];
