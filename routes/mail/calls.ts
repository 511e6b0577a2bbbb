/** The calls of the area mail. */
import { recordMailReport, sendContactEmail } from "../../lib/features/mail/mod.ts";
import { CONTACT_SENT } from "../../lib/domain/mail/contact.ts";
import { ContactInput } from "../../lib/schemas/mail/mail.ts";
import { MailReportInput } from "../../lib/schemas/mail/outbox.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { contactPage } from "./contact.tsx";

/** The contact form's call; without script the form shows the public contact page again. */
const sendContactEmailCall = call({
  method: "POST",
  path: "/api/loans/sendcontactemail",
  permission: "public",
  input: ContactInput,
  run: sendContactEmail,
  form: { page: contactPage, done: () => ({ to: "/contact", toast: CONTACT_SENT }) },
});

/** POST /api/mail/webhook: Resend's news of a mail, signed with RESEND_WEBHOOK_SECRET. */
const mailWebhookCall = call({
  auth: "signature",
  method: "POST",
  path: "/api/mail/webhook",
  input: MailReportInput,
  secret: ({ env }) => env.resendWebhookSecret,
  run: recordMailReport,
});

export const mailCalls: readonly Call[] = [
  mailWebhookCall,
  sendContactEmailCall,
];
