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
 * Remembers what `draw` returns, by `owners` (a lender and an application's pages) and `key`, which names everything
 * else that it is drawn from. No islands in it: what they add to the page's head does not arrive there. It renders
 * within another render: no hooks after it in the component that asks, no `useId` in what it draws.
 */
export function keepHtml(): (owners: readonly [object, object], key: string, draw: () => ReactNode) => InnerHtml {
  const kept = new WeakMap<object, WeakMap<object, LRUCache<string, InnerHtml>>>();
  return ([first, second], key, draw) => {
    let ofFirst = kept.get(first);
    if (!ofFirst) kept.set(first, ofFirst = new WeakMap());
    let mine = ofFirst.get(second);
    if (!mine) ofFirst.set(second, mine = new LRUCache({ max: KEPT }));
    let html = mine.get(key);
    if (!html) mine.set(key, html = { __html: renderToStaticMarkup(draw()) });
    return html;
  };
}
