/**
 * Every page of a portal in which everybody and everything has a name of 90 characters: no page scrolls sideways, no
 * control is cut off, none lies over another. 640 pixels are a window of 1280 at 200%.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { loans } from "../../../db/schema/mod.ts";
import { PASSWORD } from "../../support/app.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { type EveryPage, fillEveryPage } from "../../support/every_page.ts";
import { crowdedControls, lengthenNames } from "../../support/long_names.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let pages: EveryPage;
/** Of the demo: funded with a ledger, conditions, participants and files. */
let funded = 0;

Deno.test.beforeAll(async () => {
  site = await openSite();
  await fillWithDemo(site.t, PASSWORD);
  pages = await fillEveryPage(site.t);
  const rows = await site.t.deps.db.select().from(loans);
  funded = rows.find(({ adminComSelect }) => adminComSelect === "Funded")!.id;
  await lengthenNames(site.t);
});
Deno.test.afterAll(() => site.close());

const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];
/** Leads on to another page. */
const GOES_ON = ["/dashboard/reloadloan/:id", "/dashboard"];

for (const width of [1280, 640, 390]) {
  browserTest(`names of 90 characters on every page: ${width} pixels`, async ({ newPage, shot }) => {
    const opened = new Map<string, Page>();
    const wrong: string[] = [];
    const more: EveryPage["addresses"] = [
      `/dashboard/viewloan?id=${funded}`,
      `/dashboard/loanledger?id=${funded}`,
      `/dashboard/schedule/${funded}`,
      `/dashboard/payout/${funded}`,
      "/dashboard/overview?view=brokers",
      "/dashboard/loans?sort=name",
      "/dashboard/brokers?q=wolfe",
    ].map((address) => [address, "owner", address]);
    for (const [path, who, address] of [...pages.addresses, ...more]) {
      if (GOES_ON.includes(path)) continue;
      const cookie = pages.people[who]?.cookie.split("=");
      const page = opened.get(who) ??
        await newPage(`${site.url}/healthz`, {
          width,
          cookies: cookie && { [cookie[0]]: cookie[1] },
          expect: NO_SCRIPT,
        });
      opened.set(who, page);
      await page.goto(site.url + address);
      if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page);
      await shot(page, `names${address.replace(/\W+/g, "-").slice(0, 60)}-${who}-${width}`);
      const over = await page.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
      if (over > 0) wrong.push(`${address}: ${over}px wider than its window`);
      wrong.push(...(await crowdedControls(page)).map((one) => `${address}: ${one}`));
    }
    assert.deepEqual(wrong, []);
  });
}
