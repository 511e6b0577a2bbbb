/** The mails of the area mail: their texts, and the events that send them. */
import { dateInToronto } from "../../domain/dates.ts";
import type { MailText } from "../../domain/mail/mail.ts";
import type { SuppressionReason } from "../../domain/mail/outbox.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";
import { beginningOf } from "../../domain/shortened.ts";

export const CONTACT_MAIL_TEXTS = {
  contact: ({ name, email, msg }: { name: string; email: string; msg: string }): MailText => ({
    subject: `Message from ${name}`,
    preview: beginningOf(msg, 100),
    lines: [{ facts: [["From", name], ["Email", email]] }, { quote: msg, verbatim: true }],
  }),
};

export const OUTBOX_MAIL_TEXTS = {
  /** To the lender: an address gets no campaigns any more. */
  mailSuppressed: (
    { email, why, reason, link }: { email: string; why: SuppressionReason; reason: string; link: string },
  ): MailText => ({
    subject: why === "bounced" ? `Mail to ${email} bounced` : `${email} complained about our mail`,
    preview: "Campaigns leave this address out from now on.",
    lines: [
      {
        p: why === "bounced"
          ? `Mail to ${email} came back for good. Campaigns leave the address out from now on; codes and news of loans may not arrive.`
          : `The reader of ${email} marked our mail as spam. Campaigns leave the address out from now on.`,
      },
      ...(reason ? [{ facts: [["Reason", reason]] as const }] : []),
      { button: "Open the outbox", to: link },
      { p: "Others of the same day are listed there, without a mail each.", mute: true },
    ],
  }),
};

const write = mailWriter(CONTACT_MAIL_TEXTS);
const writeOutbox = mailWriter(OUTBOX_MAIL_TEXTS);

/** Without an address of the lender's a message is still stored. */
const NOBODY = "contact@localhost.localdomain";

export const contactMails: readonly MailRule[] = [
  onEvent("contact.received", (_tx, ctx, { name, email, msg }) => [
    write(ctx, "contact", ctx.site.lender.contactEmail ?? NOBODY, { name, email, msg }, { replyTo: email }),
  ]),
];

/** One a day at most: a campaign to many old addresses is no reason for as many mails. */
export const outboxMails: readonly MailRule[] = [
  onEvent("mail.suppressed", (_tx, ctx, { email, why, reason, at }) => {
    const to = ctx.site.lender.contactEmail;
    if (!to || to.toLowerCase() === email) return [];
    const link = `${ctx.site.publicUrl}/dashboard/outbox?state=bounced`;
    return [writeOutbox(ctx, "mailSuppressed", to, { email, why, reason, link }, {
      key: `suppressed:${dateInToronto(at)}`,
    })];
  }),
];
