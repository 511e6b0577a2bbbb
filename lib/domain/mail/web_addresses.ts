/** Web addresses that are written out in a text: found, and linked where the text is a mail's. */
import { decodeHtml, escapeHtml } from "../escape_html.ts";
import { linkAddress } from "./rich_text.ts";

/**
 * Quotation marks end an address, but for an apostrophe amid its path: `/o'brien`. A host has none, so that in
 * "https://a.example's rates" it ends before.
 */
const WEB_ADDRESS =
  /https?:\/\/(?=[^\s<>"\u201c\u201d\u2018\u2019'[\]{}])[^\s<>"\u201c\u201d\u2018\u2019'[\]{}/?#]*(?:[/?#](?:[^\s<>"\u201c\u201d\u2018\u2019'[\]{}]|['\u2019](?=[\p{L}\p{N}]))*)?/giu;

/**
 * An address without what belongs to the sentence around it: its stop, a genitive, and a bracket that opens before.
 */
function trimmed(found: string): string {
  const closes = (text: string) => text.endsWith(")") && text.split(")").length > text.split("(").length;
  let link = found;
  while (/[.,;:!?]$|['\u2019]s$/.test(link) || closes(link)) link = link.replace(/['\u2019]s$|.$/u, "");
  return link;
}

/** The distinct web addresses of a plain text, in order. */
export const linksInText = (text: string): string[] => [
  ...new Set([...text.matchAll(WEB_ADDRESS)].map(([found]) => trimmed(found))),
];

/** A plain text in pieces: its words, and its web addresses as links. One with a placeholder in it is words. */
export function linkedPieces(text: string): (string | { link: string })[] {
  const pieces: (string | { link: string })[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(WEB_ADDRESS)) {
    const link = trimmed(found);
    if (text[index + found.length] === "{" || linkAddress(link) !== link) continue;
    if (index > done) pieces.push(text.slice(done, index));
    pieces.push({ link });
    done = index + link.length;
  }
  return done < text.length ? [...pieces, text.slice(done)] : pieces;
}

/** Tidied HTML whose written-out web addresses are links; what is a link already stays. */
export function linkedHtml(html: string): string {
  let inLink = false;
  return html.split(/(<[^>]*>)/).map((piece) => {
    if (piece.startsWith("<")) {
      if (/^<\/?a[\s>]/.test(piece)) inLink = piece[1] !== "/";
      return piece;
    }
    const pieces = inLink ? [] : linkedPieces(decodeHtml(piece));
    if (!pieces.some((one) => typeof one !== "string")) return piece;
    return pieces.map((one) => {
      const text = escapeHtml(typeof one === "string" ? one : one.link);
      return typeof one === "string" ? text : `<a href="${text}">${text}</a>`;
    }).join("");
  }).join("");
}
