/** Pieces of a page that many answers share: rendered once and compressed once, then put into each answer as they are. */
import { gzipJoin, type GzipPart, gzipPart } from "./gzip_pages.ts";

export interface Fragment {
  readonly html: string;
  /** The compressed form; made at the first call and kept. */
  gzip(): GzipPart;
}

/** HTML to share. It must be finished: nothing in it is escaped later. */
export function fragment(html: string): Fragment {
  let part: GzipPart | undefined;
  return { html, gzip: () => part ??= gzipPart(html, 6) };
}

/**
 * The HTML that stands where a page's slot will be, for `dangerouslySetInnerHTML`. React escapes every `<` of a text or
 * an attribute, so nothing that people enter can look like it.
 */
export const slotMark = (name: string): string => `<!--slot ${name}-->`;

const MARK = /<!--slot ([a-z]+)-->/g;

/** A rendered page in pieces, its slots filled. Throws where a slot has no fragment, or a fragment no slot. */
export function piecesOf(html: string, slots: Readonly<Record<string, Fragment>>): (string | Fragment)[] {
  const pieces: (string | Fragment)[] = [];
  const left = new Set(Object.keys(slots));
  let from = 0;
  for (const mark of html.matchAll(MARK)) {
    if (!left.delete(mark[1])) throw new Error(`The page has a slot "${mark[1]}" that nothing fills.`);
    pieces.push(html.slice(from, mark.index), slots[mark[1]]);
    from = mark.index + mark[0].length;
  }
  if (left.size) throw new Error(`The page has no slot for: ${[...left].join(", ")}.`);
  return [...pieces, html.slice(from)];
}

/** A rendered page with its slots filled: text, or its gzip in which the fragments are not compressed again. */
export function fillSlots(
  html: string,
  slots: Readonly<Record<string, Fragment>>,
  gzip: boolean,
): string | Uint8Array<ArrayBuffer> {
  const pieces = piecesOf(html, slots);
  if (gzip) return gzipJoin(pieces.map((piece) => typeof piece === "string" ? piece : piece.gzip()));
  return pieces.map((piece) => typeof piece === "string" ? piece : piece.html).join("");
}
