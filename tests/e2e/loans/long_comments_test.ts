/** Texts beyond their limit: nothing that was typed or pasted is cut, and the field says what to do. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { APPLICATION } from "../../support/application.ts";
import { continueDraft, enterApplication } from "../../support/application_form.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

const LIMIT = 10_000;
const LONG = "n".repeat(LIMIT + 1);
const SHORTEN = "Shorten this to 10,000 characters.";

/** Puts more into a field than fits, as pasting does: all of it stays, and the field says how long it may be. */
async function overfill(page: Page, label: string): Promise<void> {
  const field = page.getByRole("textbox", { name: label });
  await field.fill("");
  await page.keyboard.insertText(LONG);
  await page.getByText(SHORTEN).waitFor();
  assert.equal((await field.inputValue()).length, LONG.length);
  const { height } = (await field.boundingBox())!;
  assert.ok(height < page.viewportSize()!.height, `${label} is ${height} pixels high: its sentence is far below`);
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

browserTest("what a broker enters too long is kept with the draft, and named at its field by a review", async (v) => {
  const [name, token] = screen.priya.cookie.split("=");
  const page = await v.newPage(`${screen.site}/dashboard/submitloan`, { cookies: { [name]: token } });
  await islandsReady(page);
  const kept = async (enter: () => Promise<void>) => {
    const [answer] = await Promise.all([page.waitForResponse("**/api/loans/savedraft"), enter()]);
    assert.deepEqual((await answer.json()).response, true);
  };
  await enterApplication(page, { ...APPLICATION, firstName: "" });
  await kept(() => overfill(page, "Comments"));
  const first = page.locator("[name=firstName]"), long = "A".repeat(250);
  await first.click();
  await kept(() => page.keyboard.insertText(long));
  const value = page.locator("[name=appraisedValue]");
  for (const [typed, left] of [["950k", "950k"], ["  $1,250,000.00  ", "1,250,000"]]) {
    await value.fill("");
    await page.keyboard.insertText(typed);
    await value.blur();
    assert.equal(await value.inputValue(), left, "nothing of an amount is cut: it would be another one");
    const mark = left === typed ? "[aria-invalid=true]" : ":not([aria-invalid=true])";
    await page.locator(`[name=appraisedValue]${mark}`).waitFor();
  }
  await page.reload();
  await islandsReady(page);
  await continueDraft(page);
  assert.equal((await page.getByRole("textbox", { name: "Comments" }).inputValue()).length, LONG.length);
  await page.getByRole("textbox", { name: "Comments" }).fill("");
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("button", { name: "Submission Review", exact: true }).click();
  await page.getByText("Shorten this to 200 characters.").first().waitFor();
  assert.deepEqual([await first.inputValue(), await first.getAttribute("aria-invalid")], [long, "true"]);
});
