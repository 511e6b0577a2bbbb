/**
 * Emails: a campaign from its first word to its mails at the mail service; the blacklist; the page that unsubscribes.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { workerOf } from "../../support/mail.ts";
import { openSite, type Site } from "../../support/site.ts";
import { resendTransport } from "../../../lib/server/mail/resend_transport.ts";

const DAY = 86_400_000;

let opened: Site;
let app: TestApp;
let site = "";
let staff: TestAccount;
/** Stands in for the mail service: what it was sent. */
const sent: { to: string; subject: string; headers: Record<string, string> }[] = [];
let service: Deno.HttpServer<Deno.NetAddr>;

/** Sends what may leave now, and nothing by itself after. */
async function sendMails(): Promise<void> {
  const worker = workerOf(app, resendTransport("re_test", `http://127.0.0.1:${service.addr.port}`));
  await worker.drain();
  await worker.stop();
}

Deno.test.beforeAll(async () => {
  opened = await openSite({ LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" });
  ({ t: app, url: site } = opened);
  await app.deps.mailWorker.stop();
  staff = await app.account({ role: 9, name: "Ines Duarte", email: "ines@lender.example" });
  await app.account({ name: "Ann Lee", email: "ann@broker.example", touchBaseEmails: true });
  await app.account({ name: "Bea Roy", email: "bea@broker.example", touchBaseEmails: true, rating: "green" });
  await app.account({ name: "Cem Kaya", email: "cem@broker.example", rating: "elite" });
  service = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    sent.push(await request.json());
    return Response.json({ id: `mail-${sent.length}` });
  });
});

Deno.test.afterAll(async () => {
  await service.shutdown();
  await opened.close();
});

/** The preview's frame runs no script: neither the mail's nor the test's. */
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];
const cookiesOf = ({ cookie }: TestAccount) => Object.fromEntries([cookie.split("=")]);

browserTest("a campaign is made, tested, stopped, paused and sent; the next run leaves out who unsubscribed", async ({
  newPage,
  shot,
}) => {
  const page = await newPage(`${site}/dashboard/emails`, { cookies: cookiesOf(staff), expect: NO_SCRIPT });
  await islandsReady(page);
  const toast = (hasText: string) => page.locator("#toasts .toast").filter({ hasText }).waitFor();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const answer = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  /** Saves with a time ahead, activates, and lets the time come. */
  const runIt = async (day: string, brokers: string) => {
    await page.getByLabel("Day", { exact: true }).fill(day);
    await button("Save").click();
    await toast("Changes Saved!");
    await button("Activate").click();
    await page.getByRole("dialog").getByText(`It goes to ${brokers}`).waitFor();
    await answer("Activate");
    await toast("Email activated");
    app.advance(DAY);
    await app.runJobs();
    await islandsReady(page); // Who comes back sees the run at once: the page asks seldom until its time is near.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  };
  await assertAccessible(page, "the list of emails");
  await page.getByRole("button", { name: "Create email" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Rate sheet");
  await shot(page, "emails-create");
  await button("Create").click();
  await page.waitForURL(/viewemail\?id=1/);
  await toast("Email Created");
  await islandsReady(page);
  const check = (state: string, says: string) => page.locator(`[data-state=${state}]`).getByText(says).waitFor();
  await check("stops", "Write a subject.");
  await check("passed", "2 brokers get it, 1 left out.");
  await check("passed", "This mail has no links.");
  await page.getByRole("button", { name: "Activate", description: /Stops it: Subject Write a subject\./ }).waitFor();
  await shot(page, "emails-checks");
  await page.getByLabel("Subject").fill("Rates for {firstName}");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("Hello ");
  await button("{firstName}").click();
  await text.press("Control+a");
  await button("Bold").click();
  await page.getByRole("button", { name: "Bold", pressed: true }).waitFor();
  await text.press("Control+End");
  await text.press("Enter");
  await button("Button").click();
  await page.getByLabel("Words").fill("See the rates");
  await page.getByLabel("Address").fill("lender.example/rates");
  await page.getByLabel("Address").press("Enter");
  await text.getByText("See the rates").waitFor();
  await page.getByText("of 3 brokers get it.").waitFor();
  await page.getByText("Touch-base emails are off: 1").waitFor();
  await page.getByText("Filtered").click();
  await page.getByLabel("Green").check();
  await page.getByText("of 2 brokers get it.").waitFor();
  await page.getByText("All brokers", { exact: true }).click();
  await page.getByText("of 3 brokers get it.").waitFor();
  await button("Save").click();
  await toast("Changes Saved!");
  await check("passed", "Every placeholder is known.");
  await page.frameLocator("iframe").locator("b").getByText("Hello Ines").waitFor();
  await page.frameLocator("iframe").locator("a.button[href='https://lender.example/rates']").waitFor();
  await page.getByLabel("Preview as a broker").fill("ann");
  await button("Ann Lee").click();
  await page.frameLocator("iframe").getByText("Hello Ann").waitFor();
  await page.getByText("As Ann Lee would get it.").waitFor();
  await assertAccessible(page, "an email");
  await shot(page, "emails-view");
  await button("Send a test to me").click();
  await toast("A test is on its way to ines@lender.example");
  await sendMails();
  assert.deepEqual(sent.map(({ to, subject }) => [to, subject]), [[staff.email, "Test: Rates for Ines"]]);

  await runIt("2026-11-21", "2 brokers");
  await page.getByText("Run 1: 0 of 2 sent").waitFor();
  await islandsReady(page);
  await button("Stop").click();
  await answer("Stop");
  await toast("Email stopped");
  await islandsReady(page);
  await runIt("2026-11-22", "2 brokers");
  await page.getByText("Run 2: 0 of 2 sent").waitFor();
  await islandsReady(page);
  await button("Pause").click();
  await toast("Email paused");
  await sendMails();
  assert.equal(sent.length, 1, "nothing leaves that was stopped or is paused");
  await islandsReady(page);
  await assertAccessible(page, "an email that is paused");
  await shot(page, "emails-paused");
  await button("Resume").click();
  await answer("Resume");
  await toast("Email resumed");
  await sendMails();
  await page.getByText("Done", { exact: true }).waitFor();
  await page.getByRole("row").filter({ hasText: "Email Sent 2" }).getByText("2 of 2").waitFor();
  assert.deepEqual(sent.slice(1).map(({ to }) => to), ["ann@broker.example", "bea@broker.example"]);

  const link = /<(.+)>/.exec(sent[1].headers["List-Unsubscribe"])![1].replace("http://localhost", site);
  const broker = await newPage(link);
  await assertAccessible(broker, "the page that unsubscribes");
  await shot(broker, "unsubscribe");
  await broker.getByRole("button", { name: "Unsubscribe" }).click();
  await broker.getByText("You are unsubscribed").waitFor();

  await islandsReady(page);
  await button("Copy").click();
  await toast("Email copied");
  await islandsReady(page);
  await page.getByText("Touch-base emails are off: 1 Cem Kaya").waitFor();
  await page.getByText("Unsubscribed: 1 Ann Lee").waitFor();
  await runIt("2026-11-23", "1 broker");
  await sendMails();
  assert.deepEqual(sent.slice(3).map(({ to, subject }) => [to, subject]), [["bea@broker.example", "Rates for Bea"]]);
});

browserTest("the blacklist takes addresses and domains, and deleting one asks first", async ({ newPage, shot }) => {
  const page = await newPage(`${site}/dashboard/emails`, { cookies: cookiesOf(staff) });
  await islandsReady(page);
  const toast = (text: string) => page.locator("#toasts .toast").filter({ hasText: text }).waitFor();
  await page.getByRole("button", { name: "Blacklist" }).click();
  const field = page.getByLabel("Address or domain");
  await field.fill("nobody");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await toast("Invalid Email");
  for (const said of ["Email Added", "@broker.example is on the blacklist already."]) {
    await field.fill("@Broker.example");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await toast(said);
  }
  await page.getByText("@broker.example", { exact: true }).waitFor();
  const held = page.getByText("@broker.example is on the list, so ann@broker.example gets no campaigns either way.");
  await field.fill("ann@broker.example");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await held.waitFor();
  const csv = "Email,Note\r\ncem@other.example,asked\r\nnobody,\r\n@broker.example,\r\n";
  await page.getByLabel("Import CSV").setInputFiles({ name: "b.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const told = "1 entry added. 1 was there already. Not clearly an address or domain, so left out: line 3: nobody.";
  await page.getByText(told).waitFor();
  await page.getByText("cem@other.example", { exact: true }).waitFor();
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  assert.match((await file).suggestedFilename(), /^blacklist-[\d-]+\.csv$/);
  await assertAccessible(page, "the blacklist");
  await shot(page, "emails-blacklist");
  for (const [entry, times] of [["ann@broker.example", 1], ["@broker.example", 0]] as const) {
    await page.getByRole("button", { name: `Remove ${entry}`, exact: true }).click();
    await page.getByRole("dialog").filter({ hasText: `Delete ${entry}?` })
      .getByRole("button", { name: "Delete" }).click();
    await page.getByText(entry, { exact: true }).waitFor({ state: "detached" });
    assert.equal(await held.count(), times);
  }
  await toast("Email Removed");
});

browserTest("the list and a campaign fit a phone", async ({ newPage, shot }) => {
  const options = { cookies: cookiesOf(staff), expect: NO_SCRIPT, width: 390, height: 844 };
  const page = await newPage(`${site}/dashboard/emails`, options);
  await assertNoSidewaysScroll(page);
  await shot(page, "emails-phone");
  await page.goto(`${site}/dashboard/viewemail?id=1`);
  await assertNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Bold", disabled: false }).waitFor();
  await assertAccessible(page, "an email on a phone");
  await page.getByText("As you would get it.", { exact: true }).waitFor();
  await shot(page, "emails-view-phone");
  const parts = page.getByRole("navigation", { name: "On this page" });
  for (const [link, heading] of [["Runs", "Runs"], ["Preview", "Preview"], ["Schedule", "Schedule"]] as const) {
    await parts.getByRole("link", { name: link }).click();
    const title = await page.getByRole("heading", { name: heading, exact: true }).elementHandle();
    // Below the bar and these links, above the window's end.
    await page.waitForFunction((one) => {
      const { top, bottom } = one!.getBoundingClientRect();
      return top > 90 && bottom < innerHeight;
    }, title);
  }
  await parts.getByRole("link", { name: "Schedule", exact: true }).and(page.locator("[aria-current]")).waitFor();
});

browserTest("a missing picture is asked for within its panel, and a file's button keeps its size", async ({
  newPage,
  shot,
}) => {
  for (const width of [390, 1280]) {
    const page = await newPage(`${site}/dashboard/viewemail?id=1`, {
      cookies: cookiesOf(staff),
      expect: NO_SCRIPT,
      width,
    });
    await page.getByRole("button", { name: "Picture", disabled: false }).click();
    const panel = page.getByRole("group", { name: "New picture" });
    const choice = panel.getByText("Choose a picture", { exact: true });
    const before = await choice.boundingBox();
    await panel.getByRole("button", { name: "Add picture" }).click();
    await panel.getByText("Choose a picture.").waitFor();
    assert.equal(await panel.locator("input[type=file]").evaluate((input) => input === document.activeElement), true);
    await shot(page, `emails-no-picture-${width}`);
    assert.equal((await choice.boundingBox())!.width, before!.width);
    const end = await panel.evaluate((box) => box.getBoundingClientRect().right);
    const ends = await panel.locator("input").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    assert.deepEqual(ends.filter((right) => right > end), []);
    await assertNoSidewaysScroll(page);
  }
  const page = await newPage(`${site}/dashboard/emails`, { cookies: cookiesOf(staff) });
  await islandsReady(page);
  await page.getByRole("button", { name: "Blacklist" }).click();
  const button = page.locator("label").filter({ hasText: "Import CSV" });
  const before = await button.boundingBox();
  await page.getByLabel("Import CSV").focus();
  assert.equal((await button.boundingBox())!.width, before!.width);
});

browserTest("a campaign's jump links mark the followed section, that in view, and the last", async ({ newPage }) => {
  const open = async (width: number) => {
    const page = await newPage(`${site}/dashboard/viewemail?id=1`, {
      cookies: cookiesOf(staff),
      expect: NO_SCRIPT,
      width,
    });
    await page.getByRole("button", { name: "Bold", disabled: false }).waitFor();
    const links = page.getByRole("navigation", { name: "On this page" });
    const marked = (name: string) => links.locator("[aria-current]").filter({ hasText: name }).waitFor();
    return { page, links, marked };
  };
  const wide = await open(1280);
  for (const name of ["Schedule", "Runs", "Preview", "Recipients"]) {
    await wide.links.getByRole("link", { name }).click();
    await wide.marked(name);
    // What scrolling itself brings into view comes a moment later, and changes nothing.
    await wide.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await wide.marked(name);
  }
  await wide.page.mouse.wheel(0, 9999);
  await wide.marked("Runs");
  await wide.page.mouse.wheel(0, -9999);
  await wide.marked("Message");
  const narrow = await open(390);
  await narrow.page.keyboard.press("Tab");
  await narrow.page.locator("#preview").evaluate((preview) => preview.scrollIntoView());
  await narrow.marked("Preview");
  await narrow.links.getByRole("link", { name: "Preview" }).click();
  await narrow.marked("Preview");
  // A form that is refused leads to its first field, without a wheel and without a key.
  await narrow.page.locator("#preview").click({ position: { x: 2, y: 2 } });
  await narrow.page.getByLabel("Name", { exact: true }).focus();
  await narrow.marked("Message");
});
