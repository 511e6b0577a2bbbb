/** Sends mail with Resend. */
import { withTimeout } from "../../../db/mod.ts";
import { loadOnce } from "./load_once.ts";
import { MailLimitError, OperatorMailError, PermanentMailError, SEND_TIMEOUT_MS, type Transport } from "./transport.ts";

/** A wrong key, a sender that is not verified, a plan that is used up. */
const OPERATOR_STATUSES = new Set([401, 403]);
const OPERATOR_NAMES = new Set(["daily_quota_exceeded", "monthly_quota_exceeded", "invalid_from_address"]);
const RETRYABLE_NAMES = new Set(["application_error", "internal_server_error", "concurrent_idempotent_requests"]);

/** `timeoutMs`: how long one send may take. */
export function resendTransport(apiKey: string, baseUrl?: string, timeoutMs = SEND_TIMEOUT_MS): Transport {
  // Only who sends by Resend loads it.
  const open = loadOnce(async () => {
    const { Resend } = await import("resend");
    return new Resend(apiKey, baseUrl ? { baseUrl } : undefined);
  });
  return {
    keeps: false,
    async send(mail) {
      const resend = await open();
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
      const { data, error, headers } = await withTimeout(sent, timeoutMs, onTimeout);
      if (!error) return data.id;
      const { statusCode: status, name, message } = error;
      if (OPERATOR_NAMES.has(name) || OPERATOR_STATUSES.has(status ?? 0)) {
        throw new OperatorMailError(`Resend does not send our mail: ${message}`);
      }
      if (status === 429) throw new MailLimitError(message, waitMs(headers?.["retry-after"]));
      if (status === null || status >= 500 || RETRYABLE_NAMES.has(name)) throw new Error(message);
      throw new PermanentMailError(message);
    },
  };
}

/** Milliseconds of a Retry-After header: seconds or a date; a second where it says nothing of use. */
function waitMs(header: string | undefined): number {
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? "") - Date.now();
  return ms > 0 ? ms : 1000;
}
