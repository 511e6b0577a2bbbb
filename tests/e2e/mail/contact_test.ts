import assert from "node:assert/strict";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { openSite, type Site } from "../../support/site.ts";
import { walker } from "../../support/walker.ts";

let opened: Site;
let app: TestApp;
let site = "";
let broker: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite();
  ({ t: app, url: site } = opened);
  broker = await app.account({ name: "Bea Roy", email: "bea@broker.example" });
});

Deno.test.afterAll(() => opened.close());

const cookiesOf = ({ cookie }: TestAccount) => Object.fromEntries([cookie.split("=")]);

browserTest("a message is checked, confirmed and sent, and only then cleared", async ({ newPage, shot }) => {
  const page = await newPage(`${site}/contact`);
  await islandsReady(page);
  const send = page.getByRole("button", { name: "Send Email" }).first();
  const toast = (text: string) => page.locator("#toasts .toast").filter({ hasText: text }).waitFor();
  await page.getByLabel("Email").fill("ann@broker.example");
  await page.getByLabel("Message").fill("too short");
  await send.click();
  await toast("Fill in the required fields!");
  await hasFocus(page.getByLabel("Name"));
  await page.getByText("Write at least 10 characters.").waitFor();
  await shot(page, "contact-errors");
  await page.getByLabel("Name").fill("Ann Lee");
  await page.getByLabel("Message").fill("Do you lend on cottages?");
  await send.click();
  const question = page.getByRole("dialog").filter({ hasText: "Send Email?" });
  await shot(page, "contact-question");
  await question.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await app.mails()).length, 0);
  await send.click();
  await question.getByRole("button", { name: "Send Email" }).click();
  await toast("Email Sent!");
  assert.equal(await page.getByLabel("Message").inputValue(), "");
  assert.equal((await app.mails())[0].replyTo, "ann@broker.example");
});

browserTest("leaving with a message that is not sent asks first", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/contact`, { cookies: cookiesOf(broker) });
  await islandsReady(page);
  await page.getByLabel("Message").fill("Do you lend on cottages?");
  await assertAsksBeforeLeaving(page, () => page.getByRole("link", { name: "New Loan" }).first().click());
  assert.equal(await page.getByLabel("Message").inputValue(), "Do you lend on cottages?");
  await page.getByRole("button", { name: "Send Email" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send Email" }).click();
  await page.locator("#toasts .toast").filter({ hasText: "Email Sent!" }).waitFor();
  await page.getByRole("link", { name: "New Loan" }).first().click();
  await page.waitForURL("**/dashboard/submitloan");
});

browserTest(
  "text typed or filled in by the browser before hydration stays",
  async ({ newPage }) => {
    const page = await newPage(`${site}/healthz`);
    let release = () => {};
    const held = new Promise<void>((go) => release = go);
    await page.route("**/ContactForm-*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site}/contact`, { waitUntil: "commit" });
    const values = async () =>
      await Promise.all(["Name", "Email", "Message"].map((l) => page.getByLabel(l).inputValue()));
    await page.getByLabel("Name").fill("Ann Lee");
    await page.getByLabel("Email").fill("ann@broker.example");
    await page.getByLabel("Message").fill("Do you lend on cottages?");
    release();
    await islandsReady(page);
    assert.deepEqual(await values(), ["Ann Lee", "ann@broker.example", "Do you lend on cottages?"]);
    await page.evaluate(() => {
      for (const [id, value] of [["contact-name", "Bo Ray"], ["contact-email", "bo@broker.example"]]) {
        const field = document.getElementById(id) as HTMLInputElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, value);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual((await values()).slice(0, 2), ["Bo Ray", "bo@broker.example"]);
  },
);

browserTest("a failed send shows an error, a lost answer nothing, and neither loses a word", async ({ newPage }) => {
  const page = await newPage(`${site}/contact`, { expect: [/ERR_FAILED/] });
  await islandsReady(page);
  const call = "**/api/loans/sendcontactemail", reason = "Too many tries. Wait 50 minutes, then try again.";
  const send = async (name = "Send Email") => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send Email" }).click();
  };
  const assertKept = async () =>
    assert.equal(await page.getByLabel("Message").inputValue(), "Do you lend on cottages?");
  await page.getByLabel("Name").fill("Ann Lee");
  await page.getByLabel("Email").fill("ann@broker.example");
  await page.getByLabel("Message").fill("Do you lend on cottages?");
  await page.route(call, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("sendcontactemail"));
  await send();
  await failed;
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.getByRole("button", { name: "No connection. Try again" }).waitFor();
  assert.equal(await page.locator("#toasts .toast").count(), 0, "network errors are only logged");
  await assertKept();
  await page.unroute(call);
  await page.route(call, (route) => route.fulfill({ status: 429, json: { response: false, reason } }));
  await send("No connection. Try again");
  await page.getByRole("button", { name: "Send Email", exact: true }).waitFor();
  await page.locator("#toasts .toast[data-kind=bad]").filter({ hasText: "Something Went Wrong!" }).waitFor();
  await page.getByText("Wait 50 minutes").waitFor();
  await assertKept();
});

browserTest("without script the form works: errors at the fields, then 'Email Sent!'", async ({ newPage }) => {
  const page = await newPage(`${site}/contact`, { javaScript: false, width: 390 });
  await page.getByLabel("Name").fill("Cy Fox");
  await page.getByLabel("Email").fill("cy@broker.example");
  await page.getByLabel("Message").fill("short");
  await page.getByRole("button", { name: "Send Email" }).click();
  await page.getByText("Fill in the required fields!").waitFor();
  assert.equal(await page.getByLabel("Name").inputValue(), "Cy Fox");
  await page.getByLabel("Message").fill("Long enough a message.");
  await page.getByRole("button", { name: "Send Email" }).click();
  await page.getByText("Email Sent!").waitFor();
  assert.equal(new URL(page.url()).pathname, "/contact");
});

for (const width of [1280, 390]) {
  browserTest(`both contact pages fit ${width} px and are accessible in both themes`, async ({ newPage, shot }) => {
    const goTo = walker(newPage, { width });
    for (const path of ["/contact", "/dashboard/contact"]) {
      const page = await goTo(site + path, cookiesOf(broker));
      await islandsReady(page);
      assert.equal(await page.getByLabel("Email").inputValue(), broker.email);
      await shot(page, `contact${path.replaceAll("/", "-")}-${width}`);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, path);
    }
  });
}
