/**
 * A walk through the accounts specification in a browser: what the other browser tests leave out. Each test names the
 * section that it holds.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { devices } from "../../../db/schema/mod.ts";
import { newToken, tokenHash } from "../../../lib/features/tokens.ts";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { sessionCount } from "../../support/brokers.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { makeLoan } from "../../support/loans.ts";
import { opener } from "../../support/opener.ts";
import { lastMail } from "../../support/sign_in.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let t: TestApp;
let admin: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite();
  t = site.t;
  admin = await t.account({ name: "Helen Voss", role: 9 });
});
Deno.test.afterAll(() => site.close());
/** Each test is an hour of its own, so that none meets another's limits. */
Deno.test.beforeEach(() => t.advance(3600_000));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words });

const openAs = opener(() => site.url);

async function saveBrowser(who: TestAccount, userAgent: string): Promise<string> {
  const token = newToken(), now = t.now();
  const dates = { createdAt: now, lastUsedAt: now, expiresAt: now + 1e9 };
  await t.deps.db.insert(devices).values({ id: tokenHash(token), accountId: who.id, userAgent, ...dates });
  return token;
}

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile/15E Safari/604";

/** A form: where it is, the call behind it, how it is filled and sent, and the field that must keep its text. */
interface Form {
  name: string;
  path: () => Promise<string> | string;
  call: string;
  as?: true;
  fill: (page: Page) => Promise<void>;
  keeps: [label: string, text: string];
}

const FORMS: Form[] = [
  {
    name: "settings",
    path: () => "/dashboard/accountsettings",
    call: "updateSettings",
    as: true,
    async fill(page) {
      await page.getByLabel("Phone").fill("416-555-0123");
      await button(page, "Save").click();
    },
    keeps: ["Phone", "416-555-0123"],
  },
  {
    name: "email change",
    path: () => "/dashboard/accountsettings",
    call: "changeEmail",
    as: true,
    async fill(page) {
      await page.getByRole("link", { name: "Change Email" }).click();
      await page.getByLabel("New address").fill("new@example.com");
      await button(page, "Send the link").click();
    },
    keeps: ["New address", "new@example.com"],
  },
  {
    name: "recovery request",
    path: () => "/login",
    call: "recoverAccount",
    async fill(page) {
      await page.getByRole("link", { name: "Forgot password?" }).click();
      await page.getByLabel("Email address").fill("ann@example.com");
      await button(page, "Send the link").click();
    },
    keeps: ["Email address", "ann@example.com"],
  },
  {
    name: "registration",
    path: () => "/register",
    call: "registerAccount",
    async fill(page) {
      await page.getByLabel("Name", { exact: true }).fill("Ann Lee");
      await page.getByLabel("Email", { exact: true }).fill("ann@example.com");
      await page.getByLabel("Your licence").fill("M18004512");
      await button(page, "Continue").click();
      await hasFocus(page.getByLabel("Username"));
      await page.getByLabel("Username").fill("annlee1");
      await page.getByLabel("Password", { exact: true }).fill("Harbour26");
      await page.getByLabel("Password again").fill("Harbour26");
      await button(page, "Send request").click();
    },
    keeps: ["Password again", "Harbour26"],
  },
  {
    name: "new password",
    async path() {
      const ann = await t.account();
      await t.post("/api/auth/recoverAccount", { email: ann.email });
      return `/recover?id=${(await lastMail(t, ann.email, "recovery")).id}`;
    },
    call: "finishRecovery",
    async fill(page) {
      await page.getByLabel("New password", { exact: true }).fill("Harbour26");
      await page.getByLabel("New password again").fill("Harbour26");
      await button(page, "Change Password").click();
    },
    keeps: ["New password again", "Harbour26"],
  },
];

for (const form of FORMS) {
  browserTest(`section 8, ${form.name}: entries stay in the form after a refusal or a lost answer`, async (visit) => {
    const page = await openAs(visit, form.as ? await t.account() : null, await form.path(), { expect: [/ERR_FAILED/] });
    const call = `**/api/auth/${form.call}`;
    const reason = "This was refused for a test.";
    const idle = () => page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await page.route(call, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith(form.call));
    await form.fill(page);
    await failed;
    await idle();
    assert.equal(await page.locator("#toasts .toast").count(), 0, "network errors are only logged");
    assert.equal(await page.getByLabel(form.keeps[0], { exact: true }).inputValue(), form.keeps[1]);
    await page.unroute(call);
    await page.route(call, (route) => route.fulfill({ status: 429, json: { response: false, reason } }));
    const answered = page.waitForResponse(call);
    await page.getByLabel(form.keeps[0], { exact: true }).press("Enter");
    await answered;
    await page.locator("#toasts .toast[data-kind=bad]").filter({ hasText: reason }).waitFor();
    assert.equal(await page.getByLabel(form.keeps[0], { exact: true }).inputValue(), form.keeps[1]);
  });
}

browserTest("settings: leaving with details that are not saved asks first, after a save it does not", async (visit) => {
  const page = await openAs(visit, await t.account(), "/dashboard/accountsettings");
  await page.getByLabel("Phone").fill("416-555-0188");
  const leave = () => page.getByRole("link", { name: "Contact Us" }).click();
  await assertAsksBeforeLeaving(page, leave);
  assert.equal(await page.getByLabel("Phone").inputValue(), "416-555-0188");
  await button(page, "Save").click();
  await toast(page, "Changes Saved").waitFor();
  await leave();
  await page.waitForURL("**/dashboard/contact");
});

browserTest(
  "register: leaving with something entered asks first, without and after sending it does not",
  async (visit) => {
    const page = await openAs(visit, null, "/register");
    const leave = () => page.getByRole("link", { name: "Contact", exact: true }).first().click();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Amara Osei");
    await assertAsksBeforeLeaving(page, leave);
    await name.fill("");
    await leave();
    await page.waitForURL("**/contact");
    await page.goto(`${site.url}/register`);
    await islandsReady(page);
    for (
      const [label, text] of [["Name", "Amara Osei"], ["Email", "amara@example.com"], ["Your licence", "M14002277"]]
    ) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await button(page, "Continue").click();
    await page.getByLabel("Username").fill("amaraosei");
    await page.getByLabel("Password", { exact: true }).fill("Harbour26");
    await page.getByLabel("Password again").fill("Harbour26");
    const failIfAsked = page.waitForEvent("dialog", { timeout: 1000 }).then(() => true, () => false);
    await button(page, "Send request").click();
    await page.getByRole("heading", { name: "Request Complete" }).waitFor();
    assert.equal(await failIfAsked, false);
  },
);

browserTest("settings: other sessions are signed out and a saved browser is removed, by keyboard", async (visit) => {
  const ann = await t.account();
  const device = await saveBrowser(ann, PHONE);
  const elsewhere = await visit.newPage(`${site.url}/login`, { cookies: { device } });
  await islandsReady(elsewhere);
  await elsewhere.getByLabel("Username").fill(ann.username);
  await elsewhere.getByLabel("Password", { exact: true }).fill("Correct1Horse");
  await elsewhere.getByLabel("Password", { exact: true }).press("Enter");
  await elsewhere.waitForURL("**/dashboard/loans");
  const page = await openAs(visit, ann, "/dashboard/accountsettings");
  await button(page, "Sign out the others").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign out the others?" });
  await dialog.waitFor();
  await assertAccessible(page, "the question");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await toast(page, "Other browsers signed out").waitFor();
  assert.equal(await sessionCount(t, ann.id), 1);
  await elsewhere.goto(`${site.url}/dashboard/loans`);
  await elsewhere.waitForURL("**/login?next=**");
  await islandsReady(page);
  await button(page, "Forget Safari on iPhone").press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Forget it" }).click();
  await toast(page, "Browser forgotten").waitFor();
  await page.getByText("No browser is saved yet.").waitFor();
});

browserTest("settings: the theme is remembered, and both switches agree", async (visit) => {
  const page = await openAs(visit, await t.account(), "/dashboard/accountsettings");
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.getByText("Dark", { exact: true }).last().click();
  assert.equal(await scheme(), "dark");
  await page.reload();
  assert.equal(await scheme(), "dark");
  assert.equal(await page.locator("form input[name=theme][value=dark]").isChecked(), true);
  assert.equal(await page.locator("#theme-dark").isChecked(), true);
  await page.goto(`${site.url}/`);
  assert.equal(await scheme(), "dark");
  const plain = await openAs(visit, await t.account(), "/dashboard/accountsettings", { javaScript: false });
  await plain.getByText("Dark", { exact: true }).last().click();
  await plain.locator("form[action='/api/auth/setTheme'] button").click();
  await toast(plain, "Changes Saved").waitFor();
  assert.equal(await plain.locator("html").getAttribute("data-theme"), "dark");
});

browserTest("section 2: ending a broker's sessions signs out every browser, and is in the history", async (visit) => {
  const ann = await t.account({ name: "Ann Lee" });
  await saveBrowser(ann, PHONE);
  const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${ann.id}`);
  await button(page, "Sign out everywhere").click();
  await page.getByRole("dialog", { name: "Sign out everywhere?" }).getByText("Ann Lee is signed out").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await toast(page, "Signed out everywhere").waitFor();
  const row = page.locator("#history tbody tr").first();
  await row.getByText("Sessions ended: 1").waitFor();
  assert.match((await row.textContent())!, /Signed out everywhere.*Browsers forgotten: 1.*Helen Voss/);
  assert.equal(await button(page, "Sign out everywhere").count(), 0);
});

browserTest("section 2: on a phone the list sorts, and a row shows an unverified licence", async (visit) => {
  const zoe = await t.account({ name: "Zoe Zimmer", license: "M1" });
  await makeLoan(t, { brokerId: zoe.id });
  const page = await openAs(visit, admin, "/dashboard/brokers", { width: 390 });
  await page.getByLabel("Sort by").selectOption("submission-desc");
  await page.waitForURL(/sort=submission-desc/);
  assert.equal(await page.locator("tbody th").first().textContent(), "Zoe Zimmer");
  await page.locator("tbody tr").first().getByText("Licence not verified").waitFor();
  assert.equal(await page.getByLabel("Sort by").inputValue(), "submission-desc");
});

browserTest("section 2: on a tablet the list has its status whole, beside unverified licences", async (visit) => {
  const shared = { brokerage: "Lakeshore Mortgage Group", license: "M40092306" };
  await t.account({ ...shared, name: "Camille Bélanger" });
  await t.account({ ...shared, name: "Derek Plummer", status: 0 });
  const page = await openAs(visit, admin, "/dashboard/brokers");
  for (const width of [800, 993, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    await assertNoSidewaysScroll(page);
  }
});

for (const width of [1280, 390]) {
  browserTest(`section 2: browsers and history fit ${width} px and are accessible in both themes`, async (visit) => {
    const ann = await t.account({ name: "Ann Lee" });
    const device = await saveBrowser(ann, PHONE);
    for (let n = 0; n < 17; n++) {
      await t.post("/api/auth/updateSettings", { name: "Ann Lee", phone: `416-555-01${10 + n}` }, ann);
    }
    const options = { width, cookies: { device } };
    for (
      const [who, path] of [[admin, `/dashboard/viewbroker?id=${ann.id}`], [
        ann,
        "/dashboard/accountsettings",
      ]] as const
    ) {
      const page = await openAs(visit, who, path, options);
      await visit.shot(page, `walk${path.replace(/\W+/g, "-")}-${width}`);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, path);
    }
    const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${ann.id}`, options);
    await page.locator("#history").getByRole("link", { name: "Next" }).click();
    await page.waitForURL(/history=2#history$/);
    await button(page, "Sign out everywhere").click();
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page, "the question");
  });
}
