/**
 * Rules of lending areas as brokers and administrators meet them: at the review, the submission and in the settings.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { loans } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount } from "../../support/app.ts";
import { APPLICATION } from "../../support/application.ts";
import { enterApplication } from "../../support/application_form.ts";
import { assertNoSidewaysScroll, browserTest, type PageOptions, type Visit } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let admin: TestAccount, broker: TestAccount;
Deno.test.beforeAll(async () => {
  site = await openSite();
  admin = await site.t.account({ role: 9, name: "Helen Voss" });
  broker = await site.t.account({ name: "Priya Raman" });
});
Deno.test.afterAll(() => site.close());

const openAs = opener(() => site.url);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const summary = (page: Page) => page.locator("#summary[open]");

/** A review of the usual application. */
async function review(newPage: Visit["newPage"], who: TestAccount, options: PageOptions = {}): Promise<Page> {
  const page = await openAs({ newPage }, who, "/dashboard/submitloan", options);
  await enterApplication(page, APPLICATION);
  await page.getByRole("radio", { name: "Yes" }).first().check();
  await button(page, "Submission Review").click();
  await summary(page).waitFor();
  return page;
}

browserTest("an administrator adds a rule, sees which loans it affects, and saves it", async ({ newPage, shot }) => {
  await makeLoan(site.t, { brokerId: broker.id, city: "Hamilton", postal: "L8P 4A8", region: "Hamilton" });
  const page = await openAs({ newPage }, admin, "/dashboard/settings?panel=general");
  await page.getByRole("heading", { name: "Lending Areas" }).click();
  await button(page, "Add row to Lending areas").click();
  const area = page.getByLabel("Lending areas, Area, row 1");
  await area.fill("atlantis");
  await area.blur();
  await page.getByText(/enter a region such as Toronto, or the first three characters/).waitFor();
  await area.fill("hamilton");
  await area.blur();
  assert.equal(await area.inputValue(), "Hamilton");
  assert.equal(await page.getByLabel("Max LTV, %, Hamilton").inputValue(), "65");
  await page.getByLabel("Rule, Hamilton").selectOption("no");
  assert.equal(await page.getByLabel("Max LTV, %, Hamilton").count(), 0, "no limit where nothing is lent");
  await page.getByText("1 pending loan would fall outside our limits.").first().waitFor();
  await button(page, "See the list").click();
  await page.locator("#preview[open]").getByRole("cell", { name: "We do not lend in Hamilton", exact: true }).waitFor();
  await assertAccessible(page, "preview");
  await shot(page, "lending-areas-preview");
  await page.keyboard.press("Escape");
  await button(page, "Save").click();
  await page.locator("#toasts .toast").filter({ hasText: "Changes Saved!" }).waitFor();
  assert.deepEqual(site.t.deps.ports.lending().settings.lendingAreas, [{ value: "Hamilton", rule: "no", maxLtv: 65 }]);
});

browserTest("a broker reads why a loan is refused, and what to do", async ({ newPage, shot }) => {
  const page = await review(newPage, broker, { width: 390 });
  await summary(page).getByText("We do not lend in Hamilton").waitFor();
  assert.equal(await button(page, "Complete Submission").count(), 0);
  assert.equal(await summary(page).getByRole("link", { name: /Ask us/ }).getAttribute("href"), "/dashboard/contact");
  await assertAccessible(page, "refused", { colours: true });
  await assertNoSidewaysScroll(page);
  await shot(page, "area-refused");
});

browserTest("an administrator is warned and must give a reason, which is on the loan", async ({ newPage, shot }) => {
  const page = await review(newPage, admin);
  await summary(page).getByText("What you say here is kept with the loan.").waitFor();
  await summary(page).getByText("Yes", { exact: true }).click();
  assert.equal(await button(page, "Complete Submission").isDisabled(), true, "not without a reason");
  await summary(page).getByText("Say why we lend here anyway to go on.").waitFor();
  const reason = page.getByLabel("Why we lend here anyway");
  await reason.click();
  // As pasting does: nothing is cut.
  await page.keyboard.insertText("x".repeat(501));
  await summary(page).getByText("Shorten this to 500 characters.").waitFor();
  assert.equal((await reason.inputValue()).length, 501);
  assert.equal(await button(page, "Complete Submission").isDisabled(), true, "not with one that is too long");
  await reason.fill("Known to us since 2019.");
  await assertAccessible(page, "decision");
  await shot(page, "area-decision");
  await button(page, "Complete Submission").click();
  await page.waitForURL(/viewloan\?id=/);
  const [loan] = await site.t.deps.db.select().from(loans).where(eq(loans.updatedBy, admin.id));
  assert.equal(loan.adminComments, "We do not lend in Hamilton. Decided otherwise: Known to us since 2019.");
});
