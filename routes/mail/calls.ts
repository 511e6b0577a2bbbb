/** The calls of the area mail. */
import { sendContactEmail } from "../../lib/features/mail/mod.ts";
import { CONTACT_SENT } from "../../lib/domain/mail/contact.ts";
import { ContactInput } from "../../lib/schemas/mail.ts";
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

export const mailCalls: readonly Call[] = [
  sendContactEmailCall,
];
