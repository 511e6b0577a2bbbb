/**
 * What becomes of entries in the loan detail: when somebody else saves, when they are taken back, when a status is set
 * aside.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { loans } from "../../../db/schema/mod.ts";
import { browserTest, hasFocus } from "../../support/browser.ts";
import { head, openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { answerStaleDialog, staleDialog } from "../../support/stale.ts";

useLoanScreen();

const status = (page: Page) => head(page).getByRole("combobox", { name: "Status" });
const unsaved = (page: Page) => page.locator(".unsaved").innerText();
const saveAsOther = (loan: TestLoan, data: Record<string, unknown>) =>
  screen.t.post("/api/loans/updateloan", { loanId: loan.id, data }, screen.other);

browserTest(
  "after a stale save the other person's change is loaded, no entry is lost, and each conflict is chosen",
  async (v) => {
    const loan = await makeLoan(screen.t);
    const page = await openLoan(v, loan);
    await saveAsOther(loan, { adminRate: 0.12, comments: "Theirs", city: "Guelph" });
    await page.getByLabel("Admin Comments").fill("A long thought");
    await page.getByLabel("Broker Comments").fill("Mine");
    await page.locator("#deal-adminRate").fill("10.5");
    await save(page);
    const dialog = staleDialog(page);
    await dialog.getByText("Omar Reyes changed this loan on 20 Nov 2026").waitFor();
    // Escape leaves everything as it is: what is typed after it stays as well, and the next save asks again.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await page.locator("#deal-adminRate").inputValue(), "10.5");
    await page.locator("#deal-adminFee").fill("900");
    await save(page);
    await dialog.getByText(/^City: .* → Guelph$/).waitFor();
    const choices = dialog.locator("fieldset");
    assert.deepEqual((await choices.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim()).sort(), [
      "Broker Comments Mine Yours Theirs Omar Reyes",
      "Rate 10.5 Yours 12 Omar Reyes",
    ]);
    await answerStaleDialog(page, "Omar Reyes changed this loan", "keep mine");
    await waitForToast(page, "your entries are in place");
    assert.equal(await page.locator("#application-city").inputValue(), "Guelph");
    await save(page);
    await waitForToast(page, "Loan Updated!");
    assert.equal(await page.getByText("your entries are in place").count(), 0, "what was to be done is done");
    const { adminRate, comments, adminComments, city, adminFee } = (await stored(loan))!;
    assert.deepEqual([adminRate, comments, adminComments, city, adminFee], [
      0.105,
      "Mine",
      "A long thought",
      "Guelph",
      900,
    ]);
    assert.equal(await unsaved(page), "");
  },
);

browserTest("a save whose answer was lost is recognised as saved", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan, { expect: [/ERR_FAILED/] });
  await page.route("**/api/loans/updateloan", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await page.locator("#adminComments").fill("Once");
  await save(page);
  await waitForToast(page, "Failed to update!");
  assert.equal(await page.locator("#adminComments").inputValue(), "Once");
  await save(page);
  await waitForToast(page, "Loan Updated!");
  assert.equal(await unsaved(page), "");
  assert.equal(await page.locator("[aria-invalid=true]").count(), 0);
  assert.equal((await stored(loan))?.adminComments, "Once");
});

browserTest("a date that was cleared again does not undo the one that the save fills in", async (v) => {
  const loan = await makeLoan(screen.t, { adminComSelect: "Funded", dateFunded: "2026-11-01" });
  const page = await openLoan(v, loan);
  await status(page).selectOption("Repaid");
  await page.locator("#deal-dateRepaid").fill("2026-12-01");
  await page.locator("#deal-dateRepaid").blur();
  await page.getByText("A loan cannot have been repaid after today.").waitFor();
  await page.locator("#deal-dateRepaid").fill("2026-01-01");
  await save(page);
  await waitForToast(page, "The loan cannot be repaid before it was funded.");
  await page.locator("#deal-dateRepaid").fill("");
  await save(page);
  await waitForToast(page, "Loan Updated!");
  assert.equal(await page.locator("#toasts .toast[data-kind=bad]").count(), 0, "what was mended is no longer said");
  assert.equal(await page.locator("#deal-dateRepaid").inputValue(), "2026-11-20");
  assert.equal(await page.locator("#deal-days").innerText(), "19 days");
  assert.equal(await unsaved(page), "");
});

browserTest("moving to the trash saves a status that was picked and not saved", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await status(page).selectOption("Funded");
  await page.getByRole("button", { name: "Move to trash" }).first().click();
  await waitForToast(page, `${loan.clientCode} moved to trash`);
  assert.deepEqual([await status(page).inputValue(), await unsaved(page)], ["Trash", ""]);
  await hasFocus(page.getByRole("button", { name: "More", exact: true }));
  await page.locator("#toasts").getByRole("button", { name: "Undo" }).click();
  await waitForToast(page, "Loan Updated!");
  assert.deepEqual([await status(page).inputValue(), await unsaved(page)], ["NA", ""]);
});

browserTest("Undo of the trash goes with the next save, for which the status offers Trash as well", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan), undo = page.locator("#toasts").getByRole("button", { name: "Undo" });
  await page.getByRole("button", { name: "Move to trash" }).first().click();
  await undo.waitFor();
  await status(page).selectOption("NA");
  await save(page);
  const ask = page.getByRole("dialog").getByRole("button", { name: "Go back and save" });
  await ask.or(page.locator("#toasts .toast", { hasText: "Loan Updated!" })).first().waitFor();
  if (await ask.isVisible()) await ask.click();
  await waitForToast(page, "Loan Updated!");
  assert.equal(await undo.count(), 0);
  await status(page).selectOption("Trash");
  await save(page);
  await page.getByRole("button", { name: "Move to trash" }).first().waitFor({ state: "detached" });
  assert.equal((await stored(loan))!.adminComSelect, "Trash");
});

browserTest("each wrong amount keeps its message when its field loses the focus", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  await page.locator("#deal-fsfcLoan").fill("-5");
  await page.locator("#deal-adminFee").fill("1.5");
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => document.activeElement?.id === "deal-fsfcLoan");
  assert.equal(await page.locator("#deal-adminFee").inputValue(), "1.50", "it was tidied");
  assert.equal(await page.locator("#deal [aria-invalid=true]").count(), 2);
});

browserTest("leaving asks from the first keystroke, before the next frame is painted", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  const asks = await page.locator("#adminComments").evaluate(async (field: HTMLTextAreaElement) => {
    const asked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const type = async (text: string) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    };
    const before = asked();
    await type("x");
    const typed = asked();
    await type("");
    return [before, typed, asked()];
  });
  assert.deepEqual(asks, [false, true, false]);
});

browserTest("a dialog whose script fails to load shows an error, and opens at the next try", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan, { expect: [/ERR_INTERNET_DISCONNECTED/] });
  await page.locator("#adminComments").fill("Not lost");
  await page.context().setOffline(true);
  await status(page).selectOption("Declined");
  await save(page);
  await waitForToast(page, "This part did not load. Check your connection, then try again.");
  await page.context().setOffline(false);
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Why is this loan declined?" });
  await dialog.getByLabel("Declined reason").fill("No equity left");
  await dialog.getByRole("button", { name: "Decline and save" }).click();
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))?.adminComments, "Not lost");
});

browserTest("a reason typed before declining is in the question", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await status(page).selectOption("Declined");
  await page.locator("#deal-declineReason").fill("No equity left");
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Why is this loan declined?" });
  assert.equal(await dialog.getByLabel("Declined reason").inputValue(), "No equity left");
  await dialog.getByRole("button", { name: "Decline and save" }).click();
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))?.declineReason, "No equity left");
  const focus = await page.evaluate(() => document.activeElement?.textContent);
  assert.equal(focus, "Save", "where the keyboard was before the question");
});

browserTest("the heading keeps its height at the first entry, however long the name", async (v) => {
  const loan = await makeLoan(screen.t, {
    firstName: "Maximiliana Konstantina",
    lastName: "Papadopoulou-Featherstone",
  });
  for (const width of [1280, 1000]) {
    const page = await openLoan(v, loan, { width });
    const height = () => page.locator(".loan-head .head").evaluate((one) => one.getBoundingClientRect().height);
    const before = await height();
    await page.locator("#adminComments").fill("x");
    await page.getByText("Not saved yet").waitFor();
    assert.equal(await height(), before, `at ${width} px`);
  }
});

browserTest("a rate may be typed with its sign; a decimal comma stays for its message", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  const rate = page.locator("#deal-adminRate"), fee = page.locator("#deal-adminFee");
  await rate.fill("12,5");
  await fee.fill("4,50");
  await save(page);
  await page.locator("#deal-adminRate-e", { hasText: "such as 9.5%." }).waitFor();
  assert.deepEqual([await rate.inputValue(), await fee.inputValue()], ["12,5", "450"]);
  await rate.fill("");
  await rate.pressSequentially("9.5%");
  await save(page);
  await waitForToast(page, "Loan Updated!");
  assert.deepEqual([await rate.inputValue(), await fee.inputValue()], ["9.5", "450"]);
});

browserTest(
  "the heading notes the settings a loan was saved with until the first entry, and not after a save",
  async (v) => {
    const loan = await makeLoan(screen.t);
    await screen.t.deps.db.update(loans).set({ suggestedRate: 0.4, settingsVersionId: null }).where(
      eq(loans.id, loan.id),
    );
    const page = await openLoan(v, loan, { width: 390 });
    const mark = head(page).getByText("earlier rate");
    await mark.waitFor();
    const city = await page.locator("#application-city").inputValue();
    await page.locator("#application-city").fill("Guelph");
    await mark.waitFor({ state: "detached" });
    await page.locator("#application-city").fill(city);
    await mark.waitFor();
    await page.locator("#application-city").fill("Guelph");
    await save(page);
    await waitForToast(page, "Loan Updated!");
    assert.equal(await mark.count(), 0);
  },
);
