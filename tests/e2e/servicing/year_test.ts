/**
 * A loan's year in a browser: funded with a condition open, paid by the bank's file, renewed, paid out (lending rules
 * 12 to 16).
 */
import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { participants } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { head, openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { pdfText } from "../../support/pdf_text.ts";

const DAY_MS = 24 * 3600_000;
useLoanScreen();

/** Goes on to a day; the administrator signs in again. */
async function to(day: string) {
  const { t, admin } = screen;
  while (dateInToronto(t.now()) < day) t.advance(DAY_MS);
  await t.signInAgain(admin);
}

async function openPage(v: Visit, path: string, width = 1280) {
  const [name, value] = screen.admin.cookie.split("=");
  const page = await v.newPage(screen.site + path, { width, cookies: { [name]: value } });
  await islandsReady(page);
  return page;
}

/** The bank's file of the payments on the fourth of each month, from January 2027 on. */
function bankFile({ clientCode }: TestLoan, months: number) {
  const rows = Array.from(
    { length: months },
    (_, i) => `2027-${String(i + 1).padStart(2, "0")}-04,PAD ${clientCode},833.33`,
  );
  return { name: "account.csv", mimeType: "text/csv", text: ["Date,Description,Amount", ...rows].join("\n") };
}

browserTest("a year from commitment to discharge, with the participant's share, on a phone too", async (v) => {
  const { t, admin } = screen;
  const condition = { id: 11, title: "Proof of insurance" };
  const loan = await makeLoan(t, { ...WHOLE, dateFunded: "2026-12-04" }, { conditions: [condition] });
  await t.deps.db.insert(participants).values({ loanId: loan.id, name: "Maple Fund", amount: 25_000, position: 0 });
  assert.equal((await sendLetter(t, "generate", (await stored(loan))!, admin)).status, 200);
  await to("2026-12-04");
  const first = await openLoan(v, loan);
  await head(first).getByRole("combobox", { name: "Status" }).selectOption("Funded");
  await save(first);
  await first.getByRole("dialog").getByText("Proof of insurance").waitFor();
  await first.getByRole("button", { name: "Set to Funded" }).click();
  await waitForToast(first, "Loan Updated!");

  // Eleven payments of 833.33 from the bank; the tenth came back.
  await to("2027-11-20");
  const bank = await openPage(v, "/dashboard/bankpayments", 390);
  const choose = async (page: typeof bank, months: number) => {
    const { text, ...file } = bankFile(loan, months);
    const buffer = Buffer.from(text);
    await page.getByLabel("The bank's CSV file").setInputFiles({ ...file, buffer });
  };
  await choose(bank, 11);
  await bank.getByRole("button", { name: "Record 11 payments" }).waitFor();
  await assertNoSidewaysScroll(bank);
  await assertAccessible(bank, "a bank's file that is looked at");
  await v.shot(bank, "bank-file");
  await bank.getByRole("button", { name: "Record 11 payments" }).click();
  await waitForToast(bank, "11 payments recorded, $9,166.63.");
  await bank.goto(`${screen.site}/dashboard/loanledger?id=${loan.id}`);
  await islandsReady(bank);
  await bank.getByRole("button", { name: "Undo Payment received of 4 Oct 2027" }).click();
  await bank.getByRole("dialog").getByLabel("NSF fee").fill("45");
  await bank.getByRole("dialog").getByRole("button", { name: "Return payment" }).click();
  await waitForToast(bank, "Payment returned.");

  const renewal = {
    ...LETTER_TERMS,
    retainer: null,
    otherFees: null,
    rate: 0.09,
    fee: 500,
    term: "1 year",
    expiresOn: "2027-11-30",
  };
  const made = await sendLetter(t, "generate", (await stored(loan))!, admin, { kind: "renewal", terms: renewal });
  assert.equal(made.status, 200, await made.text());
  const deal = await openLoan(v, loan);
  await deal.locator("#deal").getByRole("button", { name: "Put in force" }).click();
  await deal.getByRole("dialog").getByRole("button", { name: "Put in force" }).click();
  await waitForToast(deal, "The renewal is in force.");

  // The next file has the old rows again; the renewal has begun.
  await to("2027-12-14");
  const next = await openPage(v, "/dashboard/bankpayments");
  await choose(next, 12);
  await next.getByText("Taken already").first().waitFor();
  assert.equal(await next.getByText("Taken already").count(), 11);
  await next.getByRole("button", { name: "Record 1 payment" }).click();
  await waitForToast(next, "1 payment recorded, $833.33.");
  await next.goto(`${screen.site}/dashboard/payout/${loan.id}`);
  await next.getByText("Total to pay the loan out").waitFor();
  const total = /Total to pay the loan out\s*(\$[\d,.]+\d)/.exec(await next.locator("main").innerText())![1];
  const file = await t.get(`/api/loans/downloadpayout?loanId=${loan.id}&date=2027-12-14`, admin);
  const paper = (await pdfText(await file.bytes())).text;
  assert.ok(paper.includes(total), `${total} is not in ${paper}`);
  assert.match(paper, /9\.00%/);

  const last = await openLoan(v, loan);
  await head(last).getByRole("combobox", { name: "Status" }).selectOption("Repaid");
  await save(last);
  const dialog = last.getByRole("dialog");
  await dialog.getByText(`By the ledger ${total} pays this loan out on 14 December 2027.`).waitFor();
  await dialog.getByRole("button", { name: "Set to Repaid" }).click();
  await waitForToast(last, "Loan Updated!");
  const statement = await openPage(v, "/dashboard/participants?month=2027-12&name=Maple+Fund", 390);
  await statement.getByText("Payout received").waitFor();
  // A quarter of December's payment, rounded down with the largest fraction ours, and of the payout.
  await statement.getByText("$208.33").first().waitFor();
  await assertNoSidewaysScroll(statement);
  await v.shot(statement, "participant-statement");
});
