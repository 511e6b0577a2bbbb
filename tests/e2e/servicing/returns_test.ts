/**
 * What the bank gives back, in a browser: a list of returns, a credit, a rejected file
 * (docs/decisions/pre-authorised-debit.md).
 */
import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady, type Visit } from "../../support/browser.ts";
import { waitForToast } from "../../support/loan_screen.ts";
import { openSite, type Site } from "../../support/site.ts";
import { openTransferScene, TRANSFER_ENV, type TransferScene } from "../../support/transfer_scene.ts";

let site: Site, s: TransferScene;
Deno.test.beforeAll(async () => {
  site = await openSite({ DEVICE_VERIFICATION: "off", ...TRANSFER_ENV });
  s = await openTransferScene(site.t);
});
Deno.test.afterAll(() => site.close());

async function openPage(v: Visit, path: string, width = 1280) {
  const [name, value] = s.admin.cookie.split("=");
  const page = await v.newPage(site.url + path, { width, cookies: { [name]: value } });
  await islandsReady(page);
  return page;
}

browserTest("returns are previewed and recorded, a credit is returned, a rejected file whole", async (v) => {
  const { loans: [loan, other] } = s;
  const id = await s.send("2026-12-20");
  await s.until("2026-12-22");
  const [first] = (await s.file(id)).rows;
  const returns = await openPage(v, "/dashboard/returns", 390);
  const choose = (text: string) =>
    returns.getByLabel("The bank's CSV of returns").setInputFiles({
      name: "returns.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  const text = `Reference,Sum,Why\n${first.reference},833.33,NSF\nD999999-0001,1.00,NSF`;
  await choose(text);
  await returns.getByText("No payment of our files has this reference.").waitFor();
  const columns = returns.locator(".file-columns select");
  assert.deepEqual([await columns.nth(0).inputValue(), await columns.nth(1).inputValue()], ["reference", ""]);
  await columns.nth(1).selectOption("Amount");
  await returns.getByText("1 of 2 rows, $833.33").waitFor();
  await assertNoSidewaysScroll(returns);
  await assertAccessible(returns, "a list of returns that is looked at");
  await v.shot(returns, "returns");
  const fee = returns.getByLabel("NSF fee for each debit");
  await fee.fill("some");
  await returns.getByRole("button", { name: "Return 1 payment" }).click();
  await hasFocus(fee.and(returns.locator("[aria-invalid=true]")));
  assert.equal(await returns.getByText("Enter a number like").count(), 1, "said once, at its field");
  await fee.fill("45");
  await returns.getByText("Enter a number like").waitFor({ state: "detached" });
  await returns.getByRole("button", { name: "Return 1 payment" }).click();
  await waitForToast(returns, "1 payment returned, $833.33.");
  await islandsReady(returns);
  await choose(text);
  await returns.getByText("Returned already").waitFor();

  // The other payment goes back with its file.
  const file = await openPage(v, `/dashboard/transferfile?id=${id}`);
  await file.getByText("Returned by the bank").waitFor();
  await file.getByRole("button", { name: "Rejected by the bank" }).click();
  await file.getByText("1 payment of $833.33 in all stands in the ledgers").waitFor();
  await file.getByRole("button", { name: "Take 1 payment back" }).click();
  await waitForToast(file, "File undone, 1 payment taken back, $833.33.");
  await file.getByRole("cell", { name: /Taken back$/ }).waitFor();
  assert.equal((await s.file(id)).rows.find(({ loanId }) => loanId === other.id)?.undone, "reversal");

  // December's share of a payment by hand, paid to an account that is closed.
  await s.call("recordledger", {
    loanId: loan.id,
    requestId: "by-hand-one",
    kind: "payment",
    day: "2026-12-21",
    amount: 833.33,
  });
  await s.until("2027-01-04");
  const credits = await s.send("2027-01-04", "credit", "2026-12");
  const credit = await openPage(v, `/dashboard/transferfile?id=${credits}`, 390);
  await credit.getByRole("button", { name: "Returned: Elm Trust" }).click();
  const dialog = credit.getByRole("dialog");
  await dialog.getByLabel("Bank's reason").fill("Account closed");
  await dialog.getByRole("button", { name: "Mark as returned" }).click();
  await waitForToast(credit, "Credit returned: its month is owed again.");
  await credit.getByText("Returned 4 Jan 2027: Account closed").waitFor();
  await assertNoSidewaysScroll(credit);
  await credit.getByRole("button", { name: "Not returned: Elm Trust" }).click();
  await waitForToast(credit, "Credit counts as paid again.");
});
