/** A click anywhere on a row of a list opens it, and leaves alone what the row has of its own. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { ROLE } from "../../../lib/domain/permissions.ts";
import type { TestApp } from "../../support/app.ts";
import { browserTest, hasFocus, islandsReady, type Visit } from "../../support/browser.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site, t: TestApp, loan: TestLoan;
let staff: Record<string, string>;

Deno.test.beforeAll(async () => {
  opened = await openSite();
  t = opened.t;
  const priya = await t.account({ name: "Priya Raman" });
  const [name, value] = (await t.account({ name: "Helen Voss", role: ROLE.administrator })).cookie.split(";")[0]
    .split("=");
  staff = { [name]: value };
  loan = await makeLoan(t, { lastName: "Lee", city: "Windsor", brokerId: priya.id });
});

Deno.test.afterAll(() => opened.close());

const open = (visit: Visit) => visit.newPage(`${opened.url}/dashboard/loans`, { cookies: staff });
const cell = (page: Page, text: string) => page.locator("tbody td", { hasText: text }).first();

browserTest("a click on a cell opens the loan, with Control in a new tab", async (visit) => {
  const page = await open(visit);
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    cell(page, "Windsor").click({ modifiers: ["Control"] }),
  ]);
  await tab.waitForURL(new RegExp(`viewloan\\?id=${loan.id}\\b`));
  assert.match(page.url(), /\/dashboard\/loans$/);
  await cell(page, "Priya Raman").click();
  await page.waitForURL(new RegExp(`viewloan\\?id=${loan.id}\\b`));
});

browserTest("beside a checkbox nothing opens, and a word can be marked", async (visit) => {
  const page = await open(visit);
  await page.locator("tbody td.pick").click({ position: { x: 3, y: 3 } });
  await cell(page, "Windsor").selectText();
  await cell(page, "Windsor").dispatchEvent("click");
  await page.locator("tbody input[name=id]").check();
  assert.match(page.url(), /\/dashboard\/loans$/);
});

browserTest("Clear by a key hands the focus to the row that was selected last", async (visit) => {
  const page = await open(visit);
  await islandsReady(page);
  const box = page.locator("tbody input[name=id]").first();
  await box.focus();
  await page.keyboard.press("Space");
  const clear = page.getByRole("form", { name: "Selected loans" }).getByRole("button", { name: "Clear" });
  await clear.focus();
  await page.keyboard.press("Enter");
  await clear.waitFor({ state: "hidden" });
  await hasFocus(box);
  assert.equal(await box.isChecked(), false);
});

browserTest("a long client's name wraps before the brokers and cities of other rows do", async (visit) => {
  const brokerId = (await t.account({ name: "Camille Bélanger" })).id;
  await makeLoan(t, { lastName: "Smithers", city: "Prince Edward County", brokerId });
  await makeLoan(t, { firstName: "Maximiliana-Theodora", lastName: "Featherstonehaugh-Cholmondeley", brokerId });
  const page = await open(visit);
  for (const address of ["loans", "maploans?view=table"]) {
    await page.goto(`${opened.url}/dashboard/${address}`);
    const row = page.locator("tbody tr", { hasText: "Smithers" });
    assert.ok(await row.evaluate((one) => one.getBoundingClientRect().height) < 40, `${address}: a row of two lines`);
  }
});

browserTest("a key has chosen its row before the next key comes, which may be Enter", async (visit) => {
  await makeLoan(t, { lastName: "Okafor", city: "Barrie" });
  const page = await open(visit);
  await islandsReady(page);
  await page.keyboard.press("j");
  await page.locator("tr", { hasText: "Barrie" }).locator("th a:focus").waitFor();
  const isNext = await page.evaluate(() => {
    const row = document.activeElement!.closest("tr")!;
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    return row.nextElementSibling!.contains(document.activeElement);
  });
  assert.ok(isNext);
});
