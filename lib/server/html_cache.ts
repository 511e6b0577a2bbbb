/** HTML of parts that many pages have in common, remembered: React makes each of their elements anew otherwise. */
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Drawings kept for one owner. */
const MAX_ENTRIES = 200;

/** For `dangerouslySetInnerHTML`. */
export interface InnerHtml {
  __html: string;
}

/**
 * Remembers what `draw` returns, by `owners` (lender and pages) and `key`, all else that it draws from. No islands in
 * it, whose heads would be lost. It renders within a render: no hooks after it in its component, no `useId` in it.
 */
export function createHtmlCache(): (
  owners: readonly [object, object],
  key: string,
  draw: () => ReactNode,
) => InnerHtml {
  const caches = new WeakMap<object, WeakMap<object, LRUCache<string, InnerHtml>>>();
  return ([first, second], key, draw) => {
    let ofFirst = caches.get(first);
    if (!ofFirst) caches.set(first, ofFirst = new WeakMap());
    let mine = ofFirst.get(second);
    if (!mine) ofFirst.set(second, mine = new LRUCache({ max: MAX_ENTRIES }));
    let html = mine.get(key);
    if (!html) mine.set(key, html = { __html: renderToStaticMarkup(draw()) });
    return html;
  };
}
