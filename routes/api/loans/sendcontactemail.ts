import { CONTACT_SENT } from "../../../lib/domain/contact.ts";
import { sendContactEmail } from "../../../lib/features/contact/send_contact_email.ts";
import { ContactInput } from "../../../lib/schemas/contact.ts";
import { call } from "../../../lib/server/call.ts";
import { contactPage } from "../../public/contact.tsx";

/** The contact form's call; without script its form shows the public contact page again. */
export const sendContactEmailCall = call({
  method: "POST",
  path: "/api/loans/sendcontactemail",
  permission: "public",
  input: ContactInput,
  run: sendContactEmail,
  form: { page: contactPage, done: () => ({ to: "/contact", toast: CONTACT_SENT }) },
});
