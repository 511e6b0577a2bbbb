/** The bell, its list and the choice of mails in a browser: what is opened is read, at once and at the next page. */
import assert from "node:assert/strict";
import { news } from "../../../db/schema/mod.ts";
import { countUnread } from "../../../lib/features/news/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest } from "../../support/browser.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { makeNews } from "../../support/news.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";
import { until } from "../../support/until.ts";

let opened: Site, t: TestApp, broker: TestAccount, loan: TestLoan;
const DAY_MS = 24 * 3600_000;

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off" });
  t = opened.t;
  broker = await t.account({ name: "Priya Raman" });
  loan = await makeLoan(t, { brokerId: broker.id });
});
Deno.test.afterAll(() => opened.close());

const openAs = opener(() => opened.url);

async function someNews(): Promise<void> {
  const about = { loanId: loan.id };
  await t.deps.db.delete(news);
  await makeNews(t, broker, { kind: "conditionsSet", data: { titles: ["Appraisal", "Void cheque", "NOA"] } }, {
    ...about,
    at: t.now() - DAY_MS,
  });
  await makeNews(t, broker, {
    kind: "conditionReturned",
    data: { title: "Appraisal", reason: "It names another property. Send the one for Locke Street." },
  }, about);
  await makeNews(t, broker, { kind: "commitmentReady", data: { letter: "commitment", day: "2026-11-27" } }, about);
}

const unread = async () => await countUnread(t.context(broker));

for (const width of [1280, 390]) {
  browserTest(
    `the bell leads to the news, opened entries are marked read, in both themes: ${width} pixels`,
    async (visit) => {
      await someNews();
      const page = await openAs(visit, broker, "/dashboard/loans", { width });
      const bell = page.locator("a.bar-link[title=News]");
      assert.equal((await bell.innerText()).replace(/\s+/g, " ").trim(), "News 3 unread");
      await bell.click();
      await page.getByRole("heading", { name: "Today" }).waitFor();
      await page.getByRole("heading", { name: "Yesterday" }).waitFor();
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, "the list");
      await visit.shot(page, `news-${width}`);

      await page.getByRole("button", { name: /^Mark as read: .*3 conditions to complete/ }).click();
      await page.locator(".bar-link .count").getByText("2").waitFor();
      await page.getByRole("link", { name: /Appraisal needs another look/ }).click();
      await page.waitForURL(`**/dashboard/viewloan/${loan.id}`);
      await until("the opened one is read", async () => await unread() === 1);
      await page.goto(`${opened.url}/dashboard/news?show=unread`);
      await page.locator(".bar-link .count").getByText("1").waitFor();
      assert.equal(await page.locator(".news-list > li").count(), 1);
      await page.getByRole("button", { name: "Mark all read" }).click();
      await page.waitForURL("**/dashboard/news");
      assert.equal(await page.locator(".bar-link .count").count(), 0);

      await page.getByRole("link", { name: "Choose what we mail you" }).click();
      await page.getByText("What needs me").click();
      await page.locator("#news").getByRole("button", { name: "Save choice" }).click();
      await page.locator(".toast").getByText("Changes Saved").waitFor();
      assert.ok(await page.getByRole("radio", { name: "What needs me" }).isChecked());
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, "the choice");
      await visit.shot(page, `news-choice-${width}`);
    },
  );
}

browserTest("marking one by the keyboard stays in the list, at the next one", async (visit) => {
  await someNews();
  const page = await openAs(visit, broker, "/dashboard/news?show=unread");
  for (const next of [/3 conditions to complete/, /to sign/]) {
    await page.locator(".news-list button").nth(1).press("Enter");
    await page.waitForURL("**/dashboard/news?show=unread#news-*");
    await page.keyboard.press("Tab");
    assert.match(await page.locator(".news-list a:focus").innerText(), next);
  }
  await page.goto(`${opened.url}/dashboard/news`);
  const mark = page.locator(".news-list button");
  await mark.press("Enter");
  await page.waitForURL("**/dashboard/news#news-*");
  assert.equal(await mark.count(), 0);
});
