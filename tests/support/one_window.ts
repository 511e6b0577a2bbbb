/** Pages that a test opens one after the other in one window: a new one would load and compile every script again. */
import type { Page } from "playwright";
import type { TestAccount } from "./app.ts";
import { islandsReady, type PageOptions, type Visit } from "./browser.ts";

/** Opens a page of the portal, signed in as `who` from then on, and gives it once its islands are awake. */
export type Open = (path: string, who?: TestAccount) => Promise<Page>;

/** Opens the pages of `site` in one window of the visit. */
export function oneWindow(newPage: Visit["newPage"], site: string, options: PageOptions = {}): Open {
  let page: Page | null = null;
  return async (path, who) => {
    const cookies = who && Object.fromEntries([who.cookie.split("=") as [string, string]]);
    if (page) {
      const added = Object.entries(cookies ?? {}).map(([name, value]) => ({ name, value, url: site }));
      await page.context().addCookies(added);
      await page.goto(site + path, { waitUntil: "domcontentloaded" });
    } else page = await newPage(site + path, { ...options, cookies });
    await islandsReady(page);
    return page;
  };
}
