/** Domain events: what verbs say happened, in plain data. Consumers decide what follows: mails and news. */
import type { FactorChange } from "./accounts/second_factor.ts";
import type { OfferKind } from "./letters/terms.ts";
import type { LoanStatus } from "./loans/status.ts";
import type { SuppressionReason } from "./mail/outbox.ts";
import type { DueReminder } from "./news/reminders.ts";

/**
 * The data of each event, at its newest version. A secret is a plain code or token that has to be mailed: it is erased
 * once every consumer has handled the event.
 */
interface EventData {
  /** A password was right in a browser without a saved device. */
  "device.codeRequested": { v: 1; accountId: number; secret: { code: string } };
  /** A recovery link was asked for; null where no enabled account has the address. */
  "account.recoveryRequested": { v: 1; accountId: number | null; secret: { token: string } };
  "account.emailChangeRequested": { v: 1; accountId: number; newEmail: string; secret: { token: string } };
  /**
   * An account's way of signing in changed; its person is notified. `left`: recovery codes. `by`: the account that did
   * it, where it is another.
   */
  "account.factorChanged": { v: 1; accountId: number; change: FactorChange; left: number; by?: number };
  /** A request for an account: its id, or null where the address has an account or an open request. */
  "account.requested": { v: 1; requestId: number | null; memberId: number | null };
  /**
   * `introduce`: send the account's owner the intro mail. `wanted`: the requested username, where they got another.
   */
  "account.created": { v: 1; accountId: number; introduce: boolean; wanted?: string };
  /**
   * A person was erased: mails to their former addresses lose the address, and those about no loan their text. Of mails
   * to an address that they only asked for (`asked`), the questions whether it is theirs.
   */
  "account.erased": { v: 1; accountId: number; secret: { addresses: string[]; asked?: string[] } };
  /** Account requests were removed: mails to addresses that nobody has any more are emptied. */
  "request.removed": { v: 1; secret: { addresses: string[] } };
  /** An address bounced for good, or its reader complained: campaigns leave it out from now on. */
  "mail.suppressed": { v: 1; email: string; why: SuppressionReason; reason: string };
  /**
   * The newest backup is overdue (its instant in milliseconds) or missing (null). `unread`: the place could not be
   * read; `gone`: the newest that is known is not there any more.
   */
  "backup.overdue": { v: 1; last: number | null; everyHours: number; unread?: boolean; gone?: boolean };
  "contact.received": { v: 1; name: string; email: string; msg: string };
  /** `byBroker`: the actor is the loan's broker, not the lender. */
  "loan.submitted": { v: 1; loanId: number; byBroker: boolean; amount: number; likelihood: string };
  /** A deal was sent to partners: their addresses, and the labels and values shown to them. */
  "loan.shared": { v: 1; loanId: number; partners: string[]; facts: [label: string, value: string][] };
  /** Older events have no `conditionId`. */
  "condition.returned": { v: 1; loanId: number; title: string; reason: string; conditionId?: number };
  /** `by`: the account that did it, which needs no news of it. */
  "condition.accepted": { v: 1; loanId: number; title: string; conditionId?: number; by: number | null };
  /** Conditions that the broker has to complete came to a loan. Older events have no `ids`. */
  "conditions.set": { v: 1; loanId: number; titles: string[]; ids?: number[]; by: number | null };
  "loan.statusChanged": {
    v: 1;
    loanId: number;
    from: LoanStatus;
    to: LoanStatus;
    reason: string;
    by: number | null;
  };
  /** A letter was made for signing; `day` is its last day for acceptance, or empty. */
  "commitment.ready": { v: 1; loanId: number; letter: OfferKind; day: string; by: number | null };
  "reminder.due": { v: 1; reminder: DueReminder };
  /** The time of an account's digest has come. */
  "news.morning": { v: 1; accountId: number };
  /** Stored news has to be mailed: each by itself, or as one digest. */
  "news.due": { v: 1; accountId: number; newsIds: number[]; digest: boolean };
}

export type EventType = keyof EventData;

/**
 * Events that carry a secret: a `proof` opens something, and is erased once every try failed; `addresses` say whose
 * data is to go, and stay until it went or an owner sets the event aside. To leave one out does not compile.
 */
const SECRETS: Readonly<
  Record<{ [T in EventType]: "secret" extends keyof EventData[T] ? T : never }[EventType], "proof" | "addresses">
> = {
  "device.codeRequested": "proof",
  "account.recoveryRequested": "proof",
  "account.emailChangeRequested": "proof",
  "account.erased": "addresses",
  "request.removed": "addresses",
};

/** Events that keep their secret where a consumer gave up on them. */
export const KEEPING_SECRETS = (Object.keys(SECRETS) as (keyof typeof SECRETS)[])
  .filter((type) => SECRETS[type] === "addresses");

/** False for an event that gave up and whose secret was erased then: without it no consumer can do its work. */
export const canTryAgain = (type: EventType): boolean =>
  !Object.hasOwn(SECRETS, type) || (KEEPING_SECRETS as EventType[]).includes(type);

/** One event of a type, with its version. */
export type EventOf<T extends EventType> = { [K in T]: { type: K } & EventData[K] }[T];
export type DomainEvent = EventOf<EventType>;

/** An event as a consumer gets it. `at` in milliseconds. */
export type StoredEvent<T extends EventType = EventType> = EventOf<T> & { id: number; at: number };
