/** How a mail leaves the house: through Resend, or nowhere (it stays in the outbox and is told on the terminal in short). */
import { Resend } from "resend";
import { within } from "../../../db/mod.ts";

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
  /** The provider's id, or null where the mail was only kept. Throws where it may be tried again. */
  send(mail: OutgoingMail): Promise<string | null>;
  keeps: boolean;
}

/** A refusal that another try would only meet again: a wrong address, say. */
export class PermanentMailError extends Error {}

/** A wrong key, or a sender that is not verified yet: the operator mends it, and the mail is due all the same. */
const OURS_TO_MEND = new Set([401, 403]);
const RETRYABLE = new Set([
  "rate_limit_exceeded",
  "application_error",
  "internal_server_error",
  "concurrent_idempotent_requests",
]);

/** Longer than any answer takes, shorter than a mail's lease. */
const ANSWER_MS = 30_000;

export function resendTransport(apiKey: string, baseUrl?: string, answerMs = ANSWER_MS): Transport {
  const resend = new Resend(apiKey, baseUrl ? { baseUrl } : undefined);
  return {
    keeps: false,
    async send(mail) {
      const sent = resend.emails.send({
        from: mail.from,
        to: mail.to,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: mail.headers,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
      }, { idempotencyKey: mail.idempotencyKey });
      // What comes later goes unheard: the idempotency key keeps a second try from sending twice.
      const late = () => new Error(`No answer within ${answerMs / 1000} seconds.`);
      const { data, error } = await within(answerMs, sent, late);
      if (!error) return data!.id;
      const { statusCode: status, name, message } = error;
      const passes = status === null || status === 429 || status >= 500 || OURS_TO_MEND.has(status);
      throw passes || RETRYABLE.has(name) ? new Error(message) : new PermanentMailError(message);
    },
  };
}

export function localTransport(tell: (line: string) => void): Transport {
  return {
    keeps: true,
    send(mail) {
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      tell(`Mail kept in the outbox: to ${mail.to}, "${mail.subject}"${link ? `, ${link}` : ""}`);
      return Promise.resolve(null);
    },
  };
}
