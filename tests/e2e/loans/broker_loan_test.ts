/** A broker's loan: what happens beside completing its conditions. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let t: TestApp;

Deno.test.beforeAll(async () => {
  opened = await openSite();
  t = opened.t;
});

Deno.test.afterAll(() => opened.close());

/** Loans specification 3.5: 5 is a text, 11 a file; 31 is a check of ours. */
const aLoan = (broker: TestAccount): Promise<TestLoan> =>
  makeLoan(t, { brokerId: broker.id }, {
    conditions: [{ id: 5 }, { id: 11 }, { id: 31, type: 0, title: "Confirm the closing date" }],
  });

async function open(newPage: Visit["newPage"], who: TestAccount, loan: TestLoan): Promise<Page> {
  const cookies = Object.fromEntries([who.cookie.split("=") as [string, string]]);
  const page = await newPage(`${opened.url}/dashboard/viewloan/${loan.id}`, { cookies });
  await islandsReady(page);
  return page;
}

const toast = (page: Page, words: string) =>
  page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();
const check = (page: Page) => page.getByRole("button", { name: /^Check/ });

browserTest("the open loan's row in the list counts its open conditions", async ({ newPage }) => {
  const broker = await t.account();
  await makeLoan(t, { brokerId: broker.id }, { conditions: [{ id: 11 }] });
  const page = await open(newPage, broker, await aLoan(broker));
  const line = page.locator(".picks a[aria-current]");
  assert.match(await line.innerText(), /0 of 3/);
  await check(page).click();
  await line.getByText("1 of 3").waitFor();
  assert.equal(await line.locator("progress").getAttribute("value"), "1");
  assert.equal(await page.locator(".picks a").getByText("0 of 1").count(), 1);
});

browserTest("a file dropped beside its row does not replace the page", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker, await aLoan(broker));
  const held = await page.evaluate(() => {
    const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() });
    document.querySelector("#loan-title")!.dispatchEvent(event);
    return event.defaultPrevented;
  });
  assert.ok(held);
});

browserTest("leaving the page with unsaved details asks first", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker, await aLoan(broker));
  const details = page.getByRole("textbox", { name: "ILA contact info" });
  await details.fill("Dana Whitfield, 905-555-0119");
  await assertAsksBeforeLeaving(page, () => page.evaluate(() => location.assign("/dashboard/loans")));
  assert.equal(await details.inputValue(), "Dana Whitfield, 905-555-0119");
  await page.getByRole("button", { name: /^Save/ }).click();
  await toast(page, "Condition Updated!");
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    void dialog.accept();
  });
  await page.goto(`${opened.url}/dashboard/loans`);
  assert.equal(asked, 0);
});

browserTest("an expired session is shown, and the condition goes back to what it was", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker, await aLoan(broker));
  await page.context().clearCookies();
  await check(page).click();
  await toast(page, "Failed Updating Condition!");
  await toast(page, "You are signed out. Sign in and try again; nothing was changed.");
  await check(page).waitFor();
});

browserTest("the screen reads without script", async ({ newPage }) => {
  const broker = await t.account();
  const loan = await makeLoan(t, { brokerId: broker.id, comments: "They close on the 4th." }, {
    conditions: [{ id: 4 }, { id: 5 }, { id: 11 }, { id: 31, type: 0, title: "Confirm the closing date" }],
  });
  const cookies = Object.fromEntries([broker.cookie.split("=") as [string, string]]);
  const plain = await newPage(`${opened.url}/dashboard/viewloan/${loan.id}`, { cookies, javaScript: false });
  await plain.locator("noscript .notice").waitFor();
  await plain.locator(".condition-list > li").filter({ hasText: "Insurance binder" }).waitFor();
  const actions = plain.locator(".condition-list .condition-actions");
  assert.ok(await actions.count() > 0);
  assert.equal(await actions.filter({ visible: true }).count(), 0, "no dead button");
  await plain.getByText("They close on the 4th.").waitFor();
});
