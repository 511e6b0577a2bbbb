/** Entries of the blacklist: an address, or every address of a domain (loans specification 5.6). */
import { isEmail, MESSAGES } from "../accounts/account_rules.ts";

export const INVALID_EMAIL = MESSAGES.emailFormShort;
export const EMAIL_ADDED = "Email Added";
export const EMAIL_REMOVED = "Email Removed";
/** The question before an entry is removed. */
export const deleteQuestion = (entry: string): string => `Delete ${entry}?`;

/** An entry as it is stored: trimmed, in small letters. Null where it is neither an address nor `@domain`. */
export function blacklistEntry(text: string): string | null {
  const entry = text.trim().toLowerCase();
  return isEmail(entry.startsWith("@") ? `a${entry}` : entry) ? entry : null;
}
