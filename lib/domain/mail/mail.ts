/** A mail in the lender's name as lines, the source of both its HTML and its plain text. */
import type { Lender } from "../lender.ts";
import { firstNameOf } from "./placeholders.ts";
import { plainOfRich } from "./rich_text.ts";

/** Longest subject, in characters, and longest line that an inbox shows after it. */
export const SUBJECT_MAX = 200;

/** The media query of a mail's dark colours; a preview says itself whether it holds. */
export const DARK_MEDIA = "@media (prefers-color-scheme:dark)";

/** A mail's lines: the source of both HTML and plain text. */
export type Line =
  | { p: string; mute?: boolean }
  | { code: string }
  | { button: string; to: string }
  /** `heads`: the link is the heading of the lines below it. */
  | { link: string; to: string; heads?: boolean }
  | { facts: readonly (readonly [string, string])[] }
  /** `verbatim`: another person's words, marked as theirs. */
  | { quote: string; verbatim?: boolean }
  /** Tidied HTML of a text with formatting (`rich_text.ts`). */
  | { html: string };

export interface MailText {
  subject: string;
  preview: string;
  lines: Line[];
}

/** The greeting, by first name. */
export const hello = (name: string): Line => ({ p: `Hello ${firstNameOf(name)},` });

/** How to reach the lender, as the end of a sentence. */
export const writeTo = ({ contactEmail }: Lender): string => contactEmail ? `write to ${contactEmail}` : "tell us";

/** The plain text part. */
export function plainText(mail: MailText, lender: Lender): string {
  const body = mail.lines.map((line) => {
    if ("p" in line) return line.p;
    if ("code" in line) return line.code;
    if ("button" in line) return `${line.button}: ${line.to}`;
    if ("link" in line) return line.heads ? `${line.link}\n${line.to}` : `${line.link}: ${line.to}`;
    if ("facts" in line) return line.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
    if ("html" in line) return plainOfRich(line.html);
    return line.verbatim ? line.quote.split("\n").map((own) => `> ${own}`.trimEnd()).join("\n") : line.quote;
  });
  const foot = [lender.legalName ?? lender.name, lender.address, lender.phone, lender.contactEmail].filter(Boolean)
    .join(", ");
  return [...body, `-- \n${foot}`].join("\n\n") + "\n";
}

/**
 * Headers of a mail that has none of its own: the portal wrote it, and no out-of-office note comes back to the lender
 * (RFC 3834). The message of a visitor is a person's.
 */
export const automaticHeaders = (kind: string): Record<string, string> =>
  kind === "contact" ? {} : { "Auto-Submitted": "auto-generated" };
