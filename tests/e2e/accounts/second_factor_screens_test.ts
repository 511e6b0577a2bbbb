/** Two-step sign-in's forms after a mistake: said at the field, which is empty and has the focus. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { DEAD_CODE } from "../../../lib/domain/accounts/dead_codes.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { browserTest, hasFocus } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { ask, codeOf, enter, MINUTE, wrongCode } from "../../support/second_factor.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let t: TestApp;
let ann: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite({ DEVICE_VERIFICATION: "off" });
  t = site.t;
  ann = await t.account({ name: "Ann Lee" });
});
Deno.test.afterAll(() => site.close());

const openAs = opener(() => site.url);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Sends what is typed, and fails unless `said` stands at that field, which is empty and has the focus. */
async function refused(page: Page, field: string, typed: string, send: string, said: string | RegExp): Promise<void> {
  const box = page.locator(field);
  await box.fill(typed);
  await button(page, send).click();
  await page.locator(`${field}[aria-invalid=true]`).waitFor();
  const message = page.locator(`${field}-e`);
  await message.filter({ hasText: said }).waitFor();
  assert.equal(await box.inputValue(), "");
  await hasFocus(box);
  assert.equal(await page.locator(".error, .notice[data-band=red], .toast[data-kind=bad]").count(), 1, "said once");
}

browserTest("set-up, new recovery codes and turning it off show an error at its own field", async (visit) => {
  const page = await openAs(visit, ann, "/dashboard/secondfactor", { width: 390, height: 420 });
  await refused(page, "#begin-password", "", "Set it up", "Enter your password.");
  await refused(page, "#begin-password", "wrong", "Set it up", "That is not your password.");
  await assertAccessible(page, "the password after a mistake");
  await page.locator("#begin-password").fill(PASSWORD);
  await button(page, "Set it up").click();
  await refused(page, "#first-code", "", "Turn it on", "Enter the 6 digits");
  await refused(page, "#first-code", wrongCode(await codeOf(t, ann)), "Turn it on", "Invalid Code!");
  await visit.shot(page, "two-step-wrong-code");
  t.advance(16 * MINUTE);
  await page.locator("#first-code").fill(await codeOf(t, ann));
  await button(page, "Turn it on").click();
  await page.locator("#begin-password-e", { hasText: "It took too long" }).waitFor();
  await hasFocus(page.locator("#begin-password"));
  await page.locator("#begin-password").fill(PASSWORD);
  await button(page, "Set it up").click();
  await page.locator("#first-code").fill(await codeOf(t, ann));
  await button(page, "Turn it on").click();
  await page.getByRole("link", { name: "I kept them" }).waitFor();
  await page.goto(`${site.url}/dashboard/secondfactor`);
  await refused(page, "#off-password", "wrong", "Turn it off", "That is not your password.");
  await refused(page, "#renew-password", "", "Make new codes", "Enter your password.");
});

browserTest(
  "a reload of the page that shows new recovery codes makes no others, and says that those are in force",
  async (visit) => {
    const page = await openAs(visit, ann, "/dashboard/secondfactor", { width: 390, height: 420 });
    const make = async () => {
      await page.locator("#renew-password").fill(PASSWORD);
      await button(page, "Make new codes").click();
      return (await page.locator("pre").innerText()).split("\n");
    };
    const [code] = await make();
    await page.reload();
    await page.locator(".notice[data-band=red]", { hasText: "Your newest codes are in force already." }).waitFor();
    assert.equal(await page.locator("pre").count(), 0);
    await assertAccessible(page, "recovery codes, loaded anew");
    await visit.shot(page, "two-step-codes-anew");
    const { jar, factorId } = await ask(t, ann);
    assert.equal((await enter(t, jar, code, factorId)).status, 200);
    assert.notEqual((await make())[0], code);
  },
);

browserTest("the second step shows an empty, a wrong and an expired code's error at its field", async (visit) => {
  const { factorId } = await ask(t, ann);
  const page = await openAs(visit, null, `/login?factor=${factorId}`, { width: 390, height: 420 });
  await refused(page, "#code", " ", "Login", "Enter the code.");
  await refused(page, "#code", wrongCode(await codeOf(t, ann)), "Login", "Invalid Code!");
  t.advance(11 * MINUTE);
  await page.locator("#code").fill(await codeOf(t, ann));
  await button(page, "Login").click();
  await page.locator(".notice[data-band=red]", { hasText: "This sign-in no longer works. Log in again." }).waitFor();
  assert.equal(await page.locator("form #code").count(), 0, "no other code is worth typing");
  await hasFocus(page.getByRole("link", { name: "Login again" }));
  await assertAccessible(page, "the second step that is over");
  await visit.shot(page, "second-step-over");
});

browserTest(
  "the dialog of a new browser's code empties what was refused, and sends a new code for a dead one",
  async (visit) => {
    const page = await openAs(visit, null, "/login", { width: 390, height: 420 });
    const answer = { response: true, deviceSetup: true, deviceId: "a" };
    await page.route("**/api/auth/login", (route) => route.fulfill({ json: answer }));
    const refusals = ["Invalid Code!", DEAD_CODE.tries];
    await page.route("**/api/auth/activateDevice", (route) =>
      route.fulfill({
        status: 422,
        json: { response: false, reason: "Invalid Code!", fields: { code: refusals.shift() } },
      }));
    await page.locator("#user-name").fill("ann");
    await page.locator("#password").fill("x");
    await page.locator("#login-button").click();
    await page.locator("#device[open]").waitFor();
    const box = page.locator("#device-code");
    await button(page, "Save this device").click();
    await page.locator("#device-code-e", { hasText: "Enter the code from the email." }).waitFor();
    await box.fill("123456");
    await button(page, "Save this device").click();
    await page.locator("#device-code-e", { hasText: "Invalid Code!" }).waitFor();
    assert.equal(await box.inputValue(), "");
    await hasFocus(box);
    await box.fill("123456");
    await button(page, "Save this device").click();
    await page.locator("#device [role=alert]", { hasText: DEAD_CODE.tries }).waitFor();
    assert.equal(await page.locator("#toasts .toast[data-kind=bad]").count(), 0, "one refusal, not two that differ");
    const again = page.locator("#device .btn.primary");
    assert.deepEqual(await again.allTextContents(), ["Send a new code"], "the bold button leads on");
    await hasFocus(again);
    assert.equal(await box.count(), 0);
    await assertAccessible(page, "the dialog of a dead code");
    await visit.shot(page, "device-code-over");
    answer.deviceId = "b";
    await page.keyboard.press("Enter");
    await hasFocus(box);
    await button(page, "Save this device").waitFor();
  },
);
