/** Emails: a campaign made, written, tested, activated and stopped; the blacklist; the page that unsubscribes. */
import assert from "node:assert/strict";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let app: TestApp;
let site = "";
let staff: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite({ LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" });
  ({ t: app, url: site } = opened);
  await app.deps.mailWorker.stop();
  staff = await app.account({ role: 9, name: "Ines Duarte", email: "ines@lender.example" });
  await app.account({ name: "Ann Lee", email: "ann@broker.example", touchBaseEmails: true });
  await app.account({ name: "Cem Kaya", email: "cem@broker.example" });
});

Deno.test.afterAll(() => opened.close());

/** The preview's frame runs no script: neither the mail's nor the test's. */
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];
const cookiesOf = ({ cookie }: TestAccount) => Object.fromEntries([cookie.split("=")]);

browserTest("a campaign is made, written, tested, activated, run and stopped", async ({ newPage, shot }) => {
  const page = await newPage(`${site}/dashboard/emails`, { cookies: cookiesOf(staff), expect: NO_SCRIPT });
  await islandsReady(page);
  const toast = (text: string) => page.locator("#toasts .toast").filter({ hasText: text }).waitFor();
  await assertAccessible(page, "the list of emails");
  await page.getByRole("button", { name: "Create email" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Rate sheet");
  await shot(page, "emails-create");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL(/viewemail\?id=1/);
  await toast("Email Created");
  await islandsReady(page);
  await page.getByText("Write a subject.").waitFor();
  await page.getByLabel("Subject").fill("Rates for {firstName}");
  await page.getByLabel("Text", { exact: true }).fill("Hello ");
  await page.getByRole("button", { name: "{firstName}" }).click();
  await page.getByLabel("First day").fill("2126-11-23");
  await page.getByText("Write a subject.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save" }).click();
  await toast("Changes Saved!");
  await page.frameLocator("iframe").getByText("Hello Ines").waitFor();
  await assertAccessible(page, "an email");
  await shot(page, "emails-view");
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await toast("A test is on its way to ines@lender.example");
  assert.equal((await app.mails(staff.email))[0].subject, "Test: Rates for Ines");
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByRole("dialog").getByText("It goes to 1 broker").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await toast("Email activated");
  await islandsReady(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await toast("Email stopped");
});

browserTest("the blacklist takes addresses and domains, and asks before one is deleted", async ({ newPage, shot }) => {
  const page = await newPage(`${site}/dashboard/emails`, { cookies: cookiesOf(staff) });
  await islandsReady(page);
  const toast = (text: string) => page.locator("#toasts .toast").filter({ hasText: text }).waitFor();
  await page.getByRole("button", { name: "Blacklist" }).click();
  const field = page.getByLabel("Address or domain");
  await field.fill("nobody");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Invalid Email").waitFor();
  await field.fill("@Broker.example");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await toast("Email Added");
  await page.getByText("@broker.example", { exact: true }).waitFor();
  await assertAccessible(page, "the blacklist");
  await shot(page, "emails-blacklist");
  await page.getByRole("button", { name: "Remove @broker.example" }).click();
  await page.getByRole("dialog").filter({ hasText: "Delete @broker.example?" })
    .getByRole("button", { name: "Delete" }).click();
  await toast("Email Removed");
});

browserTest("the list and a campaign fit a phone", async ({ newPage, shot }) => {
  const options = { cookies: cookiesOf(staff), expect: NO_SCRIPT, width: 390, height: 844, theme: "dark" as const };
  const page = await newPage(`${site}/dashboard/emails`, options);
  await assertNoSidewaysScroll(page);
  await shot(page, "emails-phone");
  await page.goto(`${site}/dashboard/viewemail?id=1`);
  await assertNoSidewaysScroll(page);
  await assertAccessible(page, "an email on a phone");
  await shot(page, "emails-view-phone");
});
