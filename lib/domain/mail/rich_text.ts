/** Campaign texts with formatting: HTML of few elements. What is stored is tidied on the server first. */
import { decodeHtml, escapeHtml } from "../escape_html.ts";

/** The elements that a text may have, and their attributes. */
export const RICH_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  b: [],
  i: [],
  u: [],
  h2: [],
  h3: [],
  ul: [],
  ol: [],
  li: [],
  blockquote: [],
  a: ["href", "class"],
  img: ["src", "alt", "width"],
};

/** What editors and other programs write, as we name it. */
export const RICH_NAMES: Readonly<Record<string, string>> = { div: "p", strong: "b", em: "i", h1: "h2", h4: "h3" };

/** The class of a link that is shown as a button. */
export const BUTTON_CLASS = "button";

const BUTTON = /^\[([^\]\n]{1,80})\]\((https?:\/\/[^\s()]{1,500})\)$/;
const RICH = new RegExp(`^<(?:${Object.keys(RICH_ELEMENTS).join("|")})[\\s>]`);

/** Whether a text has formatting; others are plain, with empty lines between paragraphs. */
export const isRich = (body: string): boolean => RICH.test(body);

/** Paragraphs of a plain text, and its buttons: `[Label](https://…)` alone in a paragraph. */
export const plainParts = (body: string): ({ text: string } | { button: string; to: string })[] =>
  body.replace(/\r\n?/g, "\n").split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean).map((part) => {
    const button = BUTTON.exec(part);
    return button ? { button: button[1], to: button[2] } : { text: part };
  });

/** Any text as one with formatting. */
export function richOf(body: string): string {
  if (isRich(body)) return body;
  return plainParts(body).map((part) =>
    "text" in part
      ? `<p>${escapeHtml(part.text).replaceAll("\n", "<br>")}</p>`
      : `<p><a href="${escapeHtml(part.to)}" class="${BUTTON_CLASS}">${escapeHtml(part.button)}</a></p>`
  ).join("");
}

/** A line break that is meant, since those of the source are white space. */
const BREAK = "\u0000";

/** The plain-text part of tidied HTML: links with their addresses, items with a dash or number, pictures' words. */
export function plainOfRich(html: string): string {
  const numbers: (number | null)[] = [];
  let href = "", label = "";
  const parts = html.split(/(<[^>]*>)/).map((piece) => {
    const tag = /^<(\/?)(\w+)(?:[^>]*?\shref="([^"]*)")?/.exec(piece);
    const picture = /^<img\s(?:[^>]*?\s)?alt="([^"]*)"/.exec(piece);
    if (!tag || picture) {
      const text = picture ? `[${decodeHtml(picture[1])}]` : decodeHtml(piece.replace(/\s+/g, " "));
      if (href) label += text;
      return text;
    }
    const [, end, name] = tag;
    if (name === "a") {
      if (!end) [href, label] = [decodeHtml(tag[3] ?? ""), ""];
      const shown = href.replace(/^(?:mailto|tel):/, "");
      const suffix = end && href && ![href, shown].includes(label.trim()) ? `: ${shown}` : "";
      if (end) href = "";
      return suffix;
    }
    if (name === "br") return BREAK;
    if (name === "ul" || name === "ol") {
      if (end) numbers.pop();
      else numbers.push(name === "ol" ? 0 : null);
      return end && numbers.length === 0 ? BREAK : "";
    }
    if (name === "li") {
      if (end) return "";
      const number = numbers.at(-1) ?? null;
      if (number !== null) numbers[numbers.length - 1] = number + 1;
      return `${BREAK}${"  ".repeat(Math.max(0, numbers.length - 1))}${number === null ? "-" : `${number + 1}.`} `;
    }
    return /^(p|h2|h3|blockquote)$/.test(name) && numbers.length === 0 ? BREAK + BREAK : "";
  });
  return parts.join("").replace(new RegExp(` *${BREAK} ?(?! )`, "g"), BREAK).replaceAll(BREAK, "\n")
    .replace(/\n{3,}/g, "\n\n").trim();
}

/** Whether a text says anything. */
export const isEmptyBody = (body: string): boolean => (isRich(body) ? plainOfRich(body) : body).trim() === "";

/** An absolute web or mail address from a typed one; null where it is none. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text)) return text;
  const whole = /^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}`;
  return /^https?:\/\/[^\s/?#]+\.[^\s"<>]+$/i.test(whole) ? whole : null;
}
