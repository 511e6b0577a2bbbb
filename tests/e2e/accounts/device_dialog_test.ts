/** What a person meets who breaks off: the dialog of a device's code, and a form whose session has ended. */
import assert from "node:assert/strict";
import { PASSWORD } from "../../support/app.ts";
import { browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { lastMail } from "../../support/sign_in.ts";
import { openSite } from "../../support/site.ts";

const opened = await openSite(), { t, url: site } = opened;
Deno.test.afterAll(() => opened.close());

browserTest("the dialog of a device's code opens anew for each sign-in, without what was said before", async (v) => {
  const ann = await t.account(), page = await v.newPage(`${site}/login`);
  await islandsReady(page);
  const dialog = page.getByRole("dialog", { name: "Is this you?" }), code = page.locator("#device-code");
  await page.getByLabel("Username").fill(ann.username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("#login-button").click();
  await dialog.waitFor();
  await code.fill("000000");
  await page.keyboard.press("Enter");
  await page.locator("#device-code-e", { hasText: "Invalid Code!" }).waitFor();
  await code.fill("12");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.locator("#login-button").click();
  await dialog.waitFor();
  assert.equal(await dialog.getByText("Invalid Code!").count(), 0);
  assert.equal(await code.inputValue(), "");
  await code.fill((await lastMail(t, ann.email, "deviceCode")).code);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
});

browserTest("of a code that no longer works the dialog does not say that it works for ten minutes", async (v) => {
  const ann = await t.account(), page = await v.newPage(`${site}/login`, { expect: [/422|410|400/] });
  await islandsReady(page);
  const dialog = page.getByRole("dialog", { name: "Is this you?" }), code = page.locator("#device-code");
  await page.getByLabel("Username").fill(ann.username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("#login-button").click();
  await dialog.getByText("It works for ten minutes.").waitFor();
  for (let tries = 0; tries < 5; tries++) {
    const answer = page.waitForResponse("**/api/auth/activateDevice");
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await answer;
  }
  await dialog.getByText("this code no longer works").waitFor();
  assert.equal(await dialog.getByText("It works for ten minutes.").count(), 0);
  await hasFocus(page.locator("#device-again"));
  await page.keyboard.press("Enter");
  await dialog.getByText("It works for ten minutes.").waitFor();
  await code.fill((await lastMail(t, ann.email, "deviceCode")).code);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
});

browserTest("a form whose session has ended says so, with a sign-in that leaves its entries", async (v) => {
  const ann = await t.account(), [name, value] = ann.cookie.split("=");
  const page = await v.newPage(`${site}/dashboard/accountsettings`, { cookies: { [name]: value }, expect: [/401/] });
  await islandsReady(page);
  await page.context().clearCookies();
  await page.getByLabel("Name").fill("Ann B. Lee");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const link = page.locator("#toasts").getByRole("link", { name: "Sign in" });
  const [other] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await other.waitForURL("**/login");
  assert.equal(await page.getByLabel("Name").inputValue(), "Ann B. Lee");
});
