/** What makes or sends something is done once, however often its button is pressed before the answer. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { campaigns, savedFilters } from "../../../db/schema/mod.ts";
import type { TestAccount } from "../../support/app.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let staff: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite();
  staff = await opened.t.account({ role: 9 });
});
Deno.test.afterAll(() => opened.close());

/** The preview's frame runs no script. */
const expect = [/Blocked script execution in '[^']*previewemail/];
const visitor = () => ({ cookies: Object.fromEntries([staff.cookie.split("=")]), expect });

/** Holds the call's answers back until `go`, and counts how often it was made. */
async function held(page: Page, call: string) {
  const gate = Promise.withResolvers<void>();
  const made = { count: 0, go: gate.resolve };
  await page.route(`**/api/loans/${call}`, async (route) => {
    made.count++;
    await gate.promise;
    await route.continue();
  });
  return made;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Presses twice at once: the second click is there before any answer. */
const pressTwice = (page: Page, name: string) =>
  button(page, name).evaluate((one: HTMLButtonElement) => [one.click(), one.click()]);

browserTest("an email is created, copied and tested once by a double click", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/dashboard/emails`, visitor());
  await islandsReady(page);
  await button(page, "Create email").first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Rate sheet");
  const created = await held(page, "createemail");
  // The page comes to its end, and its button is pressed again, while the next one is under way.
  await page.evaluate(() => {
    const add = addEventListener;
    const listen = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      add(type, listener, options);
      if (type !== "pageshow") return;
      queueMicrotask(() => {
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
        document.querySelector<HTMLButtonElement>("#create-email [type=submit]")!.click();
        void fetch("/healthz?pressed");
      });
    };
    Object.assign(globalThis, { addEventListener: listen });
  });
  const pressed = Promise.withResolvers<void>();
  await page.route("**/healthz?pressed", (route) => {
    pressed.resolve();
    return route.fulfill({ body: "ok" });
  });
  await page.route("**/dashboard/viewemail*", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await pressTwice(page, "Create");
  created.go();
  await page.waitForURL("**/dashboard/viewemail?id=*");
  await islandsReady(page);
  assert.equal(created.count, 1);

  const tested = await held(page, "testemail");
  await pressTwice(page, "Send a test to me");
  tested.go();
  await page.locator("#toasts .toast").filter({ hasText: "A test is on its way" }).waitFor();
  assert.equal(tested.count, 1);

  const copied = await held(page, "copyemail");
  await pressTwice(page, "Copy");
  copied.go();
  await page.waitForURL(({ search }) => search !== "?id=1");
  assert.equal(copied.count, 1);
  assert.equal(await opened.t.deps.db.$count(campaigns), 2);
});

browserTest("a second click on what deletes a saved filter says nothing red", async ({ newPage }) => {
  for (const name of ["First", "Second"]) {
    const answer = await opened.t.post("/api/loans/savefilter", { name, screen: "list", query: "q=a" }, staff);
    assert.equal(answer.status, 200, await answer.text());
  }
  const page = await newPage(`${opened.url}/dashboard/loans`, visitor());
  await islandsReady(page);
  await button(page, "Saved filters").click();
  const remove = page.getByRole("button", { name: "Delete First" });
  await remove.waitFor();
  const deleted = await held(page, "deletesavedfilter");
  await remove.evaluate((one: HTMLButtonElement) => [one.click(), one.click()]);
  deleted.go();
  await page.locator("#toasts .toast").filter({ hasText: "First deleted" }).waitFor();
  assert.equal(deleted.count, 1);
  assert.equal(await page.locator("#toasts .toast[data-kind=bad]").count(), 0);
  assert.equal(await opened.t.deps.db.$count(savedFilters), 1);
});
