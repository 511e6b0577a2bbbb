/** Tracking in a browser: from the list to a contact's events, with people and machines apart, and the overview. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Locator } from "playwright";
import { trackedRecipients } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { holdFirst } from "../../support/held.ts";
import { openSite } from "../../support/site.ts";
import { HOME, sendTracked, visit } from "../../support/tracking.ts";

const site = await openSite();
const { t } = site;
Deno.test.afterAll(() => site.close());

const admin = await t.account({ role: 9, name: "Helen Voss" });
const priya = await t.account({ role: 0, name: "Priya Raman", rating: "elite" });
const [name, ...value] = admin.cookie.split("=");
const cookies = { [name]: value.join("=") };
const rosa = await t.account({ role: 0, name: "Rosa Valdez" });
const mail = (await sendTracked(t, {}, [priya, rosa])).get(priya.email)!;
await visit(t, mail.links[0]);
await visit(t, mail.pixel);
t.advance(60_000);
await visit(t, mail.trap, "40.93.12.8");

browserTest("a contact's events open from the list, machines' only when chosen", async ({ newPage }) => {
  const page = await newPage(site.url + "/dashboard/tracking", { cookies });
  await page.getByRole("table").getByRole("link", { name: "Weekly rates" }).click();
  await page.waitForURL(/\/dashboard\/tracking\/1\/1\?run=all$/);
  await islandsReady(page);
  await page.getByRole("button", { name: "Priya Raman" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Link Clicked").waitFor();
  await dialog.getByText("Elite").waitFor();
  await dialog.getByText("Lakeshore Mortgage Group").waitFor();
  await dialog.getByRole("link", { name: priya.email }).waitFor();
  await dialog.getByText(`IP address: ${HOME}`).first().waitFor();
  await assertAccessible(page, "a contact's events");
  await dialog.getByLabel("Show machines").check();
  await dialog.getByText("Machine: A link that people cannot see").waitFor();
});

browserTest("a press anywhere in a row opens it, and its ways to reach a person stay", async ({ newPage }) => {
  const page = await newPage(site.url + "/dashboard/tracking", { cookies });
  await page.getByRole("row", { name: "Weekly rates" }).getByRole("cell").nth(3).click({ force: true });
  await page.waitForURL(/\/dashboard\/tracking\/1\/1\?run=all$/);
  await islandsReady(page);
  const row = page.getByRole("row", { name: "Priya Raman" });
  await row.getByRole("link", { name: "Email Priya Raman" }).click({ trial: true });
  await row.getByRole("cell", { name: "Lakeshore Mortgage Group", exact: true }).click({ force: true });
  await page.getByRole("dialog").getByText("Link Clicked").waitFor();
});

browserTest("a long address breaks after its punctuation, in the list and above its events", async ({ newPage }) => {
  const email = "wilhelmina.alexandra@featherstonehaugh-cholmondeley-mortgages.example";
  await t.deps.db.update(trackedRecipients).set({ email, name: "" }).where(eq(trackedRecipients.email, rosa.email));
  const page = await newPage(site.url + "/dashboard/tracking/1/1", { cookies, width: 390 });
  await islandsReady(page);
  const button = page.getByRole("button", { name: email });
  const parts = "wilhelmina.|alexandra@|featherstonehaugh-cholmondeley-mortgages.|example";
  const breaks = (where: Locator) =>
    where.evaluate((one) => {
      const words = one.innerHTML.slice(one.innerHTML.indexOf("wilhelmina"));
      return words.slice(0, words.indexOf("example") + 7).replaceAll("<wbr>", "|");
    });
  assert.equal(await breaks(button), parts);
  assert.equal(await breaks(page.getByRole("row", { name: email }).locator(".row-detail")), parts);
  await button.click();
  assert.equal(await breaks(page.getByRole("dialog").getByRole("link", { name: email })), parts);
  await assertNoSidewaysScroll(page);
  await t.deps.db.update(trackedRecipients).set({ email: rosa.email, name: "Rosa Valdez" })
    .where(eq(trackedRecipients.email, email));
});

browserTest("a contact's events never show under the name of one opened later", async ({ newPage }) => {
  const page = await newPage(site.url + "/dashboard/tracking/1/1", { cookies });
  await islandsReady(page);
  const { release } = await holdFirst(page, "**/api/tracker/contact");
  await page.getByRole("button", { name: "Priya Raman" }).click();
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Rosa Valdez" }).click();
  await dialog.getByText("Nothing yet.").waitFor();
  await release();
  await dialog.getByRole("heading", { name: "Rosa Valdez" }).waitFor();
  assert.equal(await dialog.getByText("Link Clicked").count(), 0);
});

browserTest("the overview fits a phone and ranks the most active broker first", async ({ newPage }) => {
  const page = await newPage(site.url + "/dashboard/tracking/overview?range=5", {
    cookies,
    width: 390,
    height: 844,
  });
  await page.getByRole("link", { name: "Priya Raman", exact: true }).waitFor();
  // All figures and ways to sort and to reach somebody are there as well (loans specification 2.10).
  const brokers = page.getByRole("table", { name: "Brokers" });
  assert.deepEqual(await brokers.getByRole("columnheader").allTextContents(), [
    "Broker Name",
    "Unique Opens",
    "Opens",
    "Clicks",
    "Hot",
  ]);
  await brokers.getByRole("link", { name: "Email Priya Raman" }).waitFor();
  await brokers.getByRole("columnheader", { name: "Opens", exact: true }).getByRole("link").click();
  await page.waitForURL(/brokers=opens/);
  await assertAccessible(page, "tracking overview on a phone");
  await assertNoSidewaysScroll(page);
});

browserTest(
  "on a phone each figure of an email and of a contact has its name, and both lists sort",
  async ({ newPage }) => {
    const page = await newPage(site.url + "/dashboard/tracking", { cookies, width: 390, height: 844 });
    const first = page.locator(".folds tbody tr").first();
    await first.getByText("1 unique open").waitFor();
    await first.getByText(/1 user opened, 1 open, 1 click, sent once/).waitFor();
    const [last, totals] = await page.locator(".strip dl").evaluateAll((all) => {
      const tops = all.map((one) => Math.round(one.getBoundingClientRect().top));
      return [tops[0], tops.slice(1)];
    });
    assert.deepEqual([totals.length, new Set(totals).size], [2, 1], "no total stands alone");
    assert.ok(totals[0] > last);
    await page.getByLabel("Sort by").selectOption("users-desc");
    await page.waitForURL(/sort=users-desc/);
    await page.goto(site.url + "/dashboard/tracking/1/1");
    await first.getByText("1 unique open").waitFor();
    await page.getByLabel("Sort by").selectOption("name-asc");
    await page.waitForURL(/sort=name-asc/);
    await assertNoSidewaysScroll(page);
  },
);

for (const [theme, width] of [["light", 1280], ["dark", 390]] as const) {
  browserTest(`an email shows when it was read, by hours and by days (${theme}, ${width} px)`, async ({ newPage }) => {
    const page = await newPage(site.url + "/dashboard/tracking/1/1", { cookies, theme, width, height: 844 });
    const chart = page.getByRole("region", { name: "When it was read" });
    await chart.getByRole("img", { name: "Unique opens by hour" }).waitFor();
    await chart.getByRole("link", { name: "Days" }).click();
    await chart.getByRole("img", { name: "Unique opens by day" }).waitFor();
    await assertAccessible(page, `when it was read, ${theme}`);
    await assertNoSidewaysScroll(page);
    await page.goto(site.url + "/dashboard/tracking");
    await page.getByText("since Monday").first().waitFor();
    await assertAccessible(page, `tracked emails, ${theme}`);
    await assertNoSidewaysScroll(page);
    await page.goto(site.url + "/dashboard/tracking/overview");
    await page.getByRole("link", { name: "Email Priya Raman" }).waitFor();
    await assertAccessible(page, `tracking overview, ${theme}`);
    const heads = await page.locator(".charts:has(.ranked) thead").evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().bottom)
    );
    if (width === 1280) assert.deepEqual(heads, [heads[0], heads[0]], "the rows of both lists begin in line");
  });
}
