import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { contracts } from "../../../db/schema/mod.ts";
import { browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { WHOLE } from "../../support/letters.ts";
import { head, openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";
import { staleDialog } from "../../support/stale.ts";

useLoanScreen();

const figures = (page: Page) => page.locator(".loan-head dl").innerText();
const score = (page: Page) => page.locator("#risk .final").innerText();

browserTest(
  "figures follow an edit before it is saved, and stay the same after saving and a reload",
  async (v) => {
    const loan = await makeLoan(screen.t, { brokerId: screen.priya.id });
    const page = await openLoan(v, loan);
    // The lending vectors' "second, typical".
    assert.match(await figures(page), /LTV\s+64%/);
    assert.match(await score(page), /^2\.38\s+Green, Highly Likely/);
    await page.locator("#application-appraisedValue").fill("640000");
    // (120,000 + 420,000) / 640,000 is 84.4%, rounded up (lending rules 2).
    await page.locator(".loan-head dl").getByText("85%").waitFor();
    const edited = await score(page);
    assert.match(edited, /Yellow, Likely/);
    await head(page).locator(".band[data-band=yellow]").waitFor();
    assert.equal((await stored(loan))?.appraisedValue, 850_000, "nothing is saved yet");
    await page.locator("#application-utilities").focus();
    assert.equal(await page.locator("#application-appraisedValue").inputValue(), "640,000");
    const before = await figures(page);

    await save(page);
    await waitForToast(page, "Loan Updated!");
    assert.equal(await score(page), edited);
    const saved = await stored(loan);
    assert.equal(saved?.finalScore, Number(edited.slice(0, 4)));
    await page.reload();
    await islandsReady(page);
    assert.equal(await score(page), edited);
    assert.equal(await figures(page), before);
    assert.equal(await page.getByText("Not saved yet").count(), 0);
  },
);

browserTest("funding asks first or saves nothing, and fills its date; going back asks too", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan, { expect: [/Failed to load resource/] });
  assert.equal(await page.locator("#deal-days").innerText(), "Not Available");
  const status = head(page).getByRole("combobox", { name: "Status" });
  await status.selectOption("Funded");
  const asked = "**/api/loans/fundingpoints", reason = "The server is busy. Try again in a minute.";
  await page.route(asked, (route) => route.fulfill({ status: 503, json: { response: false, reason } }));
  await save(page);
  await waitForToast(page, `Failed to update! ${reason}`);
  await page.unroute(asked);
  await page.route(asked, (route) => route.abort());
  await save(page);
  await waitForToast(page, "Failed to update! The server did not respond, so nothing was saved. Try again.");
  await page.unroute(asked);
  assert.equal((await stored(loan))?.adminComSelect, "NA");
  await save(page);
  const open = page.getByRole("dialog", { name: "Fund with open points?" });
  await open.getByText("No commitment letter was generated").waitFor();
  await open.getByRole("button", { name: "Set to Funded" }).click();
  await waitForToast(page, "Loan Updated!");
  assert.equal(await page.locator("#deal-dateFunded").inputValue(), "2026-11-20");
  assert.equal(await page.locator("#deal-days").innerText(), "0 days");

  await status.selectOption("NA");
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Go back from Funded to Pending?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await stored(loan))?.adminComSelect, "Funded");
  await save(page);
  await page.getByRole("button", { name: "Go back and save" }).click();
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.waitForFunction(() => document.querySelector(".unsaved")?.textContent === "");
  const back = await stored(loan);
  assert.deepEqual([back?.adminComSelect, back?.everFunded], ["NA", 1]);
});

browserTest("declining asks for the reason and keeps it", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await head(page).getByRole("combobox", { name: "Status" }).selectOption("Declined");
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Why is this loan declined?" });
  await dialog.getByRole("button", { name: "Decline and save" }).click();
  await dialog.getByText("Enter the reason.").waitFor();
  assert.equal((await stored(loan))?.adminComSelect, "NA");
  await dialog.getByLabel("Declined reason").fill("Title is clouded");
  await dialog.getByRole("button", { name: "Decline and save" }).click();
  await waitForToast(page, "Loan Updated!");
  const saved = await stored(loan);
  assert.deepEqual([saved?.adminComSelect, saved?.declineReason], ["Declined", "Title is clouded"]);
  assert.equal(await page.getByRole("button", { name: "Generate document" }).isVisible(), false, "as once loaded anew");
  assert.equal(await page.locator("#deal-declineReason").inputValue(), "Title is clouded");
});

browserTest("an override shows at once, Nil removes it, and Ctrl+S saves", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await page.getByLabel("Override", { exact: true }).selectOption("5.5");
  assert.match(await score(page), /^5\.50\s+Red, Unlikely\s+Final score 2\.38, overridden/);
  await head(page).locator(".band[data-band=red]").getByText("5.50").waitFor();
  await page.keyboard.press("Control+s");
  await waitForToast(page, "Loan Updated!");
  assert.deepEqual([(await stored(loan))?.shownScore, (await stored(loan))?.finalScore], [5.5, 2.38]);
  await page.getByLabel("Override", { exact: true }).selectOption("Nil");
  assert.match(await score(page), /^2\.38/);
});

browserTest("assumed tax and the debt servicing override change the month", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  const row = (name: string) => page.locator("#cash").getByRole("row", { name }).locator("td").last().innerText();
  // The lending vectors' "second, typical": 7,500 of income after 25% tax, 1,106 left.
  assert.deepEqual([await row("Income, after tax"), await row("Net cash remaining $")], ["$7,500", "$1,106"]);
  await page.getByLabel("Assumed tax").selectOption("0");
  assert.equal(await row("Income, after tax"), "$10,000");
  await page.getByLabel("Assumed tax").selectOption("0.25");
  await page.getByLabel("Debt servicing override").fill("500");
  assert.equal(await row("Net cash remaining $"), "$906", "200 more than the rule's 300 a month");
});

browserTest("a refused save keeps every entry, names the rate and focuses the field", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await page.locator("#deal-adminRate").fill("36");
  await page.locator("#deal").getByText("36.00% a year").waitFor();
  await page.locator("#adminComments").fill("Urgent");
  await save(page);
  await waitForToast(
    page,
    "Failed to update! These terms cost 36.00% a year, fees included; the legal ceiling is 35%.",
  );
  assert.equal(await page.locator("#deal-adminRate").inputValue(), "36");
  assert.equal(await page.locator("#adminComments").inputValue(), "Urgent");
  await page.waitForFunction(() => document.activeElement?.id === "deal-adminRate");
  assert.equal(await page.locator("#deal-adminRate").getAttribute("aria-invalid"), "true");
  assert.deepEqual([(await stored(loan))?.adminRate, (await stored(loan))?.adminComments], [null, ""]);
  await page.locator("#deal-adminRate").fill("12.5");
  await save(page);
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))?.adminRate, 0.125);
});

browserTest("a stale save names who saved first and keeps the entries", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await screen.t.post("/api/loans/updateloan", { loanId: loan.id, data: { adminComments: "Mine" } }, screen.other);
  await page.locator("#adminComments").fill("Late");
  await save(page);
  await staleDialog(page).getByText("Omar Reyes changed this loan on 20 Nov 2026").waitFor();
  assert.equal(await page.locator("#adminComments").inputValue(), "Late");
  assert.equal((await stored(loan))?.adminComments, "Mine");
});

browserTest("moving to the trash saves at once, offers Undo, and leaves other entries alone", async (v) => {
  const loan = await makeLoan(screen.t, WHOLE);
  const funding = { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2026-11-01" } };
  await screen.t.post("/api/loans/updateloan", funding, screen.admin);
  const signed = () => screen.t.deps.db.select().from(contracts).where(eq(contracts.loanId, loan.id));
  const before = await signed();
  assert.equal(before.length, 1);
  const page = await openLoan(v, loan);
  const owed = page.getByText("Owed today");
  await owed.waitFor();
  const documents = () => page.locator("#documents .btn:visible").allInnerTexts();
  const offered = await documents();
  assert.deepEqual(offered, ["Generate document", "Schedule", "Payout", "Ledger"]);
  await page.locator("#adminComments").fill("Half a thought");
  await page.getByRole("button", { name: "Move to trash" }).first().click();
  await waitForToast(page, `${loan.clientCode} moved to trash`);
  assert.equal(await owed.isVisible(), false, "nobody owes on what is in the trash");
  assert.deepEqual(await documents(), ["Schedule", "Payout"], "as once the page is loaded anew");
  assert.deepEqual([(await stored(loan))?.adminComSelect, (await stored(loan))?.adminComments], ["Trash", ""]);
  await page.locator("#toasts").getByRole("button", { name: "Undo" }).click();
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))?.adminComSelect, "Funded");
  assert.deepEqual(await signed(), before, "the contract is the one that was signed");
  assert.equal(await owed.isVisible(), true);
  assert.deepEqual(await documents(), offered);
  assert.equal(await page.locator("#adminComments").inputValue(), "Half a thought");
});

browserTest("a dialog of the menu More gives the focus back to it", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  const more = head(page).getByRole("button", { name: "More" });
  await more.click();
  await page.locator("#loan-more").getByRole("button", { name: "Participants" }).click();
  await page.getByRole("dialog", { name: "Participants" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.textContent?.trim() === "More", null, { timeout: 2000 });
});

browserTest("leaving with unsaved entries asks first, and without them does not", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  await page.locator("#adminComments").fill("x");
  await assertAsksBeforeLeaving(page, () => page.getByRole("link", { name: "Back to loans" }).click());
  await page.locator("#adminComments").fill("");
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    void dialog.accept();
  });
  await page.getByRole("link", { name: "Back to loans" }).click();
  await page.waitForURL(/\/dashboard\/loans$/);
  assert.equal(asked, 0);
});

browserTest("a maturity date moves the reminder; dates that are missing show 1 Jan 2050", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  assert.equal(await page.locator("#deal-maturityEmailDate").inputValue(), "2050-01-01");
  await page.locator("#deal-maturityEmailDate").fill("2027-12-04");
  assert.equal(await page.locator("#deal-reminderEmailDate").inputValue(), "2027-10-04");
  await save(page);
  await waitForToast(page, "Loan Updated!");
  const saved = await stored(loan);
  assert.deepEqual([saved?.maturityEmailDate, saved?.reminderEmailDate], ["2027-12-04", "2027-10-04"]);
});

browserTest("other properties are added and removed, and count in the LTV of all", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await page.getByRole("button", { name: "Add property" }).click();
  const row = page.getByRole("group", { name: "Other property 1" });
  await hasFocus(row.getByLabel("Address"));
  await row.getByLabel("Address").fill("9 Bay Street");
  await row.getByLabel("Value").fill("300000");
  await row.getByLabel("Mortgage").fill("100000");
  // (120,000 + 420,000 + 100,000) / (850,000 + 300,000), lending rules 2.
  await page.locator("#cash").getByText("55.65%").waitFor();
  await save(page);
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))?.otherPropertiesTotal, 300_000);
  await page.getByRole("button", { name: "Remove other property 1" }).click();
  await hasFocus(page.getByRole("button", { name: "Add property" }));
  await save(page);
  await page.waitForFunction(() => document.querySelector(".unsaved")?.textContent === "");
  assert.equal((await stored(loan))?.otherPropertiesCount, 0);
});

browserTest("the broker is found by any part of the name and swapped", async (v) => {
  const loan = await makeLoan(screen.t, { brokerId: screen.priya.id });
  const page = await openLoan(v, loan);
  const box = page.locator("#broker");
  assert.equal(
    await box.getByRole("link", { name: "Priya Raman", exact: true }).getAttribute("href"),
    `/dashboard/viewbroker?id=${screen.priya.id}`,
  );
  assert.equal(await box.getByRole("link", { name: /^Call/ }).getAttribute("href"), "tel:+14165550187");
  assert.equal(await box.getByRole("link", { name: /^Email/ }).getAttribute("href"), "mailto:priya@lake.example");
  assert.equal(await box.locator(".band").getAttribute("data-band"), "elite");
  await page.locator("#adminComments").fill("Kept");
  await box.getByRole("button", { name: "Swap broker" }).click();
  const dialog = page.getByRole("dialog", { name: "Swap Broker" });
  await hasFocus(dialog.getByRole("searchbox", { name: "Broker's name" }));
  await dialog.getByRole("searchbox", { name: "Broker's name" }).fill("TREMB");
  await dialog.getByText("1 broker found").waitFor({ state: "attached" });
  await dialog.getByRole("button", { name: /Marc Tremblay/ }).click();
  await waitForToast(page, "Broker Added");
  await box.getByRole("link", { name: "Marc Tremblay", exact: true }).waitFor();
  assert.equal(await page.locator("#adminComments").inputValue(), "Kept");
  await save(page);
  await waitForToast(page, "Loan Updated!");
  assert.notEqual((await stored(loan))?.brokerId, screen.priya.id);
});
