import assert from "node:assert/strict";
import type { Page } from "playwright";
import { accountRequests } from "../../../db/schema/mod.ts";
import { PASSWORD, type TestAccount } from "../../support/app.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { lastMail } from "../../support/sign_in.ts";
import { openSite } from "../../support/site.ts";

const NEW = "Another2Horse";
const opened = await openSite(), { t, url: site } = opened;
Deno.test.afterAll(() => opened.close());

/** Each test is an hour of its own, so that none meets another's limits. */
Deno.test.beforeEach(() => t.advance(3600_000));

const cookies = (who: TestAccount) => Object.fromEntries([who.cookie.split("=") as [string, string]]);
const at = (page: Page, path: string | RegExp) =>
  page.waitForURL((url) => typeof path === "string" ? url.pathname + url.search === path : path.test(url.pathname));
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).waitFor();

async function fillLogin(page: Page, who: TestAccount, password = PASSWORD): Promise<void> {
  await page.getByLabel("Username").fill(who.username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("#login-button").click();
}

browserTest(
  "signing in from a new browser asks for the mailed code, then the form again",
  async ({ newPage, shot }) => {
    const ann = await t.account({ role: 5 });
    const page = await newPage(`${site}/dashboard/accountsettings`);
    await islandsReady(page);
    await at(page, "/login?next=%2Fdashboard%2Faccountsettings");
    await page.locator("#login-button").click();
    await page.locator("form:has-text('Enter your username.'):has-text('Enter your password.')").waitFor();
    await fillLogin(page, ann, "Wrong1Horse");
    await says(page, "Invalid Login");
    await page.locator("form:not(:has-text('Enter your')) #password:focus").waitFor();
    assert.equal(await page.getByLabel("Username").inputValue(), ann.username);
    await shot(page, "login-invalid");

    await fillLogin(page, ann);
    const dialog = page.getByRole("dialog", { name: "Is this you?" });
    await dialog.waitFor();
    await page.locator("#device-code:focus").waitFor();
    await page.keyboard.type("000 00");
    await page.keyboard.press("Enter");
    await dialog.getByText("Invalid Code!").waitFor();
    await shot(page, "login-device");
    const first = await lastMail(t, ann.email, "deviceCode");
    await dialog.getByRole("button", { name: "Send a new code" }).click();
    await dialog.getByText("A new code is on its way.").waitFor();
    assert.equal(await page.locator("#toasts .toast[data-kind=bad]").count(), 0, "the old code's refusal is over");
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#device-code:focus")?.value === "");
    const second = await lastMail(t, ann.email, "deviceCode");
    if (first.code !== second.code) {
      await dialog.getByLabel("Code from the email").fill(first.code);
      await button(page, "Save this device").click();
      await says(page, "Invalid Code!");
    }
    await dialog.getByLabel("Code from the email").fill(second.code);
    await button(page, "Save this device").click();
    await says(page, "Device Saved!");
    await dialog.waitFor({ state: "hidden" });
    await page.locator("#login-button:focus").waitFor();
    await page.keyboard.press("Enter");
    await at(page, "/dashboard/accountsettings");
    await islandsReady(page);
    await button(page, "Logout").last().click();
    await at(page, "/");
  },
);

browserTest(
  "a forgotten password: the dialog, the mail, the new password, and signing in",
  async ({ newPage, shot }) => {
    const ann = await t.account({ role: 5 });
    const page = await newPage(`${site}/login`);
    await islandsReady(page);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    const dialog = page.getByRole("dialog", { name: "Reset your password" });
    await page.locator("#forgot-email:focus").waitFor();
    await page.keyboard.type("ann");
    await page.keyboard.press("Enter");
    await dialog.getByText("Invalid Email").waitFor();
    await shot(page, "login-forgot");
    await dialog.getByLabel("Email address").fill(ann.email);
    await page.keyboard.press("Enter");
    await says(page, "If the email address exists you will receive an email to reset your password!");
    await dialog.waitFor({ state: "hidden" });

    const { id } = await lastMail(t, ann.email, "recovery");
    await page.goto(`${site}/recover?id=${id}`);
    await islandsReady(page);
    // The four messages of accounts specification 5, in its order.
    const cases = [
      [NEW, NEW + "x", "Password Dont Match!", "confirm-password"],
      ["Abcdefgh", "Abcdefgh", "Password must contain a digit!", "password"],
      ["abcdefg1", "abcdefg1", "Password must contain an uppercase and lowercase!", "password"],
      ["Abcdef1", "Abcdef1", "Password must be 8 or more characters!", "password"],
    ];
    for (const [password, again, message, field] of cases) {
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("New password again").fill(again);
      await button(page, "Change Password").click();
      await page.getByText(message, { exact: true }).waitFor();
      await page.waitForFunction((f) => document.activeElement?.id === f, field);
    }
    await shot(page, "recover-error");
    for (const label of ["New password", "New password again"]) await page.getByLabel(label, { exact: true }).fill(NEW);
    await button(page, "Change Password").click();
    await at(page, "/login");
    await says(page, "Password Changed!");
    await islandsReady(page);
    await fillLogin(page, ann, NEW);
    await page.getByRole("dialog", { name: "Is this you?" }).waitFor();
    await page.goto(`${site}/recover?id=${id}`);
    await at(page, "/login");
  },
);

browserTest("requesting an account: tab 1, then tab 2, then 'Request Complete'", async ({ newPage, shot }) => {
  const page = await newPage(`${site}/register`);
  await islandsReady(page);
  const second = page.getByRole("tab", { name: "Login Information" });
  assert.equal(await second.getAttribute("aria-disabled"), "true");
  await second.click({ force: true });
  await page.getByLabel("Username").waitFor({ state: "hidden" });
  await button(page, "Continue").click();
  for (const message of ["Name is required!", "Invalid Email!", "License is required!"]) {
    await page.getByText(message, { exact: true }).waitFor();
  }
  await page.waitForFunction(() => document.activeElement?.id === "r-name");
  await shot(page, "register-1-errors");
  await page.keyboard.type("Priya Raman");
  await page.getByLabel("Email", { exact: true }).fill("priya@lakeshore.example");
  await page.getByLabel("Your licence").fill("M18004512");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "r-username");
  assert.equal(await second.getAttribute("aria-selected"), "true");
  await page.keyboard.type("praman");
  await page.getByLabel("Password", { exact: true }).fill("Harbour26");
  await page.getByLabel("Password again").fill("Harbour2");
  await button(page, "Send request").click();
  await page.getByText("Passwords dont match!", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "Harbour26");
  await shot(page, "register-2-errors");
  await button(page, "Back").click();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Priya Raman");
  // By keyboard: the arrows move between the tabs.
  await page.getByRole("tab", { name: "Account Information" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement?.id === "t2");
  await page.getByLabel("Password again").fill("Harbour26");
  assert.equal(await page.locator(".rules .fulfilled").count(), 5);
  await button(page, "Send request").dblclick();
  await page.getByRole("heading", { name: "Request Complete" }).waitFor();
  await shot(page, "register-complete");
  const rows = await t.deps.db.select().from(accountRequests);
  assert.deepEqual(rows.map((r) => [r.name, r.username]), [["Priya Raman", "praman"]]);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await at(page, "/");
});

browserTest(
  "a quote is kept while its account is requested, and opens a new loan once",
  async ({ newPage }) => {
    const helen = await t.account({ role: 9 });
    const page = await newPage(`${site}/register?type=second&loanAmount=175000&valueOfResidence=600000`);
    await islandsReady(page);
    await page.getByLabel("Name", { exact: true }).fill("Nora Quill");
    await page.getByLabel("Email", { exact: true }).fill("nora@lakeshore.example");
    await page.getByLabel("Your licence").fill("M18004513");
    await button(page, "Continue").click();
    await page.getByLabel("Username").fill("noraquill");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password again").fill(PASSWORD);
    await button(page, "Send request").click();
    await page.getByText("This browser keeps your quote").waitFor();
    const request = (await t.deps.db.select().from(accountRequests)).find(({ username }) => username === "noraquill")!;
    await t.post("/api/auth/addRequestedAccount", { id: request.id, introEmail: true }, helen);
    const nora = { username: "noraquill" } as TestAccount;
    const signIn = async (query = "") => {
      await page.goto(`${site}/login${query}`);
      await islandsReady(page);
      await fillLogin(page, nora);
    };
    const signOut = () => button(page, "Logout").last().click().then(() => at(page, "/"));
    await signIn("?next=%2Fdashboard%2Faccountsettings");
    await page.getByLabel("Code from the email").waitFor();
    const { code } = await lastMail(t, "nora@lakeshore.example", "deviceCode");
    await page.getByLabel("Code from the email").fill(code);
    await button(page, "Save this device").click();
    await says(page, "Device Saved!");
    await page.locator("#login-button").click();
    await at(page, "/dashboard/accountsettings");
    await islandsReady(page);
    await signOut();
    await signIn();
    await at(page, /^\/dashboard\/submitloan$/);
    assert.equal(await page.locator("[name=newLoanAmount]").inputValue(), "175,000");
    await islandsReady(page);
    await signOut();
    await signIn();
    await at(page, "/dashboard/loans");
  },
);

browserTest(
  "account settings: saving, the new password's mail, and a new address by its link",
  async ({ newPage, shot }) => {
    const ann = await t.account({ role: 5, name: "Ann Lee" });
    const page = await newPage(`${site}/dashboard/accountsettings`, { cookies: cookies(ann) });
    await islandsReady(page);
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByLabel("Phone").fill("416-555-0123");
    await button(page, "Save").click();
    await page.getByText("Name is required!").waitFor();
    await page.locator("[name=name]:focus").waitFor();
    await page.keyboard.type("Ann B. Lee");
    await button(page, "Save").click();
    await says(page, "Changes Saved");
    await page.locator(".btn.user").filter({ hasText: "Ann B. Lee" }).waitFor();

    await page.getByRole("link", { name: "Change Password" }).click();
    await page.getByRole("dialog", { name: "Change Password?" }).getByText(ann.email).waitFor();
    await shot(page, "settings-password");
    await button(page, "Send the link").last().click();
    await says(page, "Email sent");

    await page.getByRole("link", { name: "Change Email" }).click();
    const dialog = page.getByRole("dialog", { name: "Change Email" });
    await dialog.locator("input:focus").waitFor();
    await page.keyboard.type("ann@");
    await page.keyboard.press("Enter");
    await dialog.getByText("Invalid Email").waitFor();
    await shot(page, "settings-email");
    await dialog.getByLabel("New address").fill("ann.b@example.com");
    await page.keyboard.press("Enter");
    await says(page, "Request Sent!");
    await page.getByText("Changes to ann.b@example.com once you open the link").waitFor();
    const { id } = await lastMail(t, "ann.b@example.com", "emailChange");
    await page.goto(`${site}/changeEmail?id=${id}`);
    await at(page, "/");
    await says(page, "Email Changed");
    await page.goto(`${site}/changeEmail?id=${id}`);
    await at(page, "/");
    await says(page, "Not found");
    await page.goto(`${site}/dashboard/accountsettings`);
    assert.equal(await page.getByLabel("Email", { exact: true }).inputValue(), "ann.b@example.com");
  },
);

browserTest(
  "without script: signing in with a code, registering, recovering, changing the address",
  async ({ newPage, shot }) => {
    const ann = await t.account({ role: 5 });
    const page = await newPage(`${site}/login`, { javaScript: false });
    await fillLogin(page, ann, "Wrong1Horse");
    await page.getByText("Invalid Login").waitFor();
    await fillLogin(page, ann);
    await page.getByRole("heading", { name: "Is this you?" }).waitFor();
    await shot(page, "plain-device");
    await page.getByLabel("Code from the email").fill((await lastMail(t, ann.email, "deviceCode")).code);
    await button(page, "Save this device").click();
    await says(page, "Device Saved!");
    await fillLogin(page, ann);
    await at(page, "/dashboard/accountsettings");
    await page.getByRole("link", { name: "Change Email" }).click();
    await page.getByLabel("New address").fill("plain@example.com");
    await shot(page, "plain-change-email");
    await button(page, "Send the link").click();
    await says(page, "Request Sent!");
    await page.goto(`${site}/changeEmail?id=${(await lastMail(t, "plain@example.com", "emailChange")).id}`);
    await shot(page, "plain-confirm");
    await button(page, "Confirm this address").click();
    await says(page, "Email Changed");

    const visitor = await newPage(`${site}/register`, { javaScript: false });
    await shot(visitor, "plain-register");
    const fields = {
      "Name": "Noah Script",
      "Email": "noah@example.com",
      "Your licence": "M18004599",
      "Username": "noahscript",
      "Password": "Harbour26",
      "Password again": "Harbour26",
    };
    for (const [label, value] of Object.entries(fields)) await visitor.getByLabel(label, { exact: true }).fill(value);
    await button(visitor, "Send request").click();
    await visitor.getByRole("heading", { name: "Request Complete" }).waitFor();
    await visitor.goto(`${site}/login`);
    await visitor.getByRole("link", { name: "Forgot password?" }).click();
    await shot(visitor, "plain-forgot");
    await visitor.getByLabel("Email address").fill("plain@example.com");
    await button(visitor, "Send the link").click();
    await says(visitor, "If the email address exists");
  },
);
