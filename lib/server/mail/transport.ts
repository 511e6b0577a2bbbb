/** How a mail leaves: what a mail service takes, and the ways in which it says no. */

export interface OutgoingMail {
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  idempotencyKey: string;
}

export interface Transport {
  /** The provider's id, or null where it has none. Throws one of the errors below, any other where a retry may help. */
  send(mail: OutgoingMail): Promise<string | null>;
  /** Mails stay in the outbox. */
  keeps: boolean;
  /** Ends its connections. */
  close?(): void;
}

/** A refusal that a retry cannot change, such as an invalid address. */
export class PermanentMailError extends Error {}

/** What only the operator can mend: no mail leaves until then. The message is a plain sentence for owners. */
export class OperatorMailError extends Error {}

/** The service takes no more for now. */
export class MailLimitError extends Error {
  /** How long it asks us to wait, in milliseconds. */
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Above any normal response time, below a mail's lease. */
export const SEND_TIMEOUT_MS = 30_000;

/** A transport that sends nothing: each mail stays in the outbox, and `tell` gets a short line about it. */
export function localTransport(tell: (line: string) => void): Transport {
  return {
    keeps: true,
    send(mail) {
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      tell(`Mail stored in the outbox: to ${mail.to}, "${mail.subject}"${link ? `, ${link}` : ""}`);
      return Promise.resolve(null);
    },
  };
}
