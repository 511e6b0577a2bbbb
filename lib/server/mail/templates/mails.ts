/** Every mail of the portal: subject, text and HTML from the same sentences. */
import type { Lender } from "../../../domain/lender.ts";
import type { MailKind, MailProps } from "../../../domain/mail/mail.ts";
import { money } from "../../../domain/money.ts";

/** A mail's lines: the source of both HTML and plain text. */
export type Line =
  | { p: string; mute?: boolean }
  | { code: string }
  | { button: string; to: string }
  | { facts: readonly (readonly [string, string])[] }
  | { quote: string };

export interface MailText {
  subject: string;
  preview: string;
  lines: Line[];
}

const hello = (name: string): Line => ({ p: `Hello ${name.split(" ")[0] || "there"},` });

/** How to reach the lender, as the end of a sentence. */
const writeTo = ({ contactEmail }: Lender): string => contactEmail ? `write to ${contactEmail}` : "tell us";

export const MAILS: { [K in MailKind]: (props: MailProps[K], lender: Lender) => MailText } = {
  deviceCode: ({ name, code }, lender) => ({
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
  recovery: ({ name, username, link }, lender) => ({
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
  emailChange: ({ name, newEmail, link }, lender) => ({
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
  emailChangeNotice: ({ name, newEmail, link }, lender) => ({
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
  requestReceived: ({ name }, lender) => ({
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
  requestExists: ({ name, link }, lender) => ({
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
  requestPending: ({ name, brokerage, license, link }) => ({
    subject: `Account request: ${name}${brokerage ? `, ${brokerage}` : ""}`,
    preview: `Licence ${license}`,
    lines: [
      { p: "A broker asks for an account." },
      { facts: [["Name", name], ["Brokerage", brokerage || "Not given"], ["Licence", license]] },
      { button: "Review the request", to: link },
    ],
  }),
  accountReady: ({ name, username, link }, lender) => ({
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
  contact: ({ name, email, msg }) => ({
    subject: `Message from ${name}`,
    preview: msg.slice(0, 100),
    lines: [{ facts: [["From", name], ["Email", email]] }, { quote: msg }],
  }),
  loanSubmitted: ({ clientCode, client, broker, amount, type, likelihood, link }) => ({
    subject: `${clientCode}: ${type} of ${money(amount)} from ${broker}`,
    preview: `${client}, ${likelihood}`,
    lines: [
      { p: "A loan application came in." },
      {
        facts: [["Client", client], ["Broker", broker], ["Type", type], ["Amount", money(amount)], [
          "Approval",
          likelihood,
        ]],
      },
      { button: `Open ${clientCode}`, to: link },
    ],
  }),
  dealShared: ({ deal, facts }, lender) => ({
    subject: `${deal} from ${lender.legalName ?? lender.name}`,
    preview: facts.slice(0, 3).map(([, value]) => value).join(", "),
    lines: [
      { p: `${lender.legalName ?? lender.name} would like to share this deal with you.` },
      { facts },
      { p: `Reply to this mail if you would like to take part; name it as ${deal}.` },
      { p: "This is a summary for you alone, not a commitment. Please do not pass it on.", mute: true },
    ],
  }),
  conditionReturned: ({ name, clientCode, client, title, reason, link }, lender) => ({
    subject: `${clientCode}: ${title} needs another look`,
    preview: reason.slice(0, 100),
    lines: [
      hello(name),
      {
        p: `We could not accept “${title}” for ${client || clientCode} as it is. It is open again on the loan's page.`,
      },
      { quote: reason },
      { button: "Open the conditions", to: link },
      { p: `Questions? Reply to this mail${lender.contactEmail ? ` or ${writeTo(lender)}` : ""}.`, mute: true },
    ],
  }),
  loanReceived: ({ name, clientCode, client, link }, lender) => ({
    subject: `We have your application for ${client} (${clientCode})`,
    preview: "What we need next is on the loan's page.",
    lines: [
      hello(name),
      { p: `${lender.name} has your application for ${client}. Its code is ${clientCode}.` },
      { button: "Open the loan", to: link },
      { p: "We review it and set the conditions there. An indicative result is not a commitment to lend.", mute: true },
    ],
  }),
};

/** The plain text part. */
export function plainText(mail: MailText, lender: Lender): string {
  const body = mail.lines.map((line) => {
    if ("p" in line) return line.p;
    if ("code" in line) return line.code;
    if ("button" in line) return `${line.button}: ${line.to}`;
    if ("facts" in line) return line.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
    return line.quote;
  });
  const foot = [lender.legalName ?? lender.name, lender.address, lender.phone, lender.contactEmail].filter(Boolean)
    .join(", ");
  return [...body, `-- \n${foot}`].join("\n\n") + "\n";
}
