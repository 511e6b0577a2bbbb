/** The table of duplicates in a phone's window. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { openLoan, screen, useLoanScreen } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

browserTest("a phone shows a duplicate whole, its link too, with the score that the list shows", async (v) => {
  const place = { address: "77 Dundurn Street South", postal: "L8P 4K1" };
  const risk = { finalScore: 1.2, shownScore: 6, riskRatingOver: "6" };
  const other = await makeLoan(screen.t, { ...place, ...risk, adminComSelect: "Repaid", brokerId: screen.priya.id });
  const page = await openLoan(v, await makeLoan(screen.t, place), { width: 390 });
  await page.getByRole("button", { name: /View duplicates/ }).click();
  const dialog = page.getByRole("dialog", { name: "Duplicate Loans (Same Address)" });
  const link = dialog.getByRole("link", { name: `View ${other.clientCode}` });
  await link.waitFor();
  const frames = dialog.locator("xpath=self::*|.//div");
  const wider = await frames.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  assert.equal(wider, 0, "what stands in the dialog is wider than it");
  const [inside, box] = await Promise.all([link.boundingBox(), dialog.boundingBox()]);
  assert.ok(inside!.x + inside!.width <= box!.x + box!.width, "the link is cut off");
  assert.equal(
    await dialog.locator("tbody tr").innerText().then((text) => text.replaceAll(/\s+/g, " ").trim()),
    `${other.clientCode} 6.00 Red Priya Raman $${other.newLoanAmount.toLocaleString("en")} Repaid ` +
      `${await dialog.locator("td").nth(3).innerText()} View ${other.clientCode}`,
  );
  const labels = await dialog.locator("td").evaluateAll((all) =>
    all.map((one) => getComputedStyle(one, "::before").content)
  );
  assert.deepEqual(labels.slice(0, 4), ['"Broker"', '"FSFC"', '"Status"', '"Date Created"']);
});
