/** A region's reports by hand in a browser: entered, changed and removed, another month's figures, what was typed. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { regionReports } from "../../../db/schema/mod.ts";
import { demoMarkets } from "../../../db/seed/demo/markets.ts";
import { dateInToronto, formatShortMonth } from "../../../lib/domain/dates.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { loadRegion, removeMarketReport } from "../../../lib/features/maps/mod.ts";
import type { TestAccount } from "../../support/app.ts";
import { browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site, staff: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite();
  staff = await site.t.account({ role: ROLE.administrator, name: "Ines Duarte" });
  await site.t.deps.db.insert(regionReports).values(demoMarkets(dateInToronto(site.t.now())));
});
Deno.test.afterAll(() => site.close());

async function open(newPage: Visit["newPage"], query: string): Promise<Page> {
  const cookies = Object.fromEntries([staff.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site.url}/dashboard/maploans/settings${query}`, { cookies });
  await islandsReady(page);
  return page;
}

const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();
const rating = (page: Page) => page.locator(".verdict-figure .huge");

browserTest(
  "a report is entered by hand, with its rating before it is saved, and removed again",
  async ({ newPage }) => {
    const page = await open(newPage, "?id=Kenora");
    await page.getByRole("button", { name: "Enter report" }).click();
    const dialog = page.getByRole("dialog", { name: "Report for Kenora" });
    await dialog.getByRole("button", { name: "Save report" }).click();
    await dialog.getByText("Enter at least one figure.").waitFor();
    await dialog.getByLabel("New listings").fill("40");
    await dialog.getByLabel("Homes sold").fill("many");
    await dialog.getByLabel("Monthly change").fill("−0.4%");
    await dialog.getByRole("button", { name: "Save report" }).click();
    await dialog.getByText("Homes sold: enter a number.").waitFor();
    await dialog.getByLabel("Homes sold").fill("18");
    await dialog.locator(".outlook", { hasText: "4.00" }).waitFor();
    await dialog.getByRole("button", { name: "Save report" }).click();
    await page.waitForURL(/id=Kenora&month=2026-11/);
    await says(page, "Changes Saved!");
    assert.equal(await rating(page).textContent(), "4.00");
    await islandsReady(page);
    await page.getByRole("button", { name: "Remove the report of Nov 2026" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.locator(".empty", { hasText: "This Region has no data!" }).waitFor();
  },
);

browserTest(
  "another month brings its own figures to the report, beside what was typed, which is dropped after a question alone",
  async ({ newPage }) => {
    const page = await open(newPage, "?id=Ottawa");
    const { reports } = await loadRegion(site.t.context(staff), "Ottawa");
    const [before, newest] = reports.slice(-2);
    await page.getByRole("button", { name: "Enter report" }).click();
    const dialog = page.getByRole("dialog", { name: "Report for Ottawa" });
    const month = dialog.getByLabel("Month", { exact: true }), sold = dialog.getByLabel("Homes sold");
    const listings = dialog.getByLabel("New listings");
    const shown = async () =>
      [await listings.inputValue(), await sold.inputValue()].map((text) => text.replace(",", ""));
    const figuresOf = (report: typeof newest) => [report.newListings, report.homesSold].map(String);
    assert.deepEqual(
      [await month.inputValue(), await shown()],
      [newest.month, figuresOf(newest)],
      "no month lacks one",
    );
    await month.fill(before.month);
    assert.deepEqual(await shown(), figuresOf(before));
    await month.fill("2020-01");
    assert.deepEqual(await shown(), ["", ""], "a month without a report");
    await sold.fill("77");
    await month.fill(newest.month);
    assert.deepEqual(await shown(), [String(newest.newListings), "77"], "what was typed stays");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const change = page.getByRole("button", { name: `Change the report of ${formatShortMonth(before.month)}` });
    await change.click();
    const question = page.getByRole("dialog", { name: "Drop what was typed and not saved?" });
    await question.getByRole("button", { name: "Go on with it" }).click();
    assert.deepEqual([await month.inputValue(), (await shown())[1]], [newest.month, "77"]);
    await page.keyboard.press("Escape");
    await change.click();
    await question.getByRole("button", { name: "Drop it" }).click();
    await dialog.waitFor();
    assert.deepEqual([await month.inputValue(), await shown()], [before.month, figuresOf(before)]);
    // Leaving with something typed asks.
    await sold.fill("78");
    const asked = new Promise<string>((resolve) =>
      page.once("dialog", (box) => {
        resolve(box.type());
        void box.dismiss();
      })
    );
    await page.evaluate(() => location.assign("?id=Toronto"));
    assert.equal(await asked, "beforeunload");
  },
);

browserTest("a report that was removed meanwhile is said to be once, then entered again", async ({ newPage }) => {
  const page = await open(newPage, "?id=Windsor");
  const ctx = site.t.context(await site.t.account({ role: ROLE.owner, name: "Omar Reid" }));
  const { month } = (await loadRegion(ctx, "Windsor")).reports.at(-1)!;
  await page.getByRole("button", { name: "Change the report of Nov 2026" }).click();
  const dialog = page.getByRole("dialog", { name: "Report for Windsor" });
  await dialog.getByText(/^Replaces the report of Nov 2026/).waitFor();
  await removeMarketReport(ctx, { region: "Windsor", month });
  await dialog.getByLabel("Homes sold").fill("77");
  await dialog.getByRole("button", { name: "Save report" }).click();
  await says(page, "Omar Reid changed the report of Windsor");
  await dialog.getByText(/^Replaces the report/).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Save report" }).click();
  await says(page, "Changes Saved!");
  assert.equal((await loadRegion(ctx, "Windsor")).reports.at(-1)!.homesSold, 77);
});
