/**
 * Every page of the list, with names of 90 characters: axe finds nothing in both themes at 1280 and 390 pixels, nothing
 * scrolls sideways, no control is cut off or covered, also at 640 and 320 (1280 at 200% and 400%), no focus moves what
 * is in view, the console is silent. A page that is not in the table fails the last test.
 */
import assert from "node:assert/strict";
import { PAGES } from "../../../routes/pages.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertFits, browserTest, islandsReady } from "../../support/browser.ts";
import { type EveryPage, fillEveryPage } from "../../support/every_page.ts";
import { crowdedControls, lengthenNames } from "../../support/long_names.ts";
import { openSite, type Site } from "../../support/site.ts";
import { movesTheView } from "../../support/view_stays.ts";

let site: Site;
let pages: EveryPage;

Deno.test.beforeAll(async () => {
  site = await openSite();
  pages = await fillEveryPage(site.t);
  await lengthenNames(site.t);
});
Deno.test.afterAll(() => site.close());

/** The preview of an email is a frame without scripts: axe can neither run there nor be waited for. */
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];

/** Runs in each page: the one of a new address sends its form by itself, and stays to be looked at. */
const stay = () => addEventListener("submit", (event) => event.preventDefault(), true);

const here = new Set(PAGES.map((page) => page.path));

for (const width of [1280, 390]) {
  browserTest(`every page is accessible in both themes: ${width} pixels`, async ({ newPage, shot }) => {
    const opened = new Map<string, Awaited<ReturnType<typeof newPage>>>();
    for (const [path, who, address] of pages.addresses.filter(([path]) => here.has(path))) {
      const url = site.url + address;
      let page = opened.get(who);
      if (!page) {
        const cookie = pages.people[who]?.cookie.split("=");
        const cookies = cookie && { [cookie[0]]: cookie[1] };
        page = await newPage(`${site.url}/healthz`, { width, cookies, expect: NO_SCRIPT });
        await page.addInitScript(stay);
        opened.set(who, page);
      }
      await page.goto(url);
      if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page, "is-land:not([data-on])");
      await assertAccessible(page, url, { whole: true });
      await shot(page, `every${path.replace(/\W+/g, "-")}-${who}-${width}`);
      const { height } = page.viewportSize()!;
      for (const each of width === 390 ? [width, 320] : [width, 640]) {
        await page.setViewportSize({ width: each, height });
        await assertFits(page);
        assert.deepEqual(await crowdedControls(page), [], `${address} at ${each} pixels`);
      }
      await page.setViewportSize({ width, height });
      assert.deepEqual(await movesTheView(page), [], `${address}: the focus moves what is in view`);
    }
  });
}

Deno.test("this test visits every page of the list", () => {
  const known = new Set(pages.addresses.map(([path]) => path));
  assert.deepEqual([...here].filter((path) => !known.has(path)), []);
});
