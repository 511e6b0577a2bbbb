/** A condition's file that is replaced among the loan's files, beside conditions that are not saved yet. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { openAs, pdf, screen, toast, useConditionsScreen } from "../../support/conditions_screen.ts";
import { upload } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";

useConditionsScreen();

browserTest("a condition's file is replaced without leaving what is not saved of the conditions", async (visit) => {
  const { t, broker, admin } = screen;
  const loan = await makeLoan(t, { brokerId: broker.id }, { conditions: [{ id: 2 }] });
  assert.equal(
    (await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 2 }, broker)).status,
    200,
  );
  const page = await openAs(visit, admin, `/dashboard/viewloan?id=${loan.id}`);
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    void dialog.dismiss();
  });
  await page.getByRole("button", { name: "Custom condition" }).first().click();
  await page.getByRole("textbox", { name: "Title" }).fill("Rent roll");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Bureau: more" }).click();
  await page.getByLabel("Replace Bureau").setInputFiles(pdf);
  await toast(page, "File Uploaded!");
  await page.locator("[data-kind=bureau]").getByText("1 older version").waitFor();
  assert.equal(await page.locator("[data-condition]").filter({ hasText: "Rent roll" }).count(), 1);
  assert.equal(asked, 0, "nothing asks whether to leave");
});
