import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { submissionDrafts } from "../../../db/schema/mod.ts";
import type { DraftContent } from "../../../lib/domain/loans/draft.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import {
  assertNoSidewaysScroll,
  browserTest,
  hasFocus,
  islandsReady,
  type PageOptions,
  type Visit,
} from "../../support/browser.ts";
import { continueDraft } from "../../support/application_form.ts";
import { opener } from "../../support/opener.ts";
import { makeLoan } from "../../support/loans.ts";
import { ANSWERS } from "../../support/sample_pdfs/people.ts";
import { sample, SAMPLES } from "../../support/sample_pdfs/samples.ts";
import { openSite, type Site } from "../../support/site.ts";
import { until } from "../../support/until.ts";

let opened: Site;
let t: TestApp;
let site = "";

Deno.test.beforeAll(async () => {
  opened = await openSite();
  ({ t, url: site } = opened);
});

Deno.test.afterAll(() => opened.close());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const markOf = (page: Page, name: string) => page.locator(`label[for="f-${name}"] .value-source`);
const line = (page: Page, name: string) => page.locator(".files > li").filter({ hasText: name });
const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();
const clashes = (page: Page) => page.getByRole("dialog", { name: "The file has other values" });
const pdf = (name: string, bytes: Uint8Array) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(bytes) });
const drop = (page: Page, ...list: ReturnType<typeof pdf>[]) => page.setInputFiles("input[type=file]", list);

const openAs = opener(() => site);
const open = (newPage: Visit["newPage"], who: TestAccount, options: PageOptions = {}, query = "") =>
  openAs({ newPage }, who, `/dashboard/submitloan${query}`, options);

/** Waits until the server keeps a draft of this account that says so. */
const kept = (who: TestAccount, says: (draft: DraftContent) => boolean) =>
  until("the draft to be kept", async () => {
    const row = await t.deps.db.select().from(submissionDrafts).where(eq(submissionDrafts.accountId, who.id)).get();
    return row !== undefined && says(JSON.parse(row.entries));
  });

async function assertFine(page: Page, what: string): Promise<void> {
  await page.locator("#toasts").evaluate((e) => e.replaceChildren());
  await assertAccessible(page, what);
}

browserTest("three files fill the form and mark its fields, and an edit removes the mark", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await button(page, "Submission Review").click();
  const wrong = page.locator("[aria-invalid=true]");
  await wrong.first().waitFor();
  await drop(
    page,
    pdf("one.pdf", sample("application")),
    pdf("two.pdf", sample("bureau", "leaders", { "Consumer name": "SMITHERS, DANIEL" })),
    pdf("three.pdf", sample("appraisal")),
  );
  await says(page, "Please review as some fields may be incomplete");
  await line(page, "one.pdf").getByText("Filled 31 of 35").waitFor();
  assert.match(await line(page, "one.pdf").innerText(), /not found: .*Region/);
  await line(page, "two.pdf").getByText("Filled 8 of 8").waitFor();
  await line(page, "three.pdf").getByText("Filled 8 of 8").waitFor();
  assert.equal(await line(page, "two.pdf").getByRole("combobox").inputValue(), "bureau");
  assert.equal(await clashes(page).count(), 0, "the files agree");
  // What no file has stays wrong.
  assert.deepEqual(await wrong.evaluateAll((all) => all.map((one) => one.getAttribute("name"))), [
    "region",
    "litigiousness",
    "exitStrategy",
    "exitStrategy",
  ]);
  await page.locator("#toasts .toast[data-kind=bad]").waitFor({ state: "detached" });
  for (
    const [name, value, from] of [
      ["lastName", "Smithers", null],
      ["newLoanAmount", "120,000", "Application"],
      ["firstOrSecond", "Second", "Application"],
      ["creditScore", "668", "Bureau"],
      ["appraisedValue", "850,000", "Appraisal"],
      ["estClosingDate", "2026-12-04", "Application"],
      ["sector", "Construction", "Application"],
    ] as const
  ) {
    assert.equal((await field(page, name).inputValue()).toLowerCase(), value.toLowerCase(), name);
    if (from) assert.equal((await markOf(page, name).innerText()).trim(), from, name);
  }
  assert.equal(await markOf(page, "creditScore").getAttribute("title"), "two.pdf, page 1");
  await field(page, "creditScore").focus();
  await field(page, "creditScore").blur();
  assert.equal(await markOf(page, "creditScore").count(), 1, "leaving a field is no edit");
  await field(page, "creditScore").fill("670");
  assert.equal(await markOf(page, "creditScore").count(), 0);
  await field(page, "sector").selectOption("Health Care");
  assert.equal(await markOf(page, "sector").count(), 0);
  await field(page, "appraisedValue").fill("850,00");
  assert.equal(await markOf(page, "appraisedValue").count(), 0);
});

browserTest("a typed entry is overwritten only after a question, field by field", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await field(page, "creditScore").fill("701");
  await field(page, "firstName").fill("Dan");
  await field(page, "lastName").fill("smithers");
  await drop(page, pdf("report.pdf", sample("bureau")));
  await clashes(page).waitFor();
  assert.deepEqual(await clashes(page).locator("legend").allInnerTexts(), ["First name", "Credit score"]);
  assert.match(await clashes(page).innerText(), /Yours[\s\S]*Bureau, page 1/);
  await clashes(page).getByRole("radio", { name: /668/ }).check();
  await button(page, "Use these").click();
  await clashes(page).waitFor({ state: "hidden" });
  assert.equal(await field(page, "creditScore").inputValue(), "668");
  assert.equal(await markOf(page, "creditScore").count(), 1);
  assert.equal(await field(page, "firstName").inputValue(), "Dan");
  assert.equal(await field(page, "lastName").inputValue(), "smithers", "the same name in other letters is no clash");
  assert.equal(await markOf(page, "firstName").count(), 0);
  await line(page, "report.pdf").getByText("Filled 7 of 8").waitFor();

  await drop(page, pdf("again.pdf", sample("bureau", "beside", { "Beacon score": "702", "Total balances": "$1" })));
  await clashes(page).waitFor();
  assert.match(await clashes(page).innerText(), /Bureau, in the form/);
  assert.equal(await page.locator("#files > [role=status]").textContent(), "again.pdf is attached.");
  await page.keyboard.press("Escape");
  await clashes(page).waitFor({ state: "hidden" });
  assert.equal(await field(page, "creditScore").inputValue(), "668", "closing keeps what is there");
  await drop(page, pdf("third.pdf", sample("bureau", "beside", { "Beacon score": "702", "Total balances": "$1" })));
  await clashes(page).waitFor();
  await button(page, "Use all from the file").click();
  await button(page, "Use these").click();
  assert.equal(await field(page, "creditScore").inputValue(), "702");
  assert.equal(await field(page, "firstName").inputValue(), "DANIEL");
});

browserTest("files that cannot be read show why, and stay attached", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await drop(page, ...["scan.pdf", "locked.pdf", "broken.pdf"].map((name) => pdf(name, SAMPLES[name]())));
  await line(page, "scan.pdf").getByText("This file is a scan without text").waitFor();
  await line(page, "locked.pdf").getByText("locked with a password").waitFor();
  await line(page, "broken.pdf").getByText("This file is damaged").waitFor();
  assert.equal(await page.locator('.files > li[data-state="kept"]').count(), 3);
  assert.equal(await page.locator('.files > li > .icon use[href$="#circle-alert"]').count(), 3, "none has a tick");
  assert.equal(await page.locator("#toasts .toast[data-kind=ok]").count(), 0, "nothing was filled");
  // Of an application with one entry the names of all the others would fill the screen.
  const empty = Object.fromEntries(ANSWERS.application.lines.map(([label]) => [label, null]));
  await drop(page, pdf("thin.pdf", sample("application", "beside", { ...empty, "Applicant name": "Ann Lee" })));
  const folded = line(page, "thin.pdf").locator("details");
  await folded.getByText("Loan amount").waitFor({ state: "hidden" });
  await folded.getByText(/^\d\d not found$/).click();
  await folded.getByText("Loan amount").waitFor();
});

browserTest("the form shows which page is being read", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await page.evaluate(() => {
    const seen: string[] = (globalThis as unknown as { seen: string[] }).seen = [];
    new MutationObserver(() => {
      const text = document.querySelector(".files .row > span")?.textContent;
      if (text && text !== seen.at(-1)) seen.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await drop(page, pdf("500-pages.pdf", SAMPLES["500-pages.pdf"]()));
  await line(page, "500-pages.pdf").getByText(/^Of its 500 pages \d+ were read/).waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  assert.ok(seen.some((text) => /^Reading page \d+ of 400$/.test(text)), seen.join());
});

browserTest("a draft survives a reload and shows in another browser, until it is discarded", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker);
  await drop(page, pdf("report.pdf", sample("bureau")));
  await field(page, "comments").fill("Back on Monday");
  await page.getByRole("radio", { name: "Yes" }).first().check();
  await button(page, "Add a property").click();
  await field(page, "additionalProperties.0.address").fill("4 Cottage Rd");
  await line(page, "report.pdf").getByText("Filled 8 of 8").waitFor();
  await kept(broker, ({ entries, rows }) => entries.creditScore === "668" && rows[0]?.address === "4 Cottage Rd");
  await page.getByText(/^Draft saved, \d\d:\d\d$/).waitFor();
  const other = await open(newPage, broker, { width: 390 });
  await other.locator(".offer").waitFor();
  assert.equal(await field(other, "creditScore").inputValue(), "", "offered, not opened");
  await field(other, "employer").fill("Typed before");
  await continueDraft(other);
  assert.equal(await field(other, "creditScore").inputValue(), "668");
  assert.equal(await field(other, "employer").inputValue(), "Typed before");
  assert.equal(await field(other, "comments").inputValue(), "Back on Monday");
  assert.equal(await field(other, "additionalProperties.0.address").inputValue(), "4 Cottage Rd");
  assert.equal((await markOf(other, "creditScore").innerText()).trim(), "Bureau");
  assert.equal(await line(other, "report.pdf").getByRole("combobox").inputValue(), "bureau");
  // What that window holds is saved a moment later; it would bring the draft back after it was given up here.
  await kept(broker, ({ entries }) => entries.employer === "Typed before");

  await page.reload();
  await islandsReady(page);
  await button(page, "Start over").click();
  const ask = page.getByRole("dialog", { name: "Start over?" });
  await ask.getByRole("button", { name: "Cancel" }).click();
  await button(page, "Start over").click();
  await ask.getByRole("button", { name: "Start over" }).click();
  await page.locator(".offer").waitFor({ state: "detached" });
  assert.equal(await page.locator(".files > li").count(), 0);
  await page.reload();
  await islandsReady(page);
  assert.equal(await page.locator(".offer").count(), 0);
});

browserTest("the page is left without a question once everything is saved", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await field(page, "lastName").fill("Smithers");
  await kept(broker, ({ entries }) => entries.lastName === "Smithers");
  await page.getByText(/^Draft saved/).waitFor();
  await page.goto(`${site}/dashboard/loans`);
  assert.deepEqual(asked, []);
});

browserTest("an earlier loan is copied as a new one, beside the draft, which stays", async ({ newPage }) => {
  const broker = await t.account();
  const loan = await makeLoan(t, { brokerId: broker.id });
  const cookies = Object.fromEntries([broker.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site}/dashboard/viewloan/${loan.id}`, { cookies });
  await page.getByRole("link", { name: "Copy as new" }).click();
  await page.getByText(`Copied from ${loan.clientCode}`).waitFor();
  await islandsReady(page);
  assert.equal(await field(page, "lastName").inputValue(), "Smithers");
  assert.equal(await field(page, "appraisedValue").inputValue(), "850,000");
  assert.equal(await field(page, "DOB").inputValue(), "");
  assert.equal(await field(page, "estClosingDate").inputValue(), "");
  await field(page, "firstName").fill("Dana");
  await kept(broker, ({ entries }) => entries.firstName === "Dana");
  await page.getByText(/^Draft saved/).waitFor();

  await page.goto(`${site}/dashboard/submitloan?copy=${loan.id}`);
  await islandsReady(page);
  assert.equal(await field(page, "firstName").inputValue(), "Daniel", "a copy of the loan, not of the draft");
  await page.getByRole("link", { name: /^Open the draft of/ }).waitFor();
  await button(page, "Replace it with this copy").click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
  await page.locator(".offer").waitFor({ state: "detached" });
  await hasFocus(page.locator("#files input[type=file]"));
  await field(page, "firstName").fill("Doris");
  await kept(broker, ({ entries }) => entries.firstName === "Doris");
});

for (const width of [1280, 390]) {
  browserTest(
    `filled fields, conflicts and offered drafts are accessible in both themes and fit ${width} px`,
    async (visit) => {
      const { newPage, shot } = visit;
      const broker = await t.account();
      const page = await open(newPage, broker, { width });
      await field(page, "firstName").fill("Dan");
      await field(page, "creditScore").fill("701");
      await drop(page, pdf("filogix-smithers.pdf", sample("application")), pdf("scan.pdf", SAMPLES["scan.pdf"]()));
      await clashes(page).waitFor();
      await assertFine(page, "a clash");
      await shot(page, `clash-${width}`);
      await button(page, "Use these").click();
      await clashes(page).waitFor({ state: "hidden" });
      await line(page, "scan.pdf").getByText("This file is a scan").waitFor();
      await drop(page, pdf("equifax.pdf", sample("bureau")));
      await clashes(page).waitFor();
      await shot(page, `clashes-${width}`);
      await assertFine(page, "several clashes");
      await button(page, "Use these").click();
      await clashes(page).waitFor({ state: "hidden" });
      const creditScore = await field(page, "creditScore").inputValue();
      await kept(broker, ({ files, entries }) => files.length === 3 && entries.creditScore === creditScore);
      await assertFine(page, "filled");
      await assertNoSidewaysScroll(page);
      await shot(page, `filled-${width}`);
      await page.goto(`${site}/dashboard/submitloan`);
      await islandsReady(page);
      await page.locator(".offer").waitFor();
      await assertFine(page, "offer");
      await assertNoSidewaysScroll(page);
      await shot(page, `offer-${width}`);
    },
  );
}
