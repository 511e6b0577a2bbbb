import type { Page } from "playwright";
import type { TestAccount } from "./app.ts";
import { islandsReady, type PageOptions, type Visit } from "./browser.ts";

/**
 * Opens pages of the site whose address `url` gives, signed in as somebody or as nobody, and waits for their islands.
 */
export const opener = (url: () => string) =>
async (
  visit: Pick<Visit, "newPage">,
  who: TestAccount | null,
  path: string,
  options: PageOptions = {},
): Promise<Page> => {
  const cookies = who ? Object.fromEntries([who.cookie.split("=") as [string, string]]) : {};
  const page = await visit.newPage(url() + path, { ...options, cookies: { ...cookies, ...options.cookies } });
  if (options.javaScript !== false && await page.locator("is-land").count()) await islandsReady(page);
  return page;
};
