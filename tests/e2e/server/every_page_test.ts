/**
 * Every page of the list, in both themes, at 1280 and 390 pixels: axe finds nothing, nothing scrolls sideways, the console
 * stays silent. A page that is not in the table fails the last test. The form's settings and other lists of loans are asked
 * the same in their areas' tests.
 */
import assert from "node:assert/strict";
import { PAGES } from "../../../routes/pages.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { type EveryPage, fillEveryPage } from "../../support/every_page.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let pages: EveryPage;

Deno.test.beforeAll(async () => {
  site = await openSite();
  pages = await fillEveryPage(site.t);
});
Deno.test.afterAll(() => site.close());

/** The preview of an email is a frame without scripts: axe can neither run there nor be waited for. */
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];

const here = new Set(PAGES.map((page) => page.path));

for (const width of [1280, 390]) {
  browserTest(`every page is clean in both themes: ${width} pixels`, async ({ newPage, shot }) => {
    const opened = new Map<string, Awaited<ReturnType<typeof newPage>>>();
    for (const [path, who, address] of pages.addresses.filter(([path]) => here.has(path))) {
      const url = site.url + address;
      let page = opened.get(who);
      if (!page) {
        const cookie = pages.people[who]?.cookie.split("=");
        const cookies = cookie && { [cookie[0]]: cookie[1] };
        page = await newPage(`${site.url}/healthz`, { width, cookies, expect: NO_SCRIPT });
        opened.set(who, page);
      }
      await page.goto(url);
      if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page, "is-land:not([data-on])");
      await assertAccessible(page, url, { everyTheme: true });
      await assertNoSidewaysScroll(page);
      await shot(page, `every${path.replace(/\W+/g, "-")}-${who}-${width}`);
    }
  });
}

Deno.test("no page of the list is forgotten here", () => {
  const known = new Set(pages.addresses.map(([path]) => path));
  assert.deepEqual([...here].filter((path) => !known.has(path)), []);
});
