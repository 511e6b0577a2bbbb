/** What happened, in words: owners read of events whose mails or news could not be made. */
import type { EventType } from "../events.ts";

const WORDS: Readonly<Record<EventType, string>> = {
  "device.codeRequested": "A code for a new device was asked for",
  "account.recoveryRequested": "A link to recover an account was asked for",
  "account.emailChangeRequested": "A new email address was entered for an account",
  "account.factorChanged": "An account's two-step sign-in changed",
  "account.requested": "An account was requested",
  "account.created": "An account was created",
  "account.erased": "A person's data was erased",
  "request.removed": "Account requests were removed",
  "mail.suppressed": "An address bounced, or its reader complained",
  "backup.overdue": "The newest backup is overdue",
  "contact.received": "A message was sent by the contact form",
  "loan.submitted": "A loan was submitted",
  "loan.shared": "A deal was sent to partners",
  "condition.returned": "A condition was sent back",
  "condition.accepted": "A condition was accepted",
  "conditions.set": "Conditions were set for a loan",
  "loan.statusChanged": "A loan's status changed",
  "commitment.ready": "A letter is ready to sign",
  "reminder.due": "A reminder is due",
  "news.morning": "An account's digest is due",
  "news.due": "News is to be mailed",
};

/** An event's type as a sentence without a stop; one of an earlier version as it is stored. */
export const eventWords = (type: EventType): string => WORDS[type] ?? type;
