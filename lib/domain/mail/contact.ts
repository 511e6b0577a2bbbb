/** Rules and messages of the contact form (accounts specification 5, 8 and 9). */
import { isEmail, MESSAGES } from "../accounts/account_rules.ts";

export const CONTACT_MESSAGE_MIN = 10;
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

/** What a form with such problems says: an address of no standard form is not a field that is empty. */
export const contactRefusal = (problems: Record<string, string>): string =>
  Object.values(problems).every((one) => one === MESSAGES.emailFormShort)
    ? MESSAGES.emailFormShort
    : CONTACT_INCOMPLETE;

/** One sentence for each field with a problem; empty where there are none. */
export function contactProblems({ name, email, msg }: ContactMessage): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!name.trim()) problems.name = "Enter your name.";
  if (!email.trim()) problems.email = "Enter your email address.";
  else if (!isEmail(email.trim())) problems.email = MESSAGES.emailFormShort;
  if (msg.trim().length < CONTACT_MESSAGE_MIN) problems.msg = `Write at least ${CONTACT_MESSAGE_MIN} characters.`;
  return problems;
}
