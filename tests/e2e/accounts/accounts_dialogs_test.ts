/** Every dialog and menu of the accounts specification, in both themes on a phone: accessible, and closed by Escape. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { lastMail } from "../../support/sign_in.ts";
import { openSite, type Site } from "../../support/site.ts";
import { walker } from "../../support/walker.ts";

let site: Site;
let t: TestApp;
let admin: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite({ DEMO_VIDEO_URLS: "Price a loan=https://videos.example/1" });
  t = site.t;
  admin = await t.account({ name: "Helen Voss", role: 9 });
});
Deno.test.afterAll(() => site.close());
Deno.test.beforeEach(() => t.advance(3600_000));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

const openAs = opener(() => site.url);

/** Where a dialog or menu is, who looks, and how it is opened. Each is closed again by Escape. */
interface Place {
  name: string;
  path: () => Promise<string> | string;
  who?: () => TestAccount;
  open: (page: Page) => Promise<void>;
}

const settings = "/dashboard/accountsettings";
const fresh = "/dashboard/viewbroker?id=new";
const ask = (page: Page, question: string) => page.getByRole("dialog", { name: question }).waitFor();

async function fillNew(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Amara Osei");
  await page.getByLabel("Email", { exact: true }).fill("amara@example.com");
  await page.getByLabel("Licence number").fill("M14002277");
  await button(page, "Generate a password").click();
  await button(page, "Create account").click();
  await ask(page, "Create Account?");
}

const PLACES: Place[] = [
  { name: "demo dropdown", path: () => "/", open: (page) => button(page, "Watch a demo").click() },
  { name: "site credit", path: () => "/", open: (page) => button(page, "Site credit").click() },
  { name: "disclaimer", path: () => "/contact", open: (page) => button(page, "Disclaimer").click() },
  {
    name: "Send Email?",
    path: () => "/contact",
    who: () => admin,
    async open(page) {
      await page.getByLabel("Message").fill("Do you lend on cottages?");
      await button(page, "Send Email").click();
      await ask(page, "Send Email?");
    },
  },
  {
    name: "Change Email",
    path: () => settings,
    who: () => admin,
    open: (page) => page.getByRole("link", { name: "Change Email" }).click(),
  },
  {
    name: "Change Password?",
    path: () => settings,
    who: () => admin,
    open: (page) => page.getByRole("link", { name: "Change Password" }).click(),
  },
  {
    name: "person's menu",
    path: () => settings,
    who: () => admin,
    open: (page) => button(page, "Helen Voss").click(),
  },
  { name: "side menu", path: () => settings, who: () => admin, open: (page) => button(page, "Menu").click() },
  { name: "Create Account?", path: () => fresh, who: () => admin, open: fillNew },
  {
    name: "Send Intro Email?",
    path: () => fresh,
    who: () => admin,
    async open(page) {
      await page.route("**/api/auth/createAccount", (route) => route.abort());
      await fillNew(page);
      await page.getByRole("dialog").getByRole("button", { name: "Create account" }).click();
      await ask(page, "Send Intro Email?");
    },
  },
  {
    name: "Delete Account?",
    path: async () => `/dashboard/viewbroker?id=${(await t.account()).id}`,
    who: () => admin,
    open: (page) => button(page, "Delete").click(),
  },
  {
    name: "Delete Request?",
    path: async () => {
      const name = `ask${t.now() % 1e9}`;
      return `/dashboard/createbroker?id=${(await makeRequest(t, { username: name, email: `${name}@a.example` })).id}`;
    },
    who: () => admin,
    open: (page) => button(page, "Delete").click(),
  },
];

browserTest("dialogs and menus on a phone, both themes: accessible, and Escape closes them", async (visit) => {
  const goTo = walker(visit.newPage, { width: 390, expect: [/ERR_FAILED/] });
  for (const { name, path, who, open } of PLACES) {
    t.advance(1000);
    const cookies = who && Object.fromEntries([who().cookie.split("=") as [string, string]]);
    const page = await goTo(site.url + await path(), cookies);
    if (await page.locator("is-land").count()) await islandsReady(page);
    await open(page);
    const opened = page.locator("dialog[open], .popover:popover-open, #menu:popover-open");
    await opened.first().waitFor();
    await visit.shot(page, `dialog-${name.replace(/\W+/g, "-")}`);
    await assertNoSidewaysScroll(page);
    await assertAccessible(page, name, { colours: true });
    await page.keyboard.press("Escape");
    await opened.first().waitFor({ state: "hidden" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});

browserTest("of an account that is made disabled nothing asks for an intro email: none is sent", async (visit) => {
  const page = await openAs(visit, admin, fresh);
  await page.getByLabel("Status").selectOption("Disabled");
  await fillNew(page);
  await page.getByText("It is disabled, so no intro email is sent.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Create account" }).click();
  await at(page, "/dashboard/brokers");
  assert.deepEqual(await t.mails("amara@example.com"), []);
});

browserTest("accounts specification 2: the bar of a phone offers Contact, Register and Login", async (visit) => {
  const page = await openAs(visit, null, "/", { width: 390 });
  const bar = page.getByRole("navigation", { name: "Main" });
  for (const name of ["Contact", "Register", "Login"]) await bar.getByRole("link", { name }).waitFor();
  await assertNoSidewaysScroll(page);
});

browserTest("without script: details, a new password, and other browsers signed out", async (visit) => {
  const ann = await t.account({ name: "Ann Lee" });
  const elsewhere = await openAs(visit, ann, settings, { javaScript: false });
  await elsewhere.goto(`${site.url}/login`);
  const page = await openAs(visit, ann, settings, { javaScript: false });
  await page.getByLabel("Name", { exact: true }).fill(" ");
  await page.getByLabel("Phone").fill("416-555-0123");
  await button(page, "Save").click();
  await page.getByText("Name is required!").first().waitFor();
  assert.equal(await page.getByLabel("Phone").inputValue(), "416-555-0123");
  await page.getByLabel("Name", { exact: true }).fill("Ann B. Lee");
  await button(page, "Save").click();
  await page.locator("#flash", { hasText: "Changes Saved" }).waitFor();
  await page.getByRole("link", { name: "Change Password" }).click();
  await page.getByText(ann.email).waitFor();
  await button(page, "Send the link").click();
  await page.locator("#flash", { hasText: "Email sent" }).waitFor();
  await page.goto(`${site.url}/recover?id=${(await lastMail(t, ann.email, "recovery")).id}`);
  await page.getByLabel("New password", { exact: true }).fill("Harbour26");
  await page.getByLabel("New password again").fill("Harbour27");
  await button(page, "Change Password").click();
  await page.getByText("Password Dont Match!").first().waitFor();
  await page.getByLabel("New password", { exact: true }).fill("Harbour26");
  await page.getByLabel("New password again").fill("Harbour26");
  await button(page, "Change Password").click();
  await at(page, "/login");
  await page.locator("#flash", { hasText: "Password Changed!" }).waitFor();
  await elsewhere.goto(site.url + settings);
  await at(elsewhere, "/login");
});
