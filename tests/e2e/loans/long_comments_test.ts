/** Texts beyond their limit: nothing that was typed or pasted is cut, and the field says what to do. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

const LIMIT = 10_000;
const LONG = "n".repeat(LIMIT + 1);
const SHORTEN = `Shorten this to ${LIMIT} characters.`;

/** Puts more into a field than fits, as pasting does: all of it stays, and the field says how long it may be. */
async function overfill(page: Page, label: string): Promise<void> {
  const field = page.getByRole("textbox", { name: label });
  await field.fill("");
  await page.keyboard.insertText(LONG);
  await page.getByText(SHORTEN).waitFor();
  assert.equal((await field.inputValue()).length, LONG.length);
}

browserTest("a loan's comment that is too long is refused whole, and saved once it is shortened", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await overfill(page, "Admin Comments");
  await save(page);
  await waitForToast(page, SHORTEN);
  assert.equal((await page.getByLabel("Admin Comments").inputValue()).length, LONG.length);
  await page.getByLabel("Admin Comments").fill(LONG.slice(1));
  await save(page);
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))!.adminComments.length, LIMIT);
});

browserTest("a section of a letter that is too long says so, also once it is closed", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await page.goto(`${screen.site}/dashboard/viewCommitment/${loan.id}`);
  await islandsReady(page);
  await page.getByRole("button", { name: "Edit The borrower's duties" }).click();
  await overfill(page, "Text of");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText(SHORTEN).waitFor();
});

browserTest("a broker's comment that is too long is kept with the draft", async (v) => {
  const [name, value] = screen.priya.cookie.split("=");
  const page = await v.newPage(`${screen.site}/dashboard/submitloan`, { cookies: { [name]: value } });
  await islandsReady(page);
  const kept = page.waitForResponse("**/api/loans/savedraft");
  await overfill(page, "Comments");
  assert.deepEqual((await (await kept).json()).response, true);
  await page.reload();
  await islandsReady(page);
  await page.getByRole("button", { name: /^Continue your draft/ }).click();
  assert.equal((await page.getByRole("textbox", { name: "Comments" }).inputValue()).length, LONG.length);
});
