/**
 * The small forms in dialogs and rows: what was red goes on the next edit, and is asked again when the field is left.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright";
import { conditions } from "../../../db/schema/mod.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { assertNoRed, correctField } from "../../support/forms.ts";
import { ONE_OF_EACH } from "../../support/loan_scene.ts";
import { LONG_NAME } from "../../support/long_names.ts";
import { makeLoan } from "../../support/loans.ts";
import { upload } from "../../support/files.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let t: TestApp;
let admin: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite();
  t = opened.t;
  admin = await t.account({ name: "Helen Voss", role: 9 });
  broker = await t.account({ name: "Priya Raman" });
});

Deno.test.afterAll(() => opened.close());

type Open = (path: string, who: TestAccount) => Promise<Page>;

function dialogTest(name: string, run: (open: Open) => Promise<void>): void {
  browserTest(name, ({ newPage }) =>
    run(async (path, who) => {
      const cookies = Object.fromEntries([who.cookie.split("=") as [string, string]]);
      const page = await newPage(opened.url + path, { cookies });
      await islandsReady(page);
      return page;
    }));
}

const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).waitFor();
const openLoan = (open: Open, id: number) => open(`/dashboard/viewloan?id=${id}`, admin);

/** Sends `form` with nothing in `field`, then empties it once more after an edit, mends it, and sends it. */
async function refuseThenSend(page: Page, form: Locator, field: Locator, words: string, button: string | RegExp) {
  const send = form.getByRole("button", { name: button });
  await send.click();
  await form.getByText(words).waitFor();
  await field.fill("x");
  await form.getByText(words).waitFor({ state: "detached" });
  await field.fill(" ");
  await field.blur();
  await form.getByText(words).waitFor();
  await correctField(page, field, "Another property is meant");
  await assertNoRed(page);
  await send.click();
}

dialogTest("the reason for declining a loan", async (open) => {
  const page = await openLoan(open, (await makeLoan(t)).id);
  await page.locator(".loan-head").getByRole("combobox", { name: "Status" }).selectOption("Declined");
  await page.locator(".loan-head").getByRole("button", { name: "Save" }).click();
  const form = page.getByRole("dialog", { name: "Why is this loan declined?" });
  await refuseThenSend(page, form, form.getByLabel("Declined reason"), "Enter the reason.", "Decline and save");
  await says(page, "Loan Updated!");
});

dialogTest("the reason for returning a condition", async (open) => {
  const loan = await makeLoan(t, { brokerId: broker.id }, { conditions: ONE_OF_EACH });
  const done = { loanId: loan.id, conditionId: 5, condtionState: true, conditionText: "Dana" };
  await t.post("/api/loans/updatebrokercondition", done, broker);
  const page = await openLoan(open, loan.id);
  await page.getByRole("button", { name: "Return ILA contact info" }).click();
  const form = page.getByRole("dialog", { name: "Send back ILA contact info" });
  await refuseThenSend(page, form, form.getByLabel("What is missing or wrong"), "Enter the reason.", "Send back");
  await says(page, "ILA contact info sent back to the broker");
});

dialogTest("a condition of the lender's own", async (open) => {
  const page = await openLoan(open, (await makeLoan(t)).id);
  await page.getByRole("button", { name: "Add the first ones" }).click();
  await page.getByRole("dialog", { name: "Add conditions" }).getByRole("button", { name: "Custom condition" }).click();
  const form = page.getByRole("dialog", { name: "Custom condition" });
  await refuseThenSend(page, form, form.getByLabel("Title"), "Give the condition a title.", /^Add$/);
  await page.locator(".condition-list").getByText("Another property is meant").waitFor();
});

dialogTest("the details of a condition", async (open) => {
  const loan = await makeLoan(t, { brokerId: broker.id }, { conditions: ONE_OF_EACH });
  const page = await open(`/dashboard/viewloan/${loan.id}`, broker);
  const form = page.locator("[data-condition='5']");
  await refuseThenSend(page, form, form.getByRole("textbox"), "Enter the details first.", /^Save/);
  await says(page, "Condition Updated!");
});

dialogTest("a saved filter", async (open) => {
  const page = await open("/dashboard/loans", admin);
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  const form = page.getByRole("dialog", { name: "Save this view" });
  const name = form.getByLabel("Name");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Enter a name.").waitFor();
  await correctField(page, name, "All of them");
  await assertNoRed(page);
  await form.getByRole("button", { name: "Save" }).click();
  await says(page, "Saved");
});

dialogTest("a form begins with the focus on its first field, or on its title where none is there yet", async (open) => {
  const { id } = await makeLoan(t);
  for (
    const [path, button, first] of [
      ["/dashboard/emails", "Create email", "#create-email-name"],
      ["/dashboard/emails", "Blacklist", "#blacklist-email"],
      ["/dashboard/emails", "Touch-base", "dialog h2"],
      ["/dashboard/maploans/settings?id=Pembroke", "Report", "#report-month"],
      ["/dashboard/maploans/settings?id=Pembroke", "Import CSV", "dialog h2"],
      ["/dashboard/loans", "Save this view", "#save-filter-name"],
      [`/dashboard/viewloan?id=${id}`, "Custom condition", "#condition-title"],
      [`/dashboard/viewloan?id=${id}`, "Participants", "#participant-0-name"],
    ] as const
  ) {
    const page = await open(path, admin);
    if (button === "Save this view") await page.getByRole("button", { name: "Saved filters" }).click();
    if (button === "Participants") await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: button }).first().click();
    await hasFocus(page.locator(`dialog[open] ${first.replace("dialog ", "")}`));
  }
});

dialogTest("a dialog's buttons are one line of a phone", async (open) => {
  assert.equal((await t.post("/api/loans/addblacklist", { email: "ann@brokerage.example" }, admin)).status, 200);
  const { id } = await makeLoan(t);
  await upload(t, "/api/loans/uploadotherfile", { loanId: id }, admin);
  for (
    const [path, button, buttons] of [["/dashboard/emails", "Blacklist", 3], [
      `/dashboard/viewloan?id=${id}`,
      "Supporting",
      4,
    ]] as const
  ) {
    const page = await open(path, admin);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: button }).first().click();
    const row = page.locator("dialog[open] .btn-row").first();
    await row.locator(".btn").nth(buttons - 1).waitFor();
    const tops = await row.locator(".btn").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, `${button}: ${tops}`);
  }
});

dialogTest("a question about an address that is one long word", async (open) => {
  const email = `${"longname".repeat(8)}@rideaulending-brokerage.example`;
  assert.equal((await t.post("/api/loans/addblacklist", { email }, admin)).status, 200);
  const page = await open("/dashboard/emails", admin);
  await page.getByRole("button", { name: "Blacklist" }).click();
  await page.getByRole("dialog", { name: "Blacklist" }).getByRole("button", { name: `Remove ${email}` }).click();
  const question = page.getByRole("dialog", { name: `Delete ${email}` });
  await question.getByRole("button", { name: "Delete" }).waitFor();
  const over = await question.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  assert.equal(over, 0, `the question is ${over} pixels wider than its dialog`);
});

dialogTest("the question about open conditions at funding keeps its buttons in view on a phone", async (open) => {
  const loan = await makeLoan(t, {}, { conditions: ONE_OF_EACH });
  await t.deps.db.update(conditions).set({ title: LONG_NAME });
  const page = await openLoan(open, loan.id);
  await page.locator(".loan-head").getByRole("combobox", { name: "Status" }).selectOption("Funded");
  await page.setViewportSize({ width: 390, height: 500 });
  await page.locator(".loan-head").getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Fund with open points?" });
  const button = question.getByRole("button", { name: "Set to Funded" });
  await button.waitFor();
  assert.equal(await question.evaluate((dialog) => dialog.scrollTop), 0, "it begins with the question");
  const over = await question.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight);
  assert.ok(over > 0, "the points are longer than the window");
  const { x, y } = (await button.boundingBox())!;
  const there = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.textContent, [x + 9, y + 9]);
  assert.equal(there, "Set to Funded", "what lies where the button is");
});

dialogTest("a document's kind stands beside its mark on a phone", async (open) => {
  const page = await openLoan(open, (await makeLoan(t)).id);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Generate document" }).click();
  const choice = page.getByRole("dialog", { name: "Generate document" }).getByRole("link", { name: /^Commitment/ });
  await choice.waitFor();
  const [text, mark] = await choice.evaluate((link) =>
    [link.querySelector("b")!, link.querySelector(".icon")!].map((one) => one.getBoundingClientRect().bottom)
  );
  assert.ok(mark < text + 30, `the mark ends ${mark - text} pixels below the name`);
});

dialogTest("an import longer than a phone's window keeps its button in view", async (open) => {
  const page = await open("/dashboard/maploans/settings?id=Pembroke", admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import market reports" });
  const text = "Region,Month,New listings,Homes sold,DOM,LTS,Change,Price\nPembroke,2026-10,40,18,34,98.1,0.2,401000";
  const file = { name: "october.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await dialog.getByLabel("CSV file").setInputFiles(file);
  const button = dialog.getByRole("button", { name: "Import 1 report" });
  await button.waitFor();
  const { x, y } = (await button.boundingBox())!;
  const over = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.textContent, [x + 9, y + 9]);
  assert.equal(over, "Import 1 report", "what lies where the button is");
});

dialogTest("a CSV whose region and month columns are unknown asks for these alone", async (open) => {
  const page = await open("/dashboard/maploans/settings?id=Pembroke", admin);
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import market reports" });
  const buffer = Buffer.from("Place,When,Median\nPembroke,2026-08,400000");
  await dialog.getByLabel("CSV file").setInputFiles({ name: "august.csv", mimeType: "text/csv", buffer });
  await dialog.getByText("Say which columns have the region and the month.").waitFor();
  assert.equal(await dialog.locator(".import-rows").count(), 0, "no row is called wrong for that");
  const column = (name: RegExp) => dialog.locator(".file-columns label", { hasText: name }).locator("select");
  await column(/^Place/).selectOption("Region");
  await dialog.getByText("Say which column has the month.").waitFor();
  await column(/^When/).selectOption("Month");
  await dialog.getByRole("button", { name: "Import 1 report" }).waitFor();
});
