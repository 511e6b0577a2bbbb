/** What makes or sends something is done once, however often its button is pressed; a dialog asks before it acts. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { accounts, campaigns, savedFilters } from "../../../db/schema/mod.ts";
import type { TestAccount } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
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

/** Clicks where this button is; `count` is 2 for the second click of a double click. */
async function clickAt(page: Page, { x, y }: { x: number; y: number }, count: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount: count });
  await page.mouse.up({ clickCount: count });
}

async function middleOf(one: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await one.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

browserTest("the second click of a double click answers no question that its first one opened", async ({ newPage }) => {
  const request = await makeRequest(opened.t);
  for (const path of ["viewbroker?id=new", `createbroker?id=${request.id}`]) {
    const page = await newPage(`${opened.url}/dashboard/${path}`, visitor());
    await islandsReady(page);
    const before = await opened.t.deps.db.$count(accounts);
    if (path.startsWith("view")) {
      const entries = { name: "Nora New", email: "nora@broker.example", license: "M12345678", username: "noranew" };
      for (const [id, text] of Object.entries(entries)) await page.locator(`#${id}`).fill(text);
      for (const id of ["password", "confirmPassword"]) await page.locator(`#${id}`).fill("Another2Horse");
    }
    await page.locator("main").getByRole("button", { name: /^Create( account)?$/ }).click();
    const first = page.getByRole("dialog", { name: "Create Account?" });
    const there = await middleOf(first.getByRole("button", { name: "Create account" }));
    const second = page.getByRole("dialog", { name: "Send Intro Email?" });
    await clickAt(page, there, 1);
    await second.waitFor();
    const send = second.getByRole("button", { name: "Send", exact: true });
    const over = await middleOf(send);
    await clickAt(page, over, 2);
    assert.ok(await second.isVisible(), path);
    await page.keyboard.press("Escape");
    await second.waitFor({ state: "detached" });
    assert.equal(await opened.t.deps.db.$count(accounts), before, path);
  }
});

browserTest("a double click presses nothing of the dialog that it opens, nor of the page below one", async (visit) => {
  const page = await visit.newPage(`${opened.url}/dashboard/emails`, visitor());
  await islandsReady(page);
  const dialog = page.locator("#create-email");
  const opens = button(page, "Create email").first();
  await opens.click();
  const cross = await middleOf(dialog.getByRole("button", { name: "Close" }));
  await page.keyboard.press("Escape");
  await clickAt(page, await middleOf(opens), 1);
  await dialog.waitFor();
  await clickAt(page, cross, 2);
  assert.ok(await dialog.isVisible(), "its cross was not meant");
  await page.evaluate(() =>
    document.addEventListener(
      "click",
      ({ detail }) => document.body.dataset.clicks = `${document.body.dataset.clicks}${detail}`,
    )
  );
  await clickAt(page, cross, 1);
  await dialog.waitFor({ state: "hidden" });
  await clickAt(page, cross, 2);
  await clickAt(page, cross, 1);
  assert.equal(await page.locator("body").getAttribute("data-clicks"), "undefined11", "the page saw no second click");
});
