import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { asc, eq } from "drizzle-orm";
import type { Page } from "playwright";
import { files, loans, submissions } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import { APPLICATION, PDF } from "../../support/application.ts";
import { enterApplication, typeApplication } from "../../support/application_form.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, type PageOptions, type Visit } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let t: TestApp;
let site = "";

Deno.test.beforeAll(async () => {
  opened = await openSite();
  ({ t, url: site } = opened);
});

Deno.test.afterAll(() => opened.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const errorOf = (page: Page, name: string) => page.locator(`#f-${name.replaceAll(".", "-")}-e`);
const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();
const summary = (page: Page) => page.locator("#summary[open]");
const file = (name: string, content = PDF) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(content) });

const openAs = opener(() => site);
const open = (newPage: Visit["newPage"], who: TestAccount, options: PageOptions = {}) =>
  openAs({ newPage }, who, "/dashboard/submitloan", options);

async function fillAll(page: Page, changes: Record<string, string> = {}, fill = enterApplication): Promise<void> {
  await fill(page, { ...APPLICATION, ...changes });
  await page.getByRole("radio", { name: "Yes" }).first().check();
}

/** The new row's first field takes the focus with the next painting; what is typed before would land there. */
async function addProperty(page: Page): Promise<void> {
  await button(page, "Add a property").click();
  await hasFocus(field(page, "additionalProperties.0.address"));
}

browserTest("a broker submits a loan with its files, and sees the confirmation", async ({ newPage }) => {
  const broker = await t.account({ name: "Priya Raman" });
  const page = await open(newPage, broker);
  await page.setInputFiles("input[type=file]", [
    file("filogix.pdf"),
    file("equifax.pdf"),
    file("notes.pdf"),
    file("scan.pdf", "GIF89a"),
    file("gone.pdf"),
  ]);
  await says(page, "Error: scan.pdf: This is not a PDF file.");
  const line = (name: string) => page.locator(".files > li").filter({ hasText: name });
  await line("gone.pdf").getByRole("combobox").waitFor();
  await button(page, "Remove gone.pdf").click();
  await button(page, "Remove scan.pdf").click();
  assert.equal(await page.locator(".files > li").count(), 3);
  assert.equal(await line("filogix.pdf").getByRole("combobox").inputValue(), "application");
  assert.equal(await line("equifax.pdf").getByRole("combobox").inputValue(), "bureau");
  await line("notes.pdf").getByRole("combobox").selectOption("bureau");
  assert.equal(await line("equifax.pdf").getByRole("combobox").inputValue(), "other", "one file of each kind");

  await addProperty(page);
  const cottage = { "additionalProperties.0.address": "4 Cottage Rd", "additionalProperties.0.value": "300000" };
  await fillAll(page, cottage, typeApplication);
  await field(page, "comments").fill("Refinance with the bank in 14 months.");
  assert.equal(await field(page, "additionalProperties.0.value").inputValue(), "300,000");
  assert.match(await page.locator(".review").innerText(), /Nothing[\s\S]*64%[\s\S]*\$120,000 second/);
  assert.equal(await page.locator(".section-nav a").filter({ hasText: "left" }).count(), 0);

  await button(page, "Submission Review").click();
  await summary(page).waitFor();
  const words = await summary(page).innerText();
  // Figures: tests/unit/quote/vectors.json, "second, typical".
  for (const word of ["Highly Likely", "10.99%", "$1,099", "64%"]) assert.ok(words.includes(word), word);
  assert.ok(words.includes("Employment sector Construction carries risk"));
  await summary(page).getByRole("heading", { name: "What weighs against it" }).waitFor();
  const complete = button(page, "Complete Submission");
  const why = page.locator(`#${await complete.getAttribute("aria-describedby")}`);
  assert.equal(await why.textContent(), "Only a licensed broker submits. Choose Yes to go on.");
  await summary(page).getByText("Yes", { exact: true }).click();
  assert.deepEqual([await complete.getAttribute("aria-describedby"), await complete.isDisabled()], [null, false]);
  await complete.click();
  const thanks = page.getByRole("heading", { name: "Thank you" });
  await hasFocus(thanks);
  assert.match(await page.title() + await page.locator("h1").textContent(), /^Loan received · .*Loan received$/);
  const [loan] = await t.deps.db.select().from(loans).where(eq(loans.brokerId, broker.id));
  await page.getByText(`${loan.clientCode}, $120,000 second`, { exact: true }).waitFor();
  assert.equal(
    await page.getByRole("link", { name: "Open the loan" }).getAttribute("href"),
    `/dashboard/viewloan/${loan.id}`,
  );
  assert.equal(loan.finalScore, 2.38);
  assert.equal(loan.exitStrategySelect, "Yes");
  assert.equal(loan.otherPropertiesTotal, 300_000);
  const kept = await t.deps.db.select().from(files).where(eq(files.loanId, loan.id)).orderBy(asc(files.name));
  assert.deepEqual(kept.map(({ name, kind }) => [name, kind]), [
    ["equifax.pdf", "other"],
    ["filogix.pdf", "application"],
    ["notes.pdf", "bureau"],
  ]);
  const history = await t.deps.db.select().from(submissions).where(eq(submissions.loanId, loan.id));
  assert.deepEqual(history.map(({ kind }) => kind), ["submission"]);
  await page.getByRole("link", { name: "Submit another loan" }).click();
  await page.getByRole("heading", { name: "Files" }).waitFor();
  assert.equal(await field(page, "lastName").inputValue(), "", "the guard let go, and the form is new");
});

browserTest("missing required fields are listed, the first is focused, and no entry is lost", async ({ newPage }) => {
  const page = await open(newPage, await t.account(), { expect: [/ERR_FAILED/] });
  // While the server cannot keep the form, leaving it asks.
  await page.route("**/api/loans/savedraft", (route) => route.abort());
  await typeApplication(page, { firstOrSecond: "Second", newLoanAmount: "120000", firstName: "Daniel" });
  assert.equal(await field(page, "newLoanAmount").inputValue(), "120,000");
  await button(page, "Submission Review").click();
  await says(page, "Use of proceeds is required!");
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "useOfProceeds");
  assert.equal(await errorOf(page, "lastName").innerText(), "Last name is required!");
  await typeApplication(page, { lastName: "Okafor" });
  await errorOf(page, "lastName").waitFor({ state: "detached" });
  await typeApplication(page, { lastName: "" });
  await errorOf(page, "lastName").getByText("Last name is required!").waitFor();
  assert.equal(await errorOf(page, "appraisedValue").innerText(), "Appraised Value is required!");
  await typeApplication(page, { homePurPrice: "610000" });
  await errorOf(page, "appraisedValue").waitFor({ state: "detached" });
  await typeApplication(page, { homePurPrice: "" });
  await errorOf(page, "appraisedValue").getByText("Appraised Value is required!").waitFor();
  assert.equal(await errorOf(page, "exitStrategy").innerText(), "Exit strategy is required!");
  assert.equal(await errorOf(page, "firstName").count(), 0);
  assert.equal(await field(page, "firstName").inputValue(), "Daniel");
  await field(page, "lastName").fill("S");
  assert.equal(await errorOf(page, "lastName").count(), 0, "an error goes when its field is filled in");
  await addProperty(page);
  await button(page, "Submission Review").click();
  assert.equal(await errorOf(page, "additionalProperties.0.value").innerText(), "Value is required!");
  await button(page, "Remove other property 1").click();
  assert.equal(await field(page, "additionalProperties.0.value").count(), 0);

  await assertAsksBeforeLeaving(page, () => page.evaluate(() => location.assign("/dashboard/loans")));
  assert.equal(await field(page, "firstName").inputValue(), "Daniel");
});

browserTest("many missing fields are listed above the form, folded, as links to them", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  const list = page.getByRole("region", { name: /need your attention/ });
  await button(page, "Submission Review").click();
  await list.getByRole("heading", { name: "21 fields need your attention" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "firstOrSecond");
  assert.equal(await list.getByRole("link").count(), 5, "the rest is folded");
  await list.getByText("Show all 21").click();
  assert.equal(await list.getByRole("link").count(), 21);
  await list.getByRole("link", { name: "Last name" }).click();
  await hasFocus(field(page, "lastName"));
  await page.keyboard.type("S");
  await list.getByRole("heading", { name: "20 fields need your attention" }).waitFor();
  assert.equal(await list.getByRole("link", { name: "Last name" }).count(), 0);
  await fillAll(page);
  assert.equal(await list.count(), 0);
});

browserTest("Error options reset a choice and clear a number, with their messages", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await field(page, "propertyType").selectOption("Mobile Home");
  assert.equal(await field(page, "propertyType").inputValue(), "");
  assert.equal(await errorOf(page, "propertyType").innerText(), "We do not fund mobile homes");
  await typeApplication(page, { propertyType: "Detached" });
  assert.equal(await errorOf(page, "propertyType").count(), 0);
  await typeApplication(page, { creditScore: "901" });
  assert.equal(await field(page, "creditScore").inputValue(), "");
  assert.equal(await errorOf(page, "creditScore").innerText(), "Credit score cannot exceed 900");
  await typeApplication(page, { creditScore: "900" });
  assert.equal(await field(page, "creditScore").inputValue(), "900");
  await typeApplication(page, { newLoanAmount: "2000001" });
  assert.equal(await errorOf(page, "newLoanAmount").innerText(), "We do not fund loans above $2,000,000");
  // Flags: the option that the entry reaches (loans specification 5.2).
  await typeApplication(page, { creditScore: "540" });
  assert.equal(await page.locator('label[for="f-creditScore"] .band').getAttribute("data-band"), "red");
});

browserTest("above the highest LTV only Make Corrections is offered", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker);
  await fillAll(page, { newLoanAmount: "260,001" });
  assert.match(await page.locator(".review").innerText(), /81%[\s\S]*above 80%/);
  await button(page, "Submission Review").click();
  await summary(page).waitFor();
  assert.match(await summary(page).innerText(), /We are currently not funding LTV above 80%/);
  assert.deepEqual(await summary(page).locator("footer button").allInnerTexts(), ["Make Corrections"]);
  assert.equal(await summary(page).getByRole("radio").count(), 0);
  await button(page, "Make Corrections").click();
  await typeApplication(page, { newLoanAmount: "260,000" });
  await button(page, "Submission Review").click();
  await summary(page).getByText("Licensed Broker?").first().waitFor();
  assert.deepEqual(await t.deps.db.select().from(loans).where(eq(loans.brokerId, broker.id)), []);
});

browserTest("the whole submission works by keyboard", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker);
  // Asked for first, so that the browser is told of it before the key comes.
  const chooser = page.waitForEvent("filechooser");
  await page.locator("input[type=file]").focus();
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).type), "file");
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(file("appraisal.pdf"));
  await page.getByRole("combobox", { name: "What appraisal.pdf is" }).waitFor();
  await fillAll(page);
  await field(page, "lastName").focus();
  await page.keyboard.press("Enter");
  await hasFocus(summary(page).getByRole("heading", { name: "Submission review" }));
  await page.keyboard.press("Escape");
  await summary(page).waitFor({ state: "hidden" });
  // The focus comes back.
  await hasFocus(field(page, "lastName"));
  await page.keyboard.press("Enter");
  await summary(page).waitFor();
  await page.getByRole("radio", { name: "No", exact: true }).last().focus();
  await page.keyboard.press("ArrowRight");
  await button(page, "Complete Submission").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  assert.equal((await t.deps.db.select().from(loans).where(eq(loans.brokerId, broker.id))).length, 1);
});

browserTest(
  "slow uploads are shown after five seconds, and the review waits for them",
  async ({ newPage }) => {
    const page = await open(newPage, await t.account(), { expect: [/ERR_FAILED/] });
    let go = () => {};
    const gate = new Promise<void>((open) => go = open);
    await page.route("**/api/pdf/upload", async (route) => {
      await gate;
      await route.continue();
    });
    await fillAll(page);
    await page.setInputFiles("input[type=file]", [file("large.pdf")]);
    await button(page, "Submission Review").click();
    await button(page, "Waiting for files").waitFor();
    const modal = page.getByRole("dialog", { name: "Your files are still uploading" });
    await modal.waitFor();
    assert.equal(await summary(page).count(), 0);
    go();
    await modal.waitFor({ state: "hidden" });
    await summary(page).waitFor();

    await button(page, "Make Corrections").click();
    await page.unroute("**/api/pdf/upload");
    await page.route("**/api/pdf/upload", (route) => route.abort());
    await page.setInputFiles("input[type=file]", [file("unlucky.pdf")]);
    await says(page, "Error: Try again");
    await page.unroute("**/api/pdf/upload");
    await button(page, "Try again").click();
    await page.getByRole("combobox", { name: "What unlucky.pdf is" }).waitFor();
  },
);

browserTest("an administrator skips the Error options and arrives at the loan", async ({ newPage }) => {
  const admin = await t.account({ role: 9, name: "Alex Lender" });
  const page = await open(newPage, admin);
  await fillAll(page, { propertyType: "Mobile Home", lastName: "Adminmade" });
  assert.equal(await field(page, "propertyType").inputValue(), "Mobile Home");
  await button(page, "Submission Review").click();
  await summary(page).getByText("Yes", { exact: true }).click();
  await button(page, "Complete Submission").click();
  await page.waitForURL((url) => url.pathname === "/dashboard/viewloan");
  const [loan] = await t.deps.db.select().from(loans).where(eq(loans.lastName, "Adminmade"));
  assert.equal(new URL(page.url()).search, `?id=${loan.id}`);
  assert.equal(loan.brokerId, null);
});

for (const width of [1280, 390]) {
  browserTest(`every state is accessible in both themes and fits: ${width} px`, async ({ newPage }) => {
    const page = await open(newPage, await t.account(), { width });
    await assertAccessible(page, "empty");
    await button(page, "Submission Review").click();
    await errorOf(page, "lastName").waitFor();
    await page.setInputFiles("input[type=file]", [file("filogix.pdf"), file("scan.pdf", "GIF89a")]);
    await page.locator('.files > li[data-state="failed"]').waitFor();
    await addProperty(page);
    await page.locator("#toasts").evaluate((e) => e.replaceChildren());
    await assertAccessible(page, "errors");
    await assertNoSidewaysScroll(page);
    await fillAll(page, { "additionalProperties.0.address": "x", "additionalProperties.0.value": "1" });
    await button(page, "Submission Review").click();
    await summary(page).waitFor();
    await assertAccessible(page, "summary");
    await assertNoSidewaysScroll(page);
    await summary(page).getByText("Yes", { exact: true }).click();
    await button(page, "Complete Submission").click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    await assertAccessible(page, "thanks");
    await assertNoSidewaysScroll(page);
  });
}
