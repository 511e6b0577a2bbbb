/** The contact form (accounts specification 3 and 5). */
import * as v from "valibot";
import { isEmail, MESSAGES } from "../domain/accounts/account_rules.ts";
import { CONTACT_INCOMPLETE, CONTACT_MESSAGE_MIN } from "../domain/mail/contact.ts";
import { requiredText } from "./fields.ts";

/** Name, email, and a message of at least 10 characters. The name becomes part of a subject, so it is one line. */
export const ContactInput = v.object({
  name: v.pipe(requiredText(CONTACT_INCOMPLETE, 100), v.transform((name) => name.replace(/\s+/g, " "))),
  email: v.pipe(requiredText(CONTACT_INCOMPLETE, 254), v.check(isEmail, MESSAGES.emailFormShort)),
  msg: v.pipe(requiredText(CONTACT_INCOMPLETE, 5000), v.minLength(CONTACT_MESSAGE_MIN, CONTACT_INCOMPLETE)),
});
