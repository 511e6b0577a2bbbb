import assert from "node:assert/strict";
import type { Page } from "playwright";
import { updateAccount } from "../../../lib/features/brokers/mod.ts";
import { isStrongPassword } from "../../../lib/domain/accounts/account_rules.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import { makeRequest, sent, storedAccount } from "../../support/brokers.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { makeLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";
import { answerStaleDialog, staleDialog } from "../../support/stale.ts";
import { walker } from "../../support/walker.ts";

let opened: Site;
let t: TestApp;
let site = "";
let owner: TestAccount, admin: TestAccount, priya: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off" });
  ({ t, url: site } = opened);
  owner = await t.account({ name: "Robert Calder", role: 99 });
  admin = await t.account({ name: "Helen Voss", role: 9 });
  priya = await t.account({ name: "Priya Raman", rating: "elite", brokerage: "Northgate Lending" });
  await makeLoan(t, { brokerId: priya.id });
  await t.account({ name: "Vince Doyle", rating: "red", status: 0 });
});

Deno.test.afterAll(() => opened.close());

/** Opens a page as somebody who is signed in. */
const openAs = opener(() => site);

const answer = (page: Page, question: string, button: string) =>
  page.getByRole("dialog", { name: question }).getByRole("button", { name: button, exact: true }).click();

/** Entries of the tab's history: as many as before means that Back leads past the page that was left. */
const entries = (page: Page) => page.evaluate(() => history.length);

const says = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).first().waitFor();

browserTest(
  "on paper an account says what is stored, and nothing of what its empty forms would record",
  async (visit) => {
    const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${priya.id}`);
    await page.emulateMedia({ media: "print" });
    const shown = (selector: string) => page.locator(selector).locator("visible=true").count();
    assert.equal(await shown("#consent :is(input, select), [type=password], .generate, label[for=password]"), 0);
    assert.deepEqual([await shown("header.paper"), await shown("[name=touchBaseEmails][type=checkbox]")], [1, 1]);
    await page.emulateMedia({ media: "screen" });
    assert.equal(await shown("[type=password]"), 2);
  },
);

browserTest("the badge of a pending request pulses; its review makes an account and a mail", async (visit) => {
  const request = await makeRequest(t);
  const page = await openAs(visit, admin, "/dashboard/brokers");
  await page.locator("#menu .count.pulse").waitFor();
  await page.setViewportSize({ width: 900, height: 800 });
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await menu.locator(".dot.pulse").waitFor();
  assert.equal(await menu.getAttribute("title"), "1 request");
  await page.setViewportSize({ width: 1280, height: 800 });
  // Anywhere on the row, as in the table below it.
  const cell = (await page.getByText("Ferraro Mortgages", { exact: true }).boundingBox())!;
  await page.mouse.click(cell.x + 5, cell.y + 5);
  await page.waitForURL(`**/dashboard/createbroker?id=${request.id}`);
  await islandsReady(page);
  assert.match((await page.getByRole("link", { name: /Look up/ }).getAttribute("href"))!, /\?M24001973~$/);
  for (const text of ["dominic@example.com", "519-555-0100", "Ferraro Mortgages", "10233", "dferraro"]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Create" }).click();
  await answer(page, "Create Account?", "Create account");
  await page.getByRole("dialog", { name: "Send intro email?", exact: true }).waitFor();
  await answer(page, "Send intro email?", "Send");
  await page.waitForURL("**/dashboard/brokers");
  await says(page, "Broker Added");
  await page.getByRole("link", { name: "Dominic Ferraro" }).waitFor();
  assert.equal(await page.locator("#menu .count.pulse").count(), 0);
  assert.deepEqual((await t.mails("dominic@example.com")).map((mail) => mail.kind), ["accountReady"]);
});

browserTest("a request whose username is taken shows the error and stays; then it is deleted", async (visit) => {
  const request = await makeRequest(t, { username: priya.username, email: "clash@example.com", name: "Cleo Clash" });
  const path = `/dashboard/createbroker?id=${request.id}`, call = "**/api/auth/addRequestedAccount";
  const page = await openAs(visit, admin, path, { expect: [/ERR_FAILED/] });
  await page.getByLabel("Private comment").fill("Called her on Monday");
  await page.route(call, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("addRequestedAccount"));
  await page.getByRole("button", { name: "Create" }).click();
  await answer(page, "Create Account?", "Create account");
  await answer(page, "Send intro email?", "Do not send");
  await failed;
  await page.locator(".form-end .btn:not([aria-disabled])").first().waitFor();
  assert.equal(await page.locator(".toast, .notice").count(), 0, "network errors are only logged");
  assert.equal(await page.getByLabel("Private comment").inputValue(), "Called her on Monday");
  await page.unroute(call);
  await page.getByRole("button", { name: "Create" }).click();
  await answer(page, "Create Account?", "Create account");
  await answer(page, "Send intro email?", "Do not send");
  await page.locator(".toast[data-kind=bad]", { hasText: "Error Adding broker" }).waitFor();
  await page.getByText(/Another account has this username/).first().waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.keyboard.press("Escape");
  assert.equal(page.url(), `${site}/dashboard/createbroker?id=${request.id}`, "Escape is no");
  const before = await entries(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await answer(page, "Delete Request?", "Delete request");
  await page.waitForURL("**/dashboard/brokers");
  assert.equal(await entries(page), before, "Back does not lead to what is gone");
  await says(page, "Request Deleted");
  assert.equal(await page.getByText("Cleo Clash").count(), 0);
});

browserTest("a broker is created with a generated password and can sign in with it", async (visit) => {
  const page = await openAs(visit, admin, "/dashboard/brokers");
  await page.getByRole("link", { name: "New broker" }).click();
  await page.waitForURL("**/dashboard/viewbroker?id=new");
  await islandsReady(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.locator("#name-e", { hasText: "Name is required!" }).waitFor();
  await hasFocus(page.locator("#name"));
  await page.getByLabel("Name", { exact: true }).fill("Amara de Osei");
  assert.equal(await page.locator("#username-e").count(), 0, "not while the name is typed");
  await page.getByLabel("Phone").focus();
  await page.locator("#username-e", { hasText: "Username cant have spaces" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Amara Osei");
  await page.locator("#username-e").waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Username").inputValue(), "AmaraOsei");
  await page.getByLabel("Email", { exact: true }).fill(priya.email);
  await page.getByLabel("Licence number").fill("M14002277");
  await page.locator("#license-h", { hasText: "Format OK, not verified" }).waitFor();
  await page.getByRole("button", { name: "Generate a password" }).click();
  const password = await page.locator("#password").inputValue();
  assert.ok(password.length === 9 && isStrongPassword(password));
  assert.equal(await page.locator("#confirmPassword").inputValue(), password);
  assert.equal(await page.locator("#password").getAttribute("type"), "text", "it can be read and copied");
  await page.getByRole("button", { name: "Create account" }).click();
  await answer(page, "Create Account?", "Create account");
  const intro = page.getByRole("dialog", { name: "Send Intro Email?" });
  await intro.waitFor();
  await page.keyboard.press("Escape");
  await intro.waitFor({ state: "detached" });
  assert.equal(await page.locator("#password").inputValue(), password, "Escape leads back, and creates nothing");
  await page.getByRole("button", { name: "Create account" }).click();
  await answer(page, "Create Account?", "Create account");
  await answer(page, "Send Intro Email?", "Send");
  await page.locator("#email-e", { hasText: "Another account has this email address." }).waitFor();
  assert.equal(await page.locator("#password").inputValue(), password, "nothing is lost");
  await page.getByLabel("Email", { exact: true }).fill("amara@example.com");
  await page.getByRole("button", { name: "Create account" }).click();
  await answer(page, "Create Account?", "Create account");
  await answer(page, "Send Intro Email?", "Send");
  await page.waitForURL("**/dashboard/brokers");
  await says(page, "Account Created");
  assert.equal((await t.mails("amara@example.com")).length, 1);

  const theirs = await visit.newPage(`${site}/login`);
  await islandsReady(theirs);
  await theirs.getByLabel("Username").fill("AmaraOsei");
  await theirs.getByLabel("Password", { exact: true }).fill(password);
  await theirs.getByRole("button", { name: "Login", exact: true }).click();
  await theirs.waitForURL("**/dashboard/**");
  assert.ok((await theirs.context().cookies()).some((cookie) => cookie.name === "session"));
});

browserTest("an account is edited, its licence checked while it is typed, and saved", async (visit) => {
  const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${priya.id}`);
  const mark = page.locator("#license-h");
  await page.getByLabel("Licence number").fill("M1234567");
  await mark.filter({ hasText: "Not verified" }).waitFor();
  await page.getByLabel("Licence number").fill("M12345678");
  await mark.filter({ hasText: "Format OK, not verified" }).waitFor();
  assert.match((await mark.getByRole("link").getAttribute("href"))!, /\?M12345678~$/);
  await page.getByLabel("Rating").selectOption("yellow");
  await page.getByLabel("Touch-base emails").check();
  await page.getByLabel("Private comment").fill("Ask for the appraisal first");
  await page.getByLabel("New password").fill("Fresh2Start");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("#confirmPassword-e", { hasText: "Passwords dont match!" }).waitFor();
  await page.getByLabel("Password again").fill("Fresh2Start");
  await page.getByRole("button", { name: "Save" }).click();
  await says(page, "Changes Saved");
  await islandsReady(page);
  assert.equal(await page.getByLabel("Rating").inputValue(), "yellow");
  assert.equal(await page.getByLabel("Touch-base emails").isChecked(), true);
  const row = (await storedAccount(t, priya.id))!;
  assert.deepEqual([row.license, row.notes], ["M12345678", "Ask for the appraisal first"]);
  assert.ok(await t.deps.ports.passwords.verify(row.passwordHash, "Fresh2Start"));
  await page.getByLabel("Touch-base emails").uncheck();
  const saved = page.waitForResponse("**/api/auth/updateAccount");
  await page.getByLabel("Touch-base emails").press("Enter");
  assert.equal((await saved).status(), 200);
  assert.equal((await storedAccount(t, priya.id))!.touchBaseEmails, false);
  assert.equal(await page.getByRole("button", { name: "Delete" }).count(), 0, "an account with loans is kept");
  await page.getByRole("link", { name: /^SMI-/ }).waitFor();
});

browserTest("another person's change in the meantime is shown, and both changes are saved", async (visit) => {
  const shared = await t.account({ name: "Sam Shared" });
  const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${shared.id}`);
  t.advance(1000);
  await updateAccount(t.context(owner), { ...await sent(t, shared), role: 0, status: 0 });
  await page.getByLabel("Private comment").fill("Typed here");
  await page.getByRole("button", { name: "Save" }).click();
  await staleDialog(page).getByText("Status: Enabled → Disabled").waitFor();
  assert.deepEqual([(await storedAccount(t, shared.id))!.status, (await storedAccount(t, shared.id))!.notes], [0, ""]);
  await answerStaleDialog(page, `${owner.name} changed this account on`, "keep mine");
  assert.equal(await page.getByLabel("Private comment").inputValue(), "Typed here");
  assert.equal(await page.getByLabel("Status", { exact: true }).inputValue(), "0");
  await page.getByRole("button", { name: "Save" }).click();
  await says(page, "Changes Saved");
  const { notes, status } = (await storedAccount(t, shared.id))!;
  assert.deepEqual([notes, status], ["Typed here", 0]);
});

browserTest("leaving with unsaved changes asks first, and an account is deleted by keyboard", async (visit) => {
  const gone = await t.account({ name: "Gone Tomorrow" });
  const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${gone.id}`);
  await page.getByLabel("Phone").fill("416-555-0101");
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  assert.equal(await page.getByLabel("Phone").inputValue(), "416-555-0101");
  const before = await entries(page);
  await page.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  // The safe answer comes first.
  await hasFocus(page.getByRole("dialog", { name: "Delete Account?" }).getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/brokers");
  await says(page, "Account Deleted");
  assert.equal(await entries(page), before, "Back does not lead to what is gone");
  assert.equal(await storedAccount(t, gone.id), undefined);
});

browserTest("filters, search and sort work without script and can be walked by keyboard", async (visit) => {
  const page = await openAs(visit, admin, "/dashboard/brokers", { javaScript: false });
  await page.getByRole("navigation", { name: "Type" }).getByRole("link", { name: "Owner" }).click();
  await page.waitForURL(/type=owner/);
  assert.deepEqual(await page.locator("tbody th").allTextContents(), ["Robert Calder"]);
  await page.getByRole("navigation", { name: "Type" }).getByRole("link", { name: "Broker" }).click();
  await page.waitForURL(/type=broker/);
  await page.getByLabel("Rating").selectOption("red");
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/rating=red/);
  assert.deepEqual(await page.locator("tbody th").allTextContents(), ["Vince Doyle"]);
  await page.getByText("Disabled").waitFor();
  await page.goto(`${site}/dashboard/brokers`);
  await page.getByRole("searchbox").fill("northgate");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=northgate/);
  assert.deepEqual(await page.locator("tbody th").allTextContents(), ["Priya Raman"]);
  await page.goto(`${site}/dashboard/brokers?type=admin`);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
  await page.waitForURL(/dir=desc/);
  assert.equal(await page.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort"), "descending");
  assert.match(page.url(), /type=admin/, "sorting keeps the filter");
});

browserTest("an administrator sees an owner's account but cannot change it", async (visit) => {
  const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${owner.id}`);
  await page.getByText("Only an owner may change an owner's account. Ask an owner to do it.").waitFor();
  assert.equal(await page.getByLabel("Name", { exact: true }).isDisabled(), true);
  assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
});

for (const width of [1280, 390]) {
  browserTest(`the screens of brokers fit ${width} px and are accessible in both themes`, async (visit) => {
    const request = await makeRequest(t, { username: `fit${width}`, email: `fit${width}@example.com` });
    const paths = [
      "/dashboard/brokers",
      "/dashboard/brokers?q=nobody",
      `/dashboard/viewbroker?id=${priya.id}`,
      `/dashboard/viewbroker?id=${admin.id}`,
      `/dashboard/viewbroker?id=${owner.id}`,
      "/dashboard/viewbroker?id=new",
      `/dashboard/createbroker?id=${request.id}`,
    ];
    const goTo = walker(visit.newPage, { width });
    const cookies = Object.fromEntries([admin.cookie.split("=") as [string, string]]);
    for (const path of paths) {
      const page = await goTo(site + path, cookies);
      if (await page.locator("is-land").count()) await islandsReady(page);
      if (path.endsWith("new")) {
        await page.getByRole("button", { name: "Create account" }).click();
        await page.locator("#name-e", { hasText: "Name is required!" }).waitFor();
      }
      await visit.shot(page, `${path.replace(/\W+/g, "-")}-${width}`);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, path);
    }
  });
}
