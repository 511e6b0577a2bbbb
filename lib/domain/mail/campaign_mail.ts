/** A campaign's mail: written once with its placeholders, then filled for each recipient. */
import { escapeHtml } from "../escape_html.ts";
import { type Line, type MailText, SUBJECT_MAX } from "./mail.ts";
import { type Addressee, fillPlaceholders } from "./placeholders.ts";
import { isRich, plainParts } from "./rich_text.ts";
import { linkedHtml } from "./web_addresses.ts";
import { beginningOf } from "../shortened.ts";

/** Stands for the recipient's own address to unsubscribe. */
const UNSUBSCRIBE = "{unsubscribe}";

/** A plain text as a mail's lines, whatever it begins with. */
export const plainLines = (body: string): Line[] =>
  plainParts(body).map((part) => "text" in part ? { quote: part.text } : part);

/** A text as a mail's lines; formatted text is sanitised HTML and stays whole, its written-out addresses linked. */
export const bodyLines = (body: string): Line[] => isRich(body) ? [{ html: linkedHtml(body) }] : plainLines(body);

/** A campaign's mail with its placeholders, who sends it and the way out (Canada's anti-spam law). */
export function campaignMail(
  { subject, preview, body }: { subject: string; preview: string; body: string },
  linesOf = bodyLines,
): MailText {
  return {
    subject,
    preview,
    lines: [
      ...linesOf(body),
      { p: "{lender} writes this to brokers who work with it. You can end these mails at any time.", mute: true },
      { link: "Unsubscribe", to: UNSUBSCRIBE },
    ],
  };
}

/**
 * A rendered campaign mail for one broker. Filling is what a run of thousands can afford for each; rendering is not.
 */
export function personalised<M extends { subject: string; html: string; text: string }>(
  mail: M,
  to: Addressee,
  unsubscribe: string,
): M {
  const inHtml = { ...to };
  for (const name of ["name", "brokerage", "lender"] as const) inHtml[name] = escapeHtml(to[name]);
  return {
    ...mail,
    subject: beginningOf(fillPlaceholders(mail.subject, to).replace(/\s+/g, " ").trim(), SUBJECT_MAX),
    html: fillPlaceholders(mail.html, inHtml).replaceAll(UNSUBSCRIBE, escapeHtml(unsubscribe)),
    text: fillPlaceholders(mail.text, to).replaceAll(UNSUBSCRIBE, unsubscribe),
  };
}

/** A mail below the head that mail programs show: from whom, to whom and the subject, in the mail's own colours. */
export function withHead<M extends { subject: string; html: string; text: string }>(
  mail: M,
  { from, to }: { from: string; to: string },
): M {
  const line = (name: string, value: string) => `<div>${name} <span class="ink">${escapeHtml(value)}</span></div>`;
  const subject = `<div class="ink" style="font-size:18px;font-weight:600;color:#12242d">${
    escapeHtml(mail.subject)
  }</div>`;
  const head = `<div class="sheet mute" style="${HEAD_STYLE}">${subject}${line("From", from)}${line("To", to)}</div>`;
  return {
    ...mail,
    html: mail.html.replace(/<body[^>]*>/, (body) => body + head),
    text: `Subject: ${mail.subject}\nFrom: ${from}\nTo: ${to}\n\n${mail.text}`,
  };
}

const HEAD_STYLE = "padding:12px 20px;background:#ffffff;border:0 solid #d9e1e5;border-bottom-width:1px;" +
  "color:#4d5f68;font-size:14px;line-height:1.5;overflow-wrap:anywhere";
