/** What an island shows by its address: each choice is an entry of the history, for Back, Forward and a reload. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { makeLoan } from "../../support/loans.ts";
import { cell, enter } from "../../support/settings_screen.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site, cookies: Record<string, string>;

Deno.test.beforeAll(async () => {
  site = await openSite();
  const staff = await site.t.account({ name: "Helen Voss", role: ROLE.owner });
  cookies = Object.fromEntries([staff.cookie.split("=") as [string, string]]);
  for (const [firstName, firstOrSecond] of [["Ann", "First"], ["Anna", "Second"], ["Bert", "Second"]]) {
    await makeLoan(site.t, { firstName, lastName: "Lee", firstOrSecond });
  }
});
Deno.test.afterAll(() => site.close());

const entries = (page: Page) => page.evaluate(() => history.length);
const at = (page: Page, query: string) => page.waitForURL((url) => url.search === query);
const chosenPanel = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Settings" }).locator("[aria-current]", { hasText: name }).waitFor();

browserTest(
  "a panel of the settings is an entry; Back keeps what is not saved, and asks before it leaves",
  async (v) => {
    const page = await v.newPage(`${site.url}/dashboard/tracking`, { cookies });
    await page.getByRole("link", { name: "Global Settings" }).click();
    await page.getByText("Everything is saved").waitFor();
    await islandsReady(page);
    const before = await entries(page);
    const panel = (name: string) => page.getByRole("link", { name, exact: true }).click();
    await panel("General Settings");
    await panel("General Settings");
    assert.equal(await entries(page), before + 1, "the panel that is open makes no entry");
    await enter(page, "globalScore.redScore", "7");
    await page.getByText("1 change not saved").waitFor();
    await page.goBack();
    await chosenPanel(page, "Loan Rating");
    assert.equal(await page.getByText("1 change not saved").count(), 1);
    await assertAsksBeforeLeaving(page, () => page.evaluate(() => history.back()));
    await page.goForward();
    await chosenPanel(page, "General Settings");
    assert.equal(await cell(page, "globalScore.redScore").inputValue(), "7");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Everything is saved").waitFor();
    await page.reload();
    await islandsReady(page);
    await chosenPanel(page, "General Settings");
    await page.goBack();
    await chosenPanel(page, "Loan Rating");
    await page.goBack();
    await page.waitForURL(/tracking/);
  },
);

browserTest("each filter of the map is an entry, with the field in use; a search is one", async ({ newPage }) => {
  const page = await newPage(`${site.url}/dashboard/maploans`, { cookies });
  const ready = () => page.locator(".map-canvas[data-shown]").waitFor();
  const found = (loans: string) => page.getByText(new RegExp(`^${loans}, `)).waitFor();
  const type = page.getByLabel("Type", { exact: true }), search = page.getByRole("searchbox");
  await ready();
  const before = await entries(page);
  await type.focus();
  await type.selectOption("second");
  await found("2 loans");
  assert.ok(await type.evaluate((field) => field === document.activeElement), "the field in use stays in use");
  await search.focus();
  for (const [key, query] of [["b", "b"], ["e", "be"], ["r", "ber"]]) {
    await page.keyboard.press(key);
    await at(page, `?q=${query}&type=second`);
  }
  await search.press("Enter");
  await found("1 loan");
  await page.getByLabel("Risk").selectOption("red");
  await at(page, "?q=ber&type=second&risk=red");
  assert.equal(await entries(page), before + 3, "type, search and risk");
  await page.goBack();
  await at(page, "?q=ber&type=second");
  await page.goBack();
  await at(page, "?type=second");
  await found("2 loans");
  assert.deepEqual([await search.inputValue(), await type.inputValue()], ["", "second"]);
  await page.goForward();
  await at(page, "?q=ber&type=second");
  await found("1 loan");
  assert.equal(await search.inputValue(), "ber");
  await page.reload();
  await ready();
  assert.deepEqual([await search.inputValue(), await type.inputValue()], ["ber", "second"]);
  await page.goBack();
  await at(page, "?type=second");
  await found("2 loans");
  assert.equal(await search.inputValue(), "");
});

browserTest("Clear empties the map's fields, and Back fills them again", async ({ newPage }) => {
  const page = await newPage(`${site.url}/dashboard/maploans`, { cookies });
  await page.locator(".map-canvas[data-shown]").waitFor();
  const search = page.getByRole("searchbox");
  await search.fill("bert");
  await at(page, "?q=bert");
  await page.getByRole("link", { name: "Clear" }).click();
  await at(page, "");
  await page.getByText(/^3 loans, /).waitFor();
  assert.equal(await search.inputValue(), "");
  await page.goBack();
  await at(page, "?q=bert");
  await page.getByText(/^1 loan, /).waitFor();
  assert.equal(await search.inputValue(), "bert");
});
