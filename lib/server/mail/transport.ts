/** How a mail leaves the house: through Resend, or nowhere (it stays in the outbox and is told on the terminal in short). */
import { Resend } from "resend";

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

/** A refusal that another try would only meet again (a wrong address, a wrong key). */
export class PermanentMailError extends Error {}

const RETRYABLE = new Set([
  "rate_limit_exceeded",
  "application_error",
  "internal_server_error",
  "concurrent_idempotent_requests",
]);

export function resendTransport(apiKey: string, baseUrl?: string): Transport {
  const resend = new Resend(apiKey, baseUrl ? { baseUrl } : undefined);
  return {
    keeps: false,
    async send(mail) {
      const { data, error } = await resend.emails.send({
        from: mail.from,
        to: mail.to,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: mail.headers,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
      }, { idempotencyKey: mail.idempotencyKey });
      if (!error) return data!.id;
      if (
        error.statusCode !== null && error.statusCode < 500 && error.statusCode !== 429 && !RETRYABLE.has(error.name)
      ) {
        throw new PermanentMailError(error.message);
      }
      throw new Error(error.message);
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
