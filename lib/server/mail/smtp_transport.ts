/** Sends mail through a mail server (SMTP), for lenders with a mailbox and no account with a mail service. */
import { createHash } from "node:crypto";
import { withTimeout } from "../../../db/mod.ts";
import { loadOnce } from "./load_once.ts";
import {
  MailLimitError,
  OperatorMailError,
  type OutgoingMail,
  PermanentMailError,
  SEND_TIMEOUT_MS,
  type Transport,
} from "./transport.ts";

/** What nodemailer says of a refusal. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Connections that stay open between mails. */
const CONNECTIONS = 4;
/** A server that is busy (421) is left alone for this long. */
const BUSY_MS = 60_000;
/** A final no to one of these is about this mail alone. */
const OF_THE_MAIL = ["RCPT TO", "DATA"];
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * `url` as SMTP_URL has it. A password is sent over TLS alone, but to this machine. `timeoutMs`: how long one send may
 * take.
 */
export function smtpTransport(url: string, timeoutMs = SEND_TIMEOUT_MS): Transport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  // Only who sends by SMTP loads it.
  let mailer: ReturnType<typeof import("nodemailer").createTransport> | undefined;
  const open = loadOnce(async () => {
    const { createTransport } = await import("nodemailer");
    return mailer = createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port ? Number(port) : secure ? 465 : 587,
      secure,
      requireTLS: !secure && username !== "" && !LOOPBACK.test(hostname),
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
  });
  return {
    keeps: false,
    async send(mail) {
      const sent = (await open()).sendMail({
        from: senderOf(mail.from),
        to: { name: "", address: mail.to },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: mail.headers,
        messageId: messageId(mail),
        ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
      });
      try {
        await withTimeout(sent, timeoutMs, () => new Error(`No answer within ${timeoutMs / 1000} seconds.`));
        return null;
      } catch (error) {
        throw refusal(error as SmtpError);
      }
    },
    close: () => mailer?.close(),
  };
}

/** Name and address as MAIL_FROM has them: read as a header, a bracket in a name is a comment, a colon a group. */
function senderOf(from: string): string | { name: string; address: string } {
  const [, name, address] = /^(.*)<([^<>]*)>$/.exec(from) ?? [];
  return address === undefined ? from : { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

/** The same for every try of a mail, so that who gets it twice can tell. */
function messageId({ idempotencyKey, from }: OutgoingMail): string {
  const host = /@([^\s<>@]+)>?$/.exec(from.trim())?.[1] ?? "localhost";
  return `<${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}@${host}>`;
}

/** Tells the operator's mistakes, an address that is refused, and a busy server apart. */
function refusal(error: SmtpError): Error {
  const { code, command = "", responseCode = 0, message } = error;
  const final = responseCode >= 500;
  const password = code === "EAUTH" || code === "ENOAUTH" || responseCode === 530 || responseCode === 535;
  if (password && (final || responseCode === 0)) {
    return new OperatorMailError(`The mail server refuses our password: ${message}`);
  }
  if (code === "ETLS") return new OperatorMailError(`The mail server offers no safe connection: ${message}`);
  if (code === "ESOCKET" && /certificate/i.test(message)) {
    return new OperatorMailError(`The mail server's certificate cannot be trusted: ${message}`);
  }
  if (final && command.startsWith("MAIL FROM")) {
    return new OperatorMailError(`The mail server refuses our sender: ${message}`);
  }
  if (responseCode === 421) return new MailLimitError(message, BUSY_MS);
  if (!final) return error;
  if (OF_THE_MAIL.includes(command)) return new PermanentMailError(message);
  return new OperatorMailError(`The mail server refuses our connection: ${message}`);
}
