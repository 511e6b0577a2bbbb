import type { Page } from "playwright";
import type { PageOptions, Visit } from "./browser.ts";

/**
 * Goes to one address after the other, in a page for each visitor's cookies: another page costs a process more, which
 * compiles everything anew. Waits until the document is there, as `newPage` does.
 */
export function walker(
  newPage: Visit["newPage"],
  options: PageOptions,
): (url: string, cookies?: Record<string, string>) => Promise<Page> {
  const opened = new Map<string, Page>();
  return async (url, cookies = {}) => {
    const visitor = JSON.stringify(cookies), before = opened.get(visitor);
    const page = before ?? await newPage(url, { ...options, cookies });
    opened.set(visitor, page);
    if (before) await page.goto(url, { waitUntil: "domcontentloaded" });
    return page;
  };
}
