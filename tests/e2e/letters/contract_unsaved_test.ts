/** A letter is not put in force beside what is unsaved on its loan's page, which is loaded anew for it. */
import assert from "node:assert/strict";
import { contracts } from "../../../db/schema/mod.ts";
import { browserTest } from "../../support/browser.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

browserTest("a renewal comes into force once the page has nothing unsaved", async (v) => {
  const { t, admin } = screen, loan = await makeLoan(t, { ...WHOLE });
  const funded = { loanId: loan.id, data: { adminComSelect: "Funded", dateFunded: "2025-12-04" } };
  assert.equal((await t.post("/api/loans/updateloan", funded, admin)).status, 200);
  const terms = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };
  const made = await sendLetter(t, "generate", (await stored(loan))!, admin, { kind: "renewal", terms });
  assert.equal(made.status, 200, await made.text());
  const inForce = async () => (await t.deps.db.select().from(contracts)).filter(({ stage }) => stage === "in force");

  const page = await openLoan(v, loan);
  const accept = page.locator("#deal").getByRole("button", { name: "Put in force" });
  await page.getByLabel("Admin Comments").fill("Called on Monday");
  await accept.click();
  await waitForToast(page, "Save what you changed on this page, then put the renewal in force.");
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal((await inForce()).length, 1);
  await save(page);
  await waitForToast(page, "Loan Updated!");
  await accept.click();
  await page.getByRole("dialog").getByRole("button", { name: "Put in force" }).click();
  await waitForToast(page, "The renewal is in force.");
  assert.equal((await inForce()).length, 2);
});
