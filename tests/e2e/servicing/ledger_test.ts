/**
 * A loan's ledger in a browser: begun with its balance, a payment recorded and returned, on a phone too (lending rules
 * 14).
 */
import assert from "node:assert/strict";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { WHOLE } from "../../support/letters.ts";
import { openLoan, screen, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

browserTest(
  "an older loan's ledger begins with its balance; a payment is recorded, and returned by the bank",
  async (v) => {
    const { t, admin } = screen;
    const loan = await makeLoan(t, WHOLE);
    const data = { adminComSelect: "Funded", dateFunded: "2026-08-15" };
    assert.equal((await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin)).status, 200);
    const page = await openLoan(v, loan);
    await page.locator("#documents").getByRole("link", { name: "Ledger" }).click();
    await page.getByRole("heading", { name: "Begin the ledger" }).waitFor();
    await islandsReady(page);
    await assertAccessible(page, "a ledger that begins");
    await page.getByLabel("Balance as of").fill("2026-10-20");
    await page.getByLabel("Principal").fill("");
    await page.getByRole("button", { name: "Begin the ledger" }).click();
    await page.getByText("Enter the principal in dollars.").waitFor();
    await page.getByLabel("Principal").fill("1,000,000");
    await page.locator(".notice[data-band=yellow]", { hasText: "this is $900,000.00 more" }).waitFor();
    await page.getByLabel("Principal").fill("100,000");
    await page.getByRole("button", { name: "Begin the ledger" }).click();
    await waitForToast(page, "The ledger begins.");
    // 100,000 x 10% / 12 fell due on 15 November; today is the 20th.
    await page.getByText("$833.33, 5 days").waitFor();
    // As the rows below it, and the lists, write days.
    await page.locator("dl").getByText(/^\d+ [A-Z][a-z]{2} 20\d\d$/).waitFor();
    await islandsReady(page);

    await page.getByRole("button", { name: "Record" }).click();
    const dialog = page.getByRole("dialog");
    const amount = dialog.getByLabel("Amount"), kind = dialog.getByLabel("What happened");
    await hasFocus(kind);
    const ends = await dialog.locator("form > .grid-fields, form > .field").evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])
    );
    const room = ends.slice(1).map(([top], i) => Math.round(top - ends[i][1]));
    assert.equal(new Set(room).size, 1, `a warning that is not there takes no room: ${room}`);
    await amount.fill("");
    await dialog.getByRole("button", { name: "Record" }).click();
    await dialog.getByText("Enter the amount in dollars.").waitFor();
    await kind.selectOption("prepayment");
    await dialog.getByLabel("Principal repaid").fill("40,000");
    await dialog.getByText("By the contract $1,000.00: 3 months of interest on it.").waitFor();
    await dialog.getByLabel("Penalty paid with it").fill("1,200");
    await dialog.locator(".notice", { hasText: "$200.00 more than the contract asks for." }).waitFor();
    await v.shot(page, "prepayment");
    await kind.selectOption("adjustment");
    await kind.selectOption("payment");
    assert.equal(await dialog.locator(".error").count(), 0, "what is proposed anew is not wrong");
    assert.equal(await amount.inputValue(), "833.33");
    // A digit that slipped is told before it is recorded.
    const beyond = dialog.locator(".notice[data-band=yellow]", {
      hasText: "$833.33 is due, $833.33 falls due on 15 Dec",
    });
    await amount.fill("8,333.30");
    await beyond.getByText("The other $6,666.64 would wait for later payments").waitFor();
    await v.shot(page, "payment-beyond");
    await amount.fill("833.33");
    await beyond.waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Record" }).click();
    await waitForToast(page, "Payment received: recorded.");
    await page.getByText("$833.33 on 15 Dec 2026").waitFor();
    await islandsReady(page);
    await assertAccessible(page, "a ledger");

    await page.setViewportSize({ width: 390, height: 844 });
    await assertNoSidewaysScroll(page);
    await v.shot(page, "ledger");
    await page.getByRole("button", { name: "Undo Payment received of 20 Nov 2026" }).click();
    await dialog.getByLabel("NSF fee").fill("45");
    await assertAccessible(page, "a payment that is undone", { colours: true });
    await dialog.getByRole("button", { name: "Return payment" }).click();
    await waitForToast(page, "Payment returned.");
    await page.getByText("$833.33, 5 days").waitFor();
    assert.equal(await page.locator("[data-undone]").count(), 2);

    // Paid out today: 100,000, 833.33, 45, 5 days of 100,000 and of 833.33 at 10%, three months' interest.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${screen.site}/dashboard/viewloan?id=${loan.id}`);
    await islandsReady(page);
    await page.getByRole("combobox", { name: "Status" }).first().selectOption("Repaid");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("By the ledger $103,516.46 pays this loan out on 20 November 2026.").waitFor();
    await dialog.getByText("It closes the ledger with nothing owed.").waitFor();
    assert.equal(await dialog.getByLabel("Amount received").inputValue(), "103,516.46");
    await assertAccessible(page, "a payout that is recorded");
    // A fee that is sent before its total was seen is shown first.
    const fee = dialog.getByLabel("Discharge fee");
    await fee.fill("100");
    await fee.press("Enter");
    await dialog.getByText("What is owed is another sum now.").waitFor();
    await dialog.getByText("By the ledger $103,616.46 pays this loan out on 20 November 2026.").waitFor();
    await fee.fill("0");
    await fee.blur();
    await dialog.getByText("By the ledger $103,516.46 pays this loan out on 20 November 2026.").waitFor();
    await dialog.getByLabel("Amount received").fill("x");
    await dialog.getByText(/than the statement|with nothing owed/).waitFor({ state: "detached" });
    await dialog.getByLabel("Amount received").fill("103,500");
    await dialog.locator(".notice[data-band=yellow]", { hasText: "$16.46 less than the statement" }).waitFor();
    await v.shot(page, "payout-received");
    // A colleague's entry meanwhile is shown first.
    const entry = { kind: "fee", day: "2026-11-20", amount: 10, note: "Courier", requestId: "a-courier" };
    assert.equal((await t.post("/api/loans/recordledger", { loanId: loan.id, ...entry }, admin)).status, 200);
    await dialog.getByRole("button", { name: "Set to Repaid" }).click();
    await dialog.getByText("What is owed is another sum now.").waitFor();
    await dialog.locator(".notice[data-band=yellow]", { hasText: "$26.46 less than the statement" }).waitFor();
    await dialog.getByRole("button", { name: "Set to Repaid" }).click();
    await waitForToast(page, "Loan Updated!");
    // Nothing falls due any more: the head says it at once.
    await page.getByRole("term").filter({ hasText: "Owed today" }).waitFor({ state: "detached" });
    await islandsReady(page);
    await page.locator("#documents").getByRole("link", { name: "Ledger" }).click();
    await page.getByText("Closed with a balance of").first().waitFor();
    await page.getByText("$26.46").first().waitFor();
  },
);
