/** The mails of the area mail: their texts, and the events that send them. */
import type { MailText } from "../../domain/mail/mail.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";

export const CONTACT_MAIL_TEXTS = {
  contact: ({ name, email, msg }: { name: string; email: string; msg: string }): MailText => ({
    subject: `Message from ${name}`,
    preview: msg.slice(0, 100),
    lines: [{ facts: [["From", name], ["Email", email]] }, { quote: msg }],
  }),
};

const write = mailWriter(CONTACT_MAIL_TEXTS);

/** Without an address of the lender's a message is still stored. */
const NOBODY = "contact@localhost.localdomain";

export const contactMails: readonly MailRule[] = [
  onEvent("contact.received", (_tx, ctx, { name, email, msg }) => [
    write(ctx, "contact", ctx.site.lender.contactEmail ?? NOBODY, { name, email, msg }, { replyTo: email }),
  ]),
];
