/** Adds tracking to a mail's HTML: links lead through the portal, and a picture and a hidden link are added. */
import { decodeHtml, escapeHtml } from "../escape_html.ts";

/** Absolute addresses of a recipient's tokens. */
export interface TrackedAddresses {
  /** The picture whose request is an open. */
  pixel: string;
  /** The tracked address of each of the mail's links. */
  links: ReadonlyMap<string, string>;
  /** The link that people cannot see. */
  trap: string;
}

const ANCHOR = /(<a\b[^>]*?\shref=)("([^"]*)"|'([^']*)')/gi;

/** The distinct web addresses that a mail's HTML links to, in order; `except` are left as they are (unsubscribing). */
export function linksOf(html: string, except: readonly string[] = []): string[] {
  const found = [...html.matchAll(ANCHOR)].map((match) => decodeHtml(match[3] ?? match[4] ?? "").trim());
  return [...new Set(found)].filter((link) => /^https?:\/\//i.test(link) && !except.includes(link));
}

/** A link as a redirect names it: in ASCII, with the same meaning for a browser. */
export function redirectTo(link: string): string {
  if (/^[\x21-\x7e]*$/.test(link)) return link;
  return URL.parse(link)?.href ?? encodeURI(link.toWellFormed());
}

/** The HTML with every known link replaced, and the picture and the hidden link before the end of the body. */
export function rewriteLinks(html: string, { pixel, links, trap }: TrackedAddresses): string {
  const rewritten = html.replace(ANCHOR, (whole, start: string, _quoted, double?: string, single?: string) => {
    const ours = links.get(decodeHtml(double ?? single ?? "").trim());
    return ours === undefined ? whole : `${start}"${escapeHtml(ours)}"`;
  });
  const hidden = `<a href="${escapeHtml(trap)}" style="display:none" aria-hidden="true" tabindex="-1"></a>` +
    `<img src="${escapeHtml(pixel)}" width="1" height="1" alt="" style="display:block;border:0">`;
  const end = rewritten.toLowerCase().lastIndexOf("</body>");
  return end < 0 ? rewritten + hidden : rewritten.slice(0, end) + hidden + rewritten.slice(end);
}
