/**
 * Every form filled in wrongly, then rightly: what was red is gone before it is sent, and messages cover no control.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { APPLICATION } from "../../support/application.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { assertNoRed, assertRed, assertToastsClear, correctField } from "../../support/forms.ts";
import { WHOLE } from "../../support/letters.ts";
import { makeLoan } from "../../support/loans.ts";
import { oneWindow, type Open } from "../../support/one_window.ts";
import { lastMail } from "../../support/sign_in.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let t: TestApp;
let site = "";
let admin: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off" });
  ({ t, url: site } = opened);
  admin = await t.account({ name: "Helen Voss", role: 9 });
  broker = await t.account({ name: "Priya Raman" });
});

Deno.test.afterAll(() => opened.close());

/** Each test is an hour of its own, so that none meets another's limits. */
Deno.test.beforeEach(() => t.advance(3600_000));

/** One test on a wide window and on a phone. */
function formTest(name: string, run: (open: Open) => Promise<void>): void {
  for (const width of [1280, 390]) {
    browserTest(`${name}, ${width} px`, ({ newPage }) => run(oneWindow(newPage, site, { width })));
  }
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).waitFor();

formTest("a quote, contact, register, login", async (open) => {
  const page = await open("/");
  await button(page, "Get indicative quote").click();
  await says(page, "Please select a loan type");
  await assertRed(page);
  await assertToastsClear(page);
  await page.getByText("First", { exact: true }).click();
  await assertNoRed(page);
  await button(page, "Get indicative quote").click();
  await page.locator("#quote-answer[open]").waitFor();
  await page.emulateMedia({ media: "print" });
  const printed = page.locator("h1, h2, button, .brand").locator("visible=true");
  const [lender, ...below] = await printed.allInnerTexts();
  assert.match(lender, /^Harbourline( Capital)?$/);
  assert.deepEqual(below, ["Indicative quote"]);
  await page.emulateMedia({ media: "screen" });

  await open("/contact");
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Message").fill("short");
  await button(page, "Send Email").click();
  await says(page, "Fill in the required fields!");
  await assertToastsClear(page);
  await correctField(page, page.getByLabel("Name"), "Ann Lee");
  await correctField(page, page.getByLabel("Email"), "ann@broker.example");
  await page.getByLabel("Message").fill("still s");
  await page.getByLabel("Message").blur();
  await page.locator("#contact-msg[aria-invalid=true]").waitFor();
  await correctField(page, page.getByLabel("Message"), "Do you lend on cottages?");
  await assertNoRed(page);
  await button(page, "Send Email").click();
  await page.getByRole("dialog").getByRole("button", { name: "Send Email" }).click();
  await says(page, "Email Sent!");

  await open("/register");
  await button(page, "Continue").click();
  await assertRed(page);
  for (const [label, text] of [["Name", "Ann Lee"], ["Email", "ann@broker.example"], ["Your licence", "M12345678"]]) {
    await correctField(page, page.getByLabel(label, { exact: true }), text);
  }
  await assertNoRed(page);
  await button(page, "Continue").click();
  await page.getByLabel("Username").fill("annlee77");
  await page.getByLabel("Password", { exact: true }).fill("Another2Horse");
  await page.getByLabel("Password again").fill("Another3Horse");
  await button(page, "Send request").click();
  await page.locator("#r-confirmPassword[aria-invalid=true]").waitFor();
  // The message hangs on both fields: it goes when the other one is mended and left.
  await page.getByLabel("Password", { exact: true }).fill("Another3Horse");
  await page.getByLabel("Password", { exact: true }).blur();
  await assertNoRed(page);
  await button(page, "Send request").click();
  await page.waitForURL("**/register?complete=1");
  // What was sent is not behind it.
  await page.goBack();
  await page.waitForURL("**/contact");

  await open("/login");
  await page.getByLabel("Username").fill(broker.username);
  await page.getByLabel("Password", { exact: true }).fill("Wrong1Horse");
  await button(page, "Login").click();
  await says(page, "Invalid Login");
  await assertRed(page);
  await assertToastsClear(page);
  await correctField(page, page.getByLabel("Password", { exact: true }), PASSWORD);
  await assertNoRed(page);
  await page.getByLabel("Password", { exact: true }).fill("Wrong1Horse");
  await button(page, "Login").click();
  await says(page, "Invalid Login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await assertNoRed(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(page, "Login").click();
  await page.waitForURL("**/dashboard**");
});

formTest("recover", async (open) => {
  const who = await t.account();
  await t.post("/api/auth/recoverAccount", { email: who.email }, null);
  const { id } = await lastMail(t, who.email, "recovery");
  const page = await open(`/recover?id=${id}`);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("New password again").fill("short");
  await button(page, "Change Password").click();
  await assertRed(page);
  await correctField(page, page.getByLabel("New password", { exact: true }), "Another2Horse");
  await correctField(page, page.getByLabel("New password again"), "Another2Horse");
  await assertNoRed(page);
  await button(page, "Change Password").click();
  await page.waitForURL("**/login");
});

formTest("account settings, broker account, settings", async (open) => {
  const page = await open("/dashboard/accountsettings", broker);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill(" ");
  await button(page, "Save").click();
  await assertRed(page);
  await correctField(page, name, "Priya Raman");
  await assertNoRed(page);
  await button(page, "Save").click();
  await says(page, "Changes Saved");
  await assertToastsClear(page);

  const who = await t.account();
  await open(`/dashboard/viewbroker?id=${who.id}`, admin);
  const email = page.getByLabel("Email", { exact: true });
  await email.fill(broker.email);
  await button(page, "Save").click();
  await says(page, "Another account has this email address.");
  await assertRed(page);
  await assertToastsClear(page);
  await correctField(page, email, `mended-${who.email}`);
  await assertNoRed(page);
  await button(page, "Save").click();
  await says(page, "Changes Saved");

  await open("/dashboard/settings?panel=general");
  await page.locator("summary").filter({ hasText: "Limits" }).click();
  const limit = page.locator("#c-maxLtv-limit");
  await limit.fill("900");
  await limit.blur();
  await page.locator("#c-maxLtv-limit[aria-invalid=true]").waitFor();
  await button(page, "Save").click();
  await says(page, "Failed Saving!");
  await assertToastsClear(page);
  await correctField(page, limit, String(60 + Math.round(t.now() / 3600_000) % 20));
  await assertNoRed(page);
  await button(page, "Save").click();
  await says(page, "Changes Saved!");
});

formTest("submit loan", async (open) => {
  const page = await open("/dashboard/submitloan", await t.account());
  const field = (name: string) => page.locator(`[name="${name}"]`);
  await button(page, "Submission Review").click();
  await assertRed(page);
  await assertToastsClear(page);
  for (const [name, value] of Object.entries(APPLICATION)) {
    const control = field(name);
    if (await control.evaluate((e) => e.tagName) === "SELECT") await control.selectOption(value);
    else await control.fill(value);
  }
  await page.getByRole("radio", { name: "Yes" }).first().check();
  await assertNoRed(page);
  await field("DOB").fill("1850-01-01");
  await button(page, "Submission Review").click();
  await assertRed(page);
  await correctField(page, field("DOB"), "1984-03-19");
  await assertNoRed(page);
  await button(page, "Submission Review").click();
  await page.locator("#summary[open]").waitFor();
  await assertNoRed(page);
});

formTest("loan edit, participants, letter", async (open) => {
  const loan = await makeLoan(t, WHOLE);
  const page = await open(`/dashboard/viewloan?id=${loan.id}`, admin);
  const fee = page.locator("#deal-adminFee");
  await fee.fill("many");
  await fee.blur();
  await page.locator("#deal-adminFee[aria-invalid=true]").waitFor();
  await button(page, "Save").click();
  await says(page, "Failed to update! Lender fee: enter a number like 1,250 or 12.5.");
  await assertToastsClear(page);
  await correctField(page, fee, "1200");
  await assertNoRed(page);
  await button(page, "Save").click();
  await says(page, "Loan Updated!");
  await assertNoRed(page);

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Participants" }).click();
  const dialog = page.getByRole("dialog", { name: "Participants" });
  const amount = dialog.getByLabel("Amount of participant 1");
  await amount.fill("1.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.locator("[aria-invalid=true]").nth(1).waitFor();
  await correctField(page, dialog.getByLabel("Name of participant 1"), "Maple Fund");
  await correctField(page, amount, "20000");
  await assertNoRed(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await says(page, "Saved");
  await assertToastsClear(page);

  await open(`/dashboard/viewCommitment/${loan.id}`);
  const retainer = page.getByLabel("Retainer");
  await retainer.fill("1.5");
  await button(page, "Save").click();
  await page.locator("#letter-retainer[aria-invalid=true]").waitFor();
  await correctField(page, retainer, "500");
  await assertNoRed(page);
  await button(page, "Save").click();
  await says(page, "Letter saved");
  await assertToastsClear(page);
});

browserTest("the same message twice shows once", async ({ newPage }) => {
  const page = await newPage(site);
  await islandsReady(page);
  for (let i = 0; i < 2; i++) await button(page, "Get indicative quote").click();
  await says(page, "Please select a loan type");
  assert.equal(await page.locator("#toasts .toast").count(), 1);
});

browserTest("Escape accepts nothing: the notice asks again, and no account is made", async ({ newPage }) => {
  const page = await newPage(site, { storage: {} });
  const notice = page.getByRole("dialog", { name: "Before you continue" });
  await notice.waitFor();
  // A browser closes a dialog at the second Escape even where a page would keep it.
  for (let i = 0; i < 3; i++) await page.keyboard.press("Escape");
  await notice.waitFor();
  await page.waitForFunction("document.querySelector('#disclaimer').matches(':modal')");
  await page.reload();
  await notice.waitFor();
  await notice.getByRole("button").click();
  await notice.waitFor({ state: "hidden" });
  await page.reload();
  await islandsReady(page);
  assert.equal(await notice.count(), 0);

  const cookies = Object.fromEntries([admin.cookie.split("=") as [string, string]]);
  const form = await newPage(`${site}/dashboard/viewbroker?id=new`, { cookies });
  await islandsReady(form);
  for (
    const [label, text] of [
      ["Name", "Nora New"],
      ["Email", "nora@broker.example"],
      ["Licence number", "M12345678"],
      ["Username", "noranew"],
      ["Password", "Another2Horse"],
      ["Password again", "Another2Horse"],
    ]
  ) await form.getByLabel(label, { exact: true }).fill(text);
  await button(form, "Create account").click();
  await form.getByRole("dialog", { name: "Create Account?" }).getByRole("button", { name: "Create account" }).click();
  const mail = form.getByRole("dialog", { name: "Send Intro Email?" });
  await mail.waitFor();
  await form.keyboard.press("Escape");
  await mail.waitFor({ state: "detached" });
  assert.equal((await t.post("/api/auth/login", { userName: "noranew", password: "Another2Horse" }, null)).status, 401);
  assert.equal(await form.getByLabel("Name", { exact: true }).inputValue(), "Nora New");
});
