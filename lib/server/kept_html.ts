/** HTML of parts that many pages have in common, remembered: React makes each of their elements anew otherwise. */
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Drawings kept for one owner. */
const KEPT = 200;

/** For `dangerouslySetInnerHTML`. */
export interface InnerHtml {
  __html: string;
}

/**
 * Remembers what `draw` returns, by `owner` (a lender) and `key`, which names everything else that it is drawn from. No
 * islands in it: nothing that it would add to the page's head arrives there.
 */
export function keepHtml(): (owner: object, key: string, draw: () => ReactNode) => InnerHtml {
  const kept = new WeakMap<object, LRUCache<string, InnerHtml>>();
  return (owner, key, draw) => {
    let mine = kept.get(owner);
    if (!mine) kept.set(owner, mine = new LRUCache({ max: KEPT }));
    let html = mine.get(key);
    if (!html) mine.set(key, html = { __html: renderToStaticMarkup(draw()) });
    return html;
  };
}
