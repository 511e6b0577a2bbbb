/** What a finger presses is 44 pixels high on a phone, has letters of 16 and stands in its line, on every page. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import type { TestAccount } from "../../support/app.ts";
import { browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { type EveryPage, fillEveryPage } from "../../support/every_page.ts";
import { linksOffTheirLine, smallControls, smallLetters } from "../../support/fingers.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site, every: EveryPage;

Deno.test.beforeAll(async () => {
  site = await openSite();
  every = await fillEveryPage(site.t);
});
Deno.test.afterAll(() => site.close());

/** The preview of an email is a frame without scripts. */
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];

function open({ newPage }: Visit, path: string, who: TestAccount | null): Promise<Page> {
  const cookies = who ? Object.fromEntries([who.cookie.split("=") as [string, string]]) : {};
  return newPage(site.url + path, { cookies, width: 390, touch: true, expect: NO_SCRIPT });
}

for (const who of ["nobody", "broker", "owner"] as const) {
  browserTest(
    `no control of the pages of ${who} is too low for a finger or enlarges the page, and no link is below its line`,
    async (visit) => {
      const found: Record<string, string[]> = {};
      const page = await open(visit, "/contact", every.people[who]);
      for (const [, whose, address] of every.addresses) {
        // A page that leads on by itself.
        if (whose !== who || address.startsWith("/changeEmail")) continue;
        await page.goto(site.url + address);
        const wrong = [...await smallControls(page), ...await smallLetters(page), ...await linksOffTheirLine(page)];
        if (wrong.length > 0) found[address] = wrong;
      }
      assert.deepEqual(found, {});
    },
  );
}

browserTest("nor is one of the menus, of a search or of a dialog", async (visit) => {
  const page = await open(visit, "/dashboard/loans", every.people.owner);
  await islandsReady(page);
  const found: Record<string, string[]> = {};
  for (const over of await page.locator("dialog,[popover]:not(.toasts)").all()) {
    await over.evaluate((element: HTMLElement) =>
      element instanceof HTMLDialogElement ? element.showModal() : element.showPopover()
    );
    const small = [...await smallControls(page), ...await smallLetters(page)];
    if (small.length > 0) found[await over.getAttribute("id") ?? ""] = small;
    await over.evaluate((element: HTMLElement) =>
      element instanceof HTMLDialogElement ? element.close() : element.hidePopover()
    );
  }
  assert.deepEqual(found, {});
});
