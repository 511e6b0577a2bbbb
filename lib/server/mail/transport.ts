/** Sends mail with Resend, or not at all: then it stays in the outbox with a short line on the terminal. */
import { Resend } from "resend";
import { withTimeout } from "../../../db/mod.ts";

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
  /** The provider's id, or null where the mail was only stored. Throws an error where a retry may help. */
  send(mail: OutgoingMail): Promise<string | null>;
  keeps: boolean;
}

/** A refusal that a retry cannot change, such as an invalid address. */
export class PermanentMailError extends Error {}

/** An invalid key or an unverified sender, which the operator fixes; the mail is retried. */
const CONFIGURATION_ERRORS = new Set([401, 403]);
const RETRYABLE = new Set([
  "rate_limit_exceeded",
  "application_error",
  "internal_server_error",
  "concurrent_idempotent_requests",
]);

/** Above any normal response time, below a mail's lease. */
const TIMEOUT_MS = 30_000;

export function resendTransport(apiKey: string, baseUrl?: string, timeoutMs = TIMEOUT_MS): Transport {
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
      // Ignore a late response: a retry carries the same idempotency key.
      const onTimeout = () => new Error(`No answer within ${timeoutMs / 1000} seconds.`);
      const { data, error } = await withTimeout(sent, timeoutMs, onTimeout);
      if (!error) return data!.id;
      const { statusCode: status, name, message } = error;
      const passes = status === null || status === 429 || status >= 500 || CONFIGURATION_ERRORS.has(status);
      throw passes || RETRYABLE.has(name) ? new Error(message) : new PermanentMailError(message);
    },
  };
}

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
