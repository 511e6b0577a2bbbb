/** The participants' dialog in a phone's window. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { openLoan, screen, useLoanScreen } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

browserTest("a phone shows a participant's name whole, and the way to remove one beside its amount", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t), { width: 390 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Participants", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Participants" });
  const name = dialog.getByLabel("Name of participant 1"), amount = dialog.getByLabel("Amount of participant 1");
  await name.fill("Harbourline Income Fund II");
  assert.ok(await name.evaluate((one) => one.scrollWidth <= one.clientWidth), "the name is cut off");
  const [field, remove] = await Promise.all(
    [amount, dialog.getByRole("button", { name: /^Remove/ })].map((one) => one.boundingBox()),
  );
  assert.ok(Math.abs(field!.y + field!.height / 2 - remove!.y - remove!.height / 2) < 4);
  // Cut between two words a name, and within its digits an amount, would look whole.
  for (const one of [name, amount]) {
    assert.equal(await one.evaluate((e) => getComputedStyle(e).textOverflow), "ellipsis");
  }
});
