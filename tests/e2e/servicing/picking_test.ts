/** Rows that a person picks out, in a browser: a file's payments, a list of returns, payments due, a bank's rows. */
import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { waitForToast } from "../../support/loan_screen.ts";
import { openSite, type Site } from "../../support/site.ts";
import { openTransferScene, TRANSFER_ENV, type TransferScene } from "../../support/transfer_scene.ts";

let site: Site, s: TransferScene;
Deno.test.beforeAll(async () => {
  site = await openSite({ DEVICE_VERIFICATION: "off", ...TRANSFER_ENV });
  s = await openTransferScene(site.t);
});
Deno.test.afterAll(() => site.close());

async function openPage(v: Visit, path: string, width = 1280): Promise<Page> {
  const [name, value] = s.admin.cookie.split("=");
  const page = await v.newPage(site.url + path, { width, cookies: { [name]: value } });
  await islandsReady(page);
  return page;
}
const csv = (page: Page, label: string, lines: readonly string[]) =>
  page.getByLabel(label).setInputFiles({
    name: "bank.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  });

browserTest("selected payments alone are collected, returned, marked and recorded", async (v) => {
  const [first, second] = s.loans;
  // The file takes the one payment that stays ticked.
  const plan = await openPage(v, "/dashboard/transfers?kind=debit&day=2026-12-20", 390);
  await plan.getByText("2 of 2 chosen, $1,666.66").waitFor();
  await plan.getByRole("checkbox", { name: `Take ${second.clientCode}` }).uncheck();
  await plan.getByText("1 of 2 chosen, $833.33").waitFor();
  await assertNoSidewaysScroll(plan);
  await plan.getByRole("button", { name: "Make the file of 1 payment" }).click();
  await plan.waitForURL(/transferfile\?id=/);
  const id = Number(new URL(plan.url()).searchParams.get("id"));
  assert.deepEqual((await s.file(id)).rows.map(({ loanId }) => loanId), [first.id]);
  assert.equal((await s.t.get(`/api/loans/downloadtransfers?id=${id}&as=csv`, s.admin)).status, 200);
  await s.call("sendtransfers", { id });
  const other = await s.send("2026-12-20");
  await s.until("2026-12-22");

  // Both come back in one list, without days: the one that stays ticked is returned, on the form's day.
  const references = [...(await s.file(id)).rows, ...(await s.file(other)).rows].map(({ reference }) => reference);
  const returns = await openPage(v, "/dashboard/returns", 390);
  await csv(returns, "The bank's CSV of returns", ["Reference,Reason", ...references.map((one) => `${one},NSF`)]);
  await returns.getByText("2 of 2 rows, $1,666.66").waitFor();
  await returns.locator("#returned-on").fill("2026-12-21");
  await returns.getByText("21 Dec 2026 as entered above, NSF. ").first().waitFor();
  await returns.getByRole("checkbox", { name: `Return ${references[1]}` }).uncheck();
  await assertNoSidewaysScroll(returns);
  await assertAccessible(returns, "returns of which some are picked");
  await v.shot(returns, "picked-returns");
  await returns.getByRole("button", { name: "Return 1 payment" }).click();
  await waitForToast(returns, "1 payment returned, $833.33.");
  assert.deepEqual((await s.file(id)).rows.map(({ undone }) => undone), ["nsf"]);
  assert.deepEqual((await s.file(other)).rows.map(({ undone }) => undone), [null]);

  // Of two payments due one is marked; the other is picked from a bank's file, by the loan that it may be of.
  await s.until("2027-01-20");
  const due = await openPage(v, "/dashboard/duepayments?day=2027-01-20");
  await due.getByText("2 of 2 unpaid chosen").waitFor();
  const late = await openPage(v, "/dashboard/duepayments?day=2027-01-20");
  await due.getByRole("checkbox", { name: `Mark ${second.clientCode}` }).uncheck();
  await due.getByText("1 of 2 unpaid chosen, $833.33").waitFor();
  await due.getByRole("button", { name: "Mark 1 payment as received" }).click();
  const dialog = due.getByRole("dialog");
  await dialog.getByText("1 payment stays unpaid.").waitFor();
  await dialog.getByRole("button", { name: "Mark as received" }).click();
  await waitForToast(due, "1 payment marked as received, $833.33.");
  assert.equal(await due.getByRole("checkbox", { name: `Mark ${first.clientCode}` }).count(), 0);
  // A window that was open before marks nothing twice, and says so.
  await late.getByRole("checkbox", { name: `Mark ${second.clientCode}` }).uncheck();
  await late.getByRole("button", { name: "Mark 1 payment as received" }).click();
  await late.getByRole("dialog").getByRole("button", { name: "Mark as received" }).click();
  await waitForToast(late, "1 payment was marked as received before.");

  const bank = await openPage(v, "/dashboard/bankpayments");
  await csv(bank, "The bank's CSV file", [
    "Date,Description,Amount",
    "2027-01-20,E-TRANSFER,833.33",
    "2027-01-20,E-TRANSFER 2,12.00",
  ]);
  await bank.getByText("0 of 2 rows").waitFor();
  const row = bank.getByRole("row").filter({ hasText: "$833.33" });
  await row.getByRole("button", { name: new RegExp(`^${second.clientCode}`) }).click();
  await bank.getByText("1 of 2 rows, $833.33").waitFor();
  await assertAccessible(bank, "a bank's rows of which one is picked");
  await bank.getByRole("button", { name: "Record 1 payment" }).click();
  await waitForToast(bank, "1 payment recorded, $833.33.");
});

browserTest("texts of a bank's rows wrap between words, in a table and folded", async (v) => {
  const page = await openPage(v, "/dashboard/bankpayments");
  const word = "INTERACETRANSFERAUTODEPOSITWITHAREFERENCE0123456789";
  const rows = [`2026-12-21,${word} ${word},1480.21`, "2026-12-21,PREAUTHORISED PAYMENT OF THE MORTGAGE,1480.21"];
  await csv(page, "The bank's CSV file", ["Date,Description,Amount", ...rows]);
  const rowsHere = page.getByRole("table", { name: "Rows of the bank's file" }).locator("tbody");
  await rowsHere.getByText(word).waitFor();
  for (const width of [1280, 1060, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const least = await rowsHere.locator(":is(.row-title, .row-detail)").evaluateAll((cells) =>
      Math.min(...cells.map((one) => one.getBoundingClientRect().width))
    );
    assert.ok(least >= 208, `${least} pixels at ${width}`);
    // Folded, the reason has the row's whole width: the state stands above it.
    if (width > 390) continue;
    assert.ok(await rowsHere.locator(".row-detail").first().evaluate((one) => one.getBoundingClientRect().width) > 340);
    assert.equal(await rowsHere.locator(".row-detail").count(), 2);
  }
});
