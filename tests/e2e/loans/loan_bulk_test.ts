/** The lender's work on many loans in a browser: ticking, status, trash, filters (loans specification 2.2). */
import assert from "node:assert/strict";
import { eq, inArray } from "drizzle-orm";
import type { Page } from "playwright";
import { auditRows, loans } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import {
  assertNoSidewaysScroll,
  browserTest,
  islandsReady,
  type PageOptions,
  type Visit,
} from "../../support/browser.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let t: TestApp;
let site = "";
let admin: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off" });
  ({ t, url: site } = opened);
  admin = await t.account({ name: "Helen Voss", role: 9 });
  broker = await t.account({ name: "Priya Raman" });
});

Deno.test.afterAll(() => opened.close());

/** An empty list with `n` loans of a last name in it. */
async function fresh(n: number, fields: Partial<TestLoan> = {}): Promise<TestLoan[]> {
  await t.deps.db.delete(loans);
  const made: TestLoan[] = [];
  for (let i = 0; i < n; i++) made.push(await makeLoan(t, { brokerId: broker.id, newLoanAmount: 100_000, ...fields }));
  return made;
}

async function open(visit: Visit, query = "", options: PageOptions = {}): Promise<Page> {
  const [name, value] = admin.cookie.split("=");
  const page = await visit.newPage(`${site}/dashboard/loans${query}`, { ...options, cookies: { [name]: value } });
  await islandsReady(page);
  return page;
}

/** As saved before the settings in force. */
const setEarlier = (rows: TestLoan[]) =>
  t.deps.db.update(loans).set({ finalScore: 7.77, shownScore: 7.77, settingsVersionId: null })
    .where(inArray(loans.id, rows.map(({ id }) => id)));

const boxes = (page: Page) => page.locator("tbody input[name=id]");
const bar = (page: Page) => page.getByRole("form", { name: "Selected loans" });
const says = (page: Page, text: string | RegExp) =>
  page.locator("#toasts .toast").filter({ hasText: text }).last().waitFor();
const statuses = async (ids: number[]) =>
  (await t.deps.db.select({ s: loans.adminComSelect }).from(loans).where(inArray(loans.id, ids))).map(({ s }) => s);

async function choose(page: Page, status: string): Promise<void> {
  await bar(page).getByRole("combobox").selectOption({ label: status });
  await bar(page).getByRole("button", { name: "Update" }).click();
}

const asks = (page: Page, question: string) => page.getByRole("dialog", { name: question });

/** Sets a status that is asked about, and says yes. */
async function set(page: Page, status: string): Promise<void> {
  await choose(page, status);
  await page.getByRole("dialog").getByRole("button", { name: `Set to ${status}` }).click();
}

for (const width of [1280, 390]) {
  browserTest(
    `the bar, its dialogs and the filters fit ${width} px and are accessible in both themes`,
    async (visit) => {
      const [first] = await fresh(4);
      await t.deps.db.update(loans).set({ adminComSelect: "Funded" }).where(eq(loans.id, first.id));
      const page = await open(visit, "?type=second&sort=broker", { width });
      await boxes(page).first().check();
      await bar(page).waitFor();
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, "the bar");
      await visit.shot(page, `bulk-bar-${width}`);
      await page.getByRole("button", { name: "Saved filters" }).click();
      await page.getByText("None yet.").waitFor();
      await assertAccessible(page, "saved filters", { within: ":popover-open" });
      await page.getByRole("button", { name: "Save this view" }).click();
      await page.getByRole("dialog", { name: "Save this view" }).waitFor();
      await assertAccessible(page, "saving a filter");
      await page.keyboard.press("Escape");
      // Another administrator was faster: the loan is not in this status any more.
      const id = Number(await boxes(page).first().inputValue());
      await t.deps.db.update(loans).set({ adminComSelect: "Repaid" }).where(eq(loans.id, id));
      await choose(page, "Declined");
      await page.getByLabel("Declined reason").waitFor();
      await assertAccessible(page, "the reason");
      await page.getByLabel("Declined reason").fill("Too much debt");
      await page.getByRole("button", { name: "Decline 1 loan" }).click();
      await page.getByText("It is Repaid by now, so it was left as it is.").waitFor();
      await assertAccessible(page, "the outcome");
      await visit.shot(page, `bulk-outcome-${width}`);
      await assertNoSidewaysScroll(page);
    },
  );
}

browserTest("loans are selected by keyboard, by the page and in ranges, and the bar adds them up", async (visit) => {
  await fresh(6);
  const page = await open(visit);
  await bar(page).waitFor({ state: "hidden" });
  await boxes(page).nth(0).focus();
  await page.keyboard.press("Space");
  await bar(page).getByText("1 selected, $100,000").waitFor();
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  assert.equal(await all.evaluate((box: HTMLInputElement) => box.indeterminate), true);
  await boxes(page).nth(3).click({ modifiers: ["Shift"] });
  await bar(page).getByText("4 selected, $400,000").waitFor();
  await all.check();
  await bar(page).getByText("6 selected, $600,000").waitFor();
  await all.uncheck();
  await bar(page).waitFor({ state: "hidden" });
  await all.check();
  await bar(page).getByRole("button", { name: "Clear" }).click();
  await bar(page).waitFor({ state: "hidden" });
  assert.equal(await page.locator("tbody input:checked").count(), 0);
});

browserTest("a status is set on many loans: chosen, done with a count, confirmed on the next page", async (visit) => {
  const made = await fresh(45);
  const page = await open(visit);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar(page).getByRole("button", { name: "Update" }).click();
  await says(page, "Choose a status first.");
  const seen: number[] = [];
  await page.route("**/api/loans/updatemultipleloans", async (route) => {
    const sent = route.request().postDataJSON();
    assert.equal(sent.from, "NA");
    seen.push(sent.loans.length);
    if (seen.length === 2) await page.getByRole("progressbar", { name: "Setting 45 loans to Funded" }).waitFor();
    if (seen.length === 2) await page.getByText("20 of 45 loans").waitFor();
    await route.continue();
  });
  await choose(page, "Funded");
  const question = asks(page, "Set 45 loans to Funded?");
  await question.getByText("$4,500,000 in all.").waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  assert.equal(seen.length, 0, "nothing was sent");
  await set(page, "Funded");
  await says(page, "45 loans set to Funded");
  assert.deepEqual(seen, [20, 20, 5]);
  assert.ok((await statuses(made.map(({ id }) => id))).every((status) => status === "Funded"));
  await page.getByText("No pending loans").waitFor();

  // Undone by keyboard, from the list that was emptied.
  await page.unroute("**/api/loans/updatemultipleloans");
  await islandsReady(page);
  await page.keyboard.press("Control+z");
  await says(page, "45 loans back to Pending as before");
  assert.equal(await boxes(page).count(), 45);
  assert.ok((await statuses(made.map(({ id }) => id))).every((status) => status === "NA"));
});

browserTest("going back to an earlier status asks first; Declined asks once for a common reason", async (visit) => {
  const made = await fresh(2, { adminComSelect: "Repaid", dateFunded: "2026-01-05", dateRepaid: "2026-05-01" });
  const ids = made.map(({ id }) => id);
  const page = await open(visit, "?status=Repaid");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await choose(page, "Pending");
  const question = page.getByRole("dialog", { name: "Go back from Repaid to Pending?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  assert.deepEqual(await statuses(ids), ["Repaid", "Repaid"]);
  await choose(page, "Declined");
  await page.getByRole("dialog", { name: "Go back from Repaid to Declined?" }).getByRole("button", { name: "Go back" })
    .click();
  const reason = page.getByRole("dialog", { name: "Why are these 2 loans declined?" });
  await reason.getByRole("button", { name: "Decline 2 loans" }).click();
  await reason.getByText("Enter the reason.").waitFor();
  await reason.getByLabel("Declined reason").fill("Changed their mind");
  await reason.getByRole("button", { name: "Decline 2 loans" }).click();
  await says(page, "2 loans set to Declined");
  const after = await t.deps.db.select().from(loans).where(inArray(loans.id, ids));
  assert.deepEqual(after.map((loan) => loan.declineReason), ["Changed their mind", "Changed their mind"]);
});

browserTest("loans that could not be changed are listed with the reason; stopping leaves the rest", async (visit) => {
  const made = await fresh(24);
  // Above the criminal rate (lending rules 8).
  await t.deps.db.update(loans).set({ adminRate: 0.6, adminTerm: "1 year" }).where(eq(loans.id, made[5].id));
  const page = await open(visit);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await set(page, "Funded");
  await page.getByRole("heading", { name: "23 of 24 loans done" }).waitFor();
  const left = page.getByRole("list", { name: "Not done" }).getByRole("listitem");
  assert.equal(await left.count(), 1);
  assert.match((await left.textContent())!, new RegExp(`${made[5].clientCode}.*%`));
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
  await says(page, "23 of 24 loans done");
  await page.locator("#toasts").getByRole("button", { name: "Undo" }).waitFor();

  await fresh(24);
  await page.reload();
  await islandsReady(page);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.route("**/api/loans/updatemultipleloans", async (route) => {
    await page.getByRole("button", { name: "Stop" }).click();
    await route.continue();
  });
  await set(page, "Funded");
  await page.getByRole("heading", { name: "20 of 24 loans done" }).waitFor();
  assert.equal(await left.filter({ hasText: "Stopped before this one." }).count(), 4);
});

browserTest("loans are computed anew under the settings in force", async (visit) => {
  const [loan] = await fresh(1);
  await t.deps.db.update(loans).set({ shownScore: 7.77, finalScore: 7.77 }).where(eq(loans.id, loan.id));
  const page = await open(visit);
  await page.locator("tbody").getByText("7.77").waitFor();
  await boxes(page).first().check();
  await choose(page, "Compute anew");
  await says(page, "Loan Updated!");
  await page.locator("tbody").getByText(loan.shownScore.toFixed(2)).waitFor();
});

browserTest("the trash is emptied for good, except loans that were ever funded", async (visit) => {
  const [gone, kept] = await fresh(2, { adminComSelect: "Trash" });
  await t.deps.db.update(loans).set({ everFunded: 1 }).where(eq(loans.id, kept.id));
  const page = await open(visit, "?status=Trash");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar(page).getByRole("button", { name: "Delete for good" }).click();
  const question = page.getByRole("dialog", { name: "Delete 2 loans?" }).filter({ hasText: "history go too." });
  assert.ok(
    await question.getByRole("button", { name: "Cancel" }).evaluate((b) => b === document.activeElement),
    "the safe answer",
  );
  await question.getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("heading", { name: "1 of 2 loans done" }).waitFor();
  await page.getByRole("list", { name: "Not done" }).getByText(/kept|keeps/).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
  assert.deepEqual(await statuses([gone.id, kept.id]), ["Trash"]);
  assert.equal((await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "loan.delete"))).length, 1);
});

browserTest("filters narrow the list, are saved under a name, applied and deleted", async (visit) => {
  await fresh(2);
  await makeLoan(t, { firstOrSecond: "first", brokerId: null });
  const page = await open(visit);
  assert.equal(await boxes(page).count(), 3);
  await page.getByRole("combobox", { name: "Type" }).selectOption("second");
  await page.waitForURL(/type=second/);
  await page.getByRole("combobox", { name: "Broker" }).selectOption({ label: "Priya Raman" });
  await page.waitForURL(/type=second&broker=\d+/);
  assert.equal(await boxes(page).count(), 2);
  await islandsReady(page);
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Enter a name.").waitFor();
  await page.getByLabel("Name").fill("Priya's seconds");
  await page.keyboard.press("Enter");
  await says(page, "Saved");
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await page.waitForURL((url) => url.search === "");
  await islandsReady(page);
  await page.getByRole("button", { name: "Saved filters" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Priya's seconds" }).click();
  await page.waitForURL(/type=second/);
  assert.equal(await boxes(page).count(), 2);
  await islandsReady(page);
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("button", { name: "Delete Priya's seconds" }).click();
  await says(page, "Priya's seconds deleted");
  assert.equal(await page.getByRole("link", { name: "Priya's seconds" }).count(), 0);
  // A modal dialog makes the page inert, but not the message above it, which stays once the dialog is closed.
  await page.getByRole("button", { name: "Save this view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await says(page, "Saved");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.locator("body > #toasts .toast").filter({ hasText: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("link", { name: "Priya's seconds" }).waitFor();
});

browserTest("loans of earlier settings are selected by a button above the table, and filtered", async (visit) => {
  const made = await fresh(3);
  await setEarlier([made[0], made[2]]);
  const page = await open(visit);
  await boxes(page).nth(1).check();
  await page.getByRole("button", { name: "Select these" }).click();
  await bar(page).getByText("2 selected,").waitFor();
  assert.equal(await boxes(page).nth(1).isChecked(), false);
  await page.getByRole("link", { name: "Show only such loans" }).click();
  await page.getByText(/Select these\. Compute all pending anew\.$/).waitFor();
  assert.equal(await boxes(page).count(), 2);
});
