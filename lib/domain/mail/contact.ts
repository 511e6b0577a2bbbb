/** Rules and messages of the contact form (accounts specification 5, 8 and 9). */
import { isEmail, MESSAGES } from "../accounts/account_rules.ts";
import { isTooLong, textProblem } from "../text_length.ts";

/** Characters of a name, as an account's, and of a message. */
export const CONTACT_NAME_MAX = 200;
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 5000;
export const CONTACT_INCOMPLETE = "Fill in the required fields!";
export const CONTACT_QUESTION = "Send Email?";
export const CONTACT_SENT = "Email Sent!";
export const CONTACT_FAILED = "Something Went Wrong!";

/** A visitor's message. */
export interface ContactMessage {
  name: string;
  email: string;
  msg: string;
}

/**
 * What a form with such problems says: an address of no standard form or a text to be shortened is not a field that is
 * empty.
 */
export function contactRefusal(problems: Record<string, string>): string {
  const all = Object.values(problems);
  return all.every((one) => one === MESSAGES.emailFormShort || isTooLong(one)) ? all[0] : CONTACT_INCOMPLETE;
}

/** One sentence for each field with a problem; empty where there are none. */
export function contactProblems({ name, email, msg }: ContactMessage): Record<string, string> {
  const address = email.trim();
  const problems = {
    name: textProblem(name, CONTACT_NAME_MAX, "Enter your name."),
    email: address === "" ? "Enter your email address." : isEmail(address) ? "" : MESSAGES.emailFormShort,
    msg: msg.trim().length < CONTACT_MESSAGE_MIN
      ? `Write at least ${CONTACT_MESSAGE_MIN} characters.`
      : textProblem(msg, CONTACT_MESSAGE_MAX),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}
