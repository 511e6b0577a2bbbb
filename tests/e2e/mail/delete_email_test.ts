/** Deleting a draft of an email: it asks, leads to the list, and its page is not behind the back button. */
import assert from "node:assert/strict";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite(), { t } = site;
Deno.test.afterAll(() => site.close());
const staff = await t.account({ role: 9, name: "Ines Duarte" });
const openAs = opener(() => site.url);
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];

browserTest("a draft with unsaved words is deleted once that is confirmed", async (visit) => {
  await t.post("/api/loans/createemail", { name: "Spring rates" }, staff);
  const page = await openAs(visit, staff, "/dashboard/emails", { expect: NO_SCRIPT });
  await page.getByRole("link", { name: "Spring rates" }).click();
  await islandsReady(page);
  await page.getByLabel("Subject").fill("Rates");
  const remove = page.getByRole("button", { name: "Delete", exact: true });
  const dialog = page.getByRole("dialog", { name: "Delete this email?" });
  await remove.click();
  await dialog.getByText("“Spring rates” goes for good").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await remove.click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/dashboard\/emails$/);
  await page.locator("#toasts .toast").filter({ hasText: "Email Deleted" }).waitFor();
  assert.equal(await page.getByText("Spring rates").count(), 0);
  await page.goBack();
  assert.doesNotMatch(page.url(), /viewemail/);
});
