/** The participants' dialog that is left without a save. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { openLoan, screen, useLoanScreen } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

browserTest("participants that were not saved are not shown as placed the next time", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  const open = async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "Participants", exact: true }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Participants" });
  const name = dialog.getByLabel("Name of participant 1");
  for (
    const leave of [() => dialog.getByRole("button", { name: "Cancel" }).click(), () => page.keyboard.press("Escape")]
  ) {
    await open();
    assert.equal(await name.inputValue(), "");
    await name.fill("Maple Fund");
    await dialog.getByLabel("Amount of participant 1").fill("50000");
    await dialog.getByText("$50,000 of ").waitFor();
    await leave();
    await dialog.waitFor({ state: "hidden" });
  }
  await open();
  await dialog.getByText("$0 of ").waitFor();
  await name.fill("Maple Fund");
  await dialog.getByLabel("Amount of participant 1").fill("50000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await open();
  await dialog.getByText("$50,000 of ").waitFor();
});
