/** A contract in a browser: what differs from it, its renewal put in force, its payout (lending rules 12). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { contracts } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { head, openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

browserTest(
  "a funded loan shows how it differs from its contract, and a renewal comes into force once it is signed",
  async (v) => {
    const { t, admin } = screen;
    const loan = await makeLoan(t, { ...WHOLE, dateFunded: "2025-12-04" });
    const page = await openLoan(v, loan);
    await head(page).getByRole("combobox", { name: "Status" }).selectOption("Funded");
    await save(page);
    await page.getByRole("button", { name: "Set to Funded" }).click();
    await waitForToast(page, "Loan Updated!");
    const deal = page.locator("#deal");
    await deal.getByText("$100,000 at 10.00%, 12 months, 4 Dec 2025 to 4 Dec 2026.").waitFor();
    assert.equal(await page.locator("#deal-maturityEmailDate").inputValue(), "2026-12-04");
    await head(page).getByText("4 Dec 2026").waitFor();

    await page.locator("#deal-adminRate").fill("9.5");
    await deal.getByText("Rate: Contract 10.00%, form 9.50%.").waitFor();
    assert.match(await head(page).innerText(), /10\.00%/, "the head keeps the contract's rate");
    assert.match(await deal.getByRole("link", { name: /^Amend/ }).getAttribute("href") ?? "", /viewCommitment/);
    await assertAccessible(page, "a loan that differs from its contract", { within: "#deal, .loan-head" });
    await page.locator("#deal-adminRate").fill("12,5");
    await deal.getByText(/^Rate: Contract/).waitFor({ state: "detached" });
    await page.locator("#deal-adminRate").fill("10");

    await page.getByRole("button", { name: "Compute anew" }).click();
    await page.getByText(/The loan was funded with a score of .* Computed anew now, it is/).waitFor();

    const renewal = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };
    const made = await sendLetter(t, "generate", (await stored(loan))!, admin, { kind: "renewal", terms: renewal });
    assert.equal(made.status, 200, await made.text());
    await page.reload();
    await deal.getByText("The renewal letter of 20 Nov 2026 at 11.00% waits to be signed.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await assertNoSidewaysScroll(page);
    await v.shot(page, "contract-renewal");
    await deal.getByRole("button", { name: "Put in force" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Put in force" }).click();
    await waitForToast(page, "The renewal is in force.");
    await deal.getByText("Renewal of 20 Nov 2026: $100,000 at 11.00%, 12 months, 4 Dec 2026 to 4 Dec 2027.").waitFor();
    assert.equal(await deal.getByText(/Contract .*, form/).count(), 0, "the form follows");
    const rows = await t.deps.db.select().from(contracts).where(eq(contracts.loanId, loan.id));
    assert.deepEqual(rows.map(({ stage, kind }) => `${stage} ${kind}`), [
      "in force commitment",
      "offered renewal",
      "in force renewal",
    ]);

    await page.goto(`${screen.site}/dashboard/payout/${loan.id}?date=2027-01-14`);
    // 100,000 + 10 days at 11% (301.37) + three months (2,750.00)
    await page.getByText("$103,051.37").first().waitFor();
    await page.goto(`${screen.site}/dashboard/schedule/${loan.id}`);
    await page.getByRole("link", { name: "Renewal from 4 December 2026" }).click();
    await page.getByText("4 January 2027").first().waitFor();
  },
);

browserTest("a day that an amendment or a renewal cannot have is marked at its field until it is edited", async (v) => {
  const { t, site } = screen;
  const loan = await makeLoan(t, { ...WHOLE, dateFunded: "2026-02-04", estClosingDate: "2026-02-04" });
  const page = await openLoan(v, loan);
  await head(page).getByRole("combobox", { name: "Status" }).selectOption("Funded");
  await save(page);
  await page.getByRole("button", { name: "Set to Funded" }).click();
  await waitForToast(page, "Loan Updated!");
  const contract = await t.deps.db.select().from(contracts).where(eq(contracts.loanId, loan.id)).get();
  assert.equal(contract?.maturity, "2027-02-04");

  const generate = page.getByRole("button", { name: "Generate" });
  const message = (id: string) => page.locator(`#letter-${id}-e`);
  await page.goto(`${site}/dashboard/viewCommitment/${loan.id}`);
  await islandsReady(page);
  await generate.click();
  await waitForToast(page, "Not set: expiry of the offer.");
  const openUntil = page.getByLabel("Open until");
  await hasFocus(openUntil);
  assert.equal(await message("expiresOn").innerText(), "Enter the expiry of the offer.");
  await openUntil.blur();
  assert.equal(await message("expiresOn").count(), 1, "it stays while nothing is entered");
  await openUntil.fill("2026-11-19");
  assert.equal(await message("expiresOn").count(), 0, "an edit takes it away");
  await generate.click();
  await waitForToast(page, "The offer expires before the day of the letter. Choose a later day.");
  await hasFocus(openUntil);
  assert.equal(await openUntil.getAttribute("aria-invalid"), "true");
  await message("expiresOn").getByText("The offer expires before the day of the letter.").waitFor();
  await v.shot(page, "letter-wrong-day");

  await page.goto(`${site}/dashboard/viewRenewal/${loan.id}`);
  await islandsReady(page);
  await page.getByLabel("Dated").fill("2027-02-10");
  await page.getByLabel("Dated").blur();
  await message("letterDate").getByText("The renewal starts on 4 February 2027").waitFor();
  await generate.click();
  await waitForToast(page, "The renewal starts on 4 February 2027, before the letter's date.");
  await hasFocus(page.getByLabel("Dated"));
  for (const [id, text] of [["rate", "renewal rate"], ["term", "renewal term"], ["expiresOn", "expiry of the offer"]]) {
    assert.equal(await message(id).innerText(), `Enter the ${text}.`);
  }
  await page.getByLabel("Starts before the letter's date").check();
  await message("letterDate").waitFor({ state: "detached" });
});
