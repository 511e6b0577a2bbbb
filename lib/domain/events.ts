/** Domain events: what verbs say happened, in plain data. Consumers decide what follows: mails today. */

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
  /** Somebody asked for an account: a new request, or none (null) where the address has an account or an open request. */
  "account.requested": { v: 1; requestId: number | null; memberId: number | null };
  /** `introduce`: the account's owner is to be told. */
  "account.created": { v: 1; accountId: number; introduce: boolean };
  "contact.received": { v: 1; name: string; email: string; msg: string };
  /** `byBroker`: the actor is the loan's broker, not the lender. */
  "loan.submitted": { v: 1; loanId: number; byBroker: boolean; amount: number; likelihood: string };
  /** A deal went to partners: their addresses, and the labels and values that they see. */
  "loan.shared": { v: 1; loanId: number; partners: string[]; facts: [label: string, value: string][] };
  "condition.returned": { v: 1; loanId: number; title: string; reason: string };
}

export type EventType = keyof EventData;
/** One event of a type, with its version. */
export type EventOf<T extends EventType> = { [K in T]: { type: K } & EventData[K] }[T];
export type DomainEvent = EventOf<EventType>;

/** An event as a consumer gets it. `at` in milliseconds. */
export type StoredEvent<T extends EventType = EventType> = EventOf<T> & { id: number; at: number };
