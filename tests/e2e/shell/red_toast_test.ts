/** The one rule of red messages: they stay until somebody goes on or dismisses them, and lie on nothing. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import type { TestAccount } from "../../support/app.ts";
import { browserTest, hasFocus } from "../../support/browser.ts";
import { assertToastsClear } from "../../support/forms.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let admin: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite();
  admin = await site.t.account({ name: "Helen Voss", role: 9 });
});
Deno.test.afterAll(() => site.close());

const openAs = opener(() => site.url);
const red = (page: Page) => page.locator("#toasts .toast[data-kind=bad]");
const SETTINGS = "/dashboard/accountsettings";

/** Refuses the call with a reason that belongs to no field. */
const refuse = (page: Page, call: string, reason: string) =>
  page.route(`**/api/auth/${call}`, (route) => route.fulfill({ status: 409, json: { response: false, reason } }));

browserTest("a form's error toast stays until an edit, its close button or the next submit", async (visit) => {
  const page = await openAs(visit, admin, SETTINGS, { toastsGo: true });
  await page.clock.install();
  await refuse(page, "updateSettings", "The portal is closed for a while.");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await red(page).waitFor();
  await page.clock.fastForward(3600_000);
  assert.equal(await red(page).count(), 1, "gone by time");
  await page.getByLabel("Phone").fill("416-555-0123");
  assert.equal(await red(page).count(), 0, "an edit takes it away");
  await save.click();
  await red(page).waitFor();
  const cross = red(page).getByRole("button", { name: "Dismiss" });
  const { width, height } = (await cross.boundingBox())!;
  assert.ok(width >= 44 && height >= 44, `${width} by ${height}`);
  await cross.click();
  assert.equal(await red(page).count(), 0, "its cross takes it away");
  await save.click();
  await red(page).waitFor();
  const answer = Promise.withResolvers<void>();
  await page.unroute("**/api/auth/updateSettings");
  await page.route("**/api/auth/updateSettings", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await save.click();
  await red(page).waitFor({ state: "detached" });
  answer.resolve();
  await page.locator("#toasts .toast[data-kind=ok]").waitFor();
  assert.equal(await red(page).count(), 0, "sending again takes it away");
});

browserTest("an error toast that belongs to no form stays until the next press", async (visit) => {
  const page = await openAs(visit, admin, SETTINGS, { toastsGo: true });
  await page.clock.install();
  await page.evaluate(() => dispatchEvent(new Event("part-missing")));
  await red(page).waitFor();
  await page.clock.fastForward(3600_000);
  assert.equal(await red(page).count(), 1);
  await page.locator("h1").click();
  await red(page).waitFor({ state: "detached" });
});

browserTest("in a low window's dialog an error toast covers no control, and closes with it", async (visit) => {
  const page = await openAs(visit, admin, SETTINGS, { width: 390, height: 420 });
  await refuse(
    page,
    "changeEmail",
    "Too many links were asked for. Try again in an hour, or ask an owner of the portal.",
  );
  await page.getByRole("link", { name: "Change Email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Email" });
  await dialog.getByLabel("New address").fill("helen@example.com");
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await red(page).waitFor();
  await assertToastsClear(page);
  await hasFocus(dialog.getByLabel("New address"));
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await red(page).waitFor({ state: "detached" });
});

browserTest("a refusal takes the place of the good news before it", async (visit) => {
  const page = await openAs(visit, admin, SETTINGS, { toastsGo: true });
  const good = page.locator("#toasts .toast[data-kind=ok]");
  const ask = async () => {
    await page.getByRole("link", { name: "Change Password" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send the link" }).click();
  };
  await ask();
  await good.waitFor();
  await refuse(page, "recoverAccount", "Too many links were asked for. Try again in an hour.");
  await ask();
  await red(page).waitFor();
  assert.equal(await good.count(), 0, "they would contradict each other");
});

for (
  const { path, as, opener, name } of [
    { path: "/login", as: () => null, opener: "Forgot password?", name: "Reset your password" },
    { path: SETTINGS, as: () => admin, opener: "Change Email", name: "Change Email" },
  ]
) {
  browserTest(`the dialog ${name} opens again empty, without what was said before`, async (visit) => {
    const page = await openAs(visit, as(), path);
    const dialog = page.getByRole("dialog", { name }), box = dialog.locator("input[name=email]");
    await page.getByRole("link", { name: opener }).click();
    await box.fill("ann@example");
    await page.keyboard.press("Enter");
    await dialog.locator(".error").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: opener }).click();
    await dialog.waitFor();
    assert.deepEqual([await box.inputValue(), await dialog.locator(".error").count()], ["", 0]);
  });
}
