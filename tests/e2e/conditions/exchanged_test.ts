/** Custom conditions that are deleted and added in one edit of the list. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { conditions } from "../../../db/schema/mod.ts";
import { browserTest } from "../../support/browser.ts";
import { openAs, screen, toast, useConditionsScreen } from "../../support/conditions_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useConditionsScreen();

browserTest("two custom conditions that take the place of two others are saved", async (visit) => {
  const loan = await makeLoan(screen.t, { brokerId: screen.broker.id }, {
    conditions: [{ id: 11 }, { id: 22, type: 0, title: "Survey" }, { id: 23, type: 0, title: "Lease" }],
  });
  const page = await openAs(visit, screen.admin, `/dashboard/viewloan?id=${loan.id}`);
  await page.getByRole("button", { name: "Edit list" }).click();
  for (const title of ["Survey", "Lease"]) await page.getByRole("button", { name: `Delete ${title}` }).click();
  for (const title of ["Strata plan", "Rent roll"]) {
    await page.getByRole("button", { name: "Custom condition" }).first().click();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  }
  await page.getByRole("button", { name: "Save conditions" }).click();
  await toast(page, "Conditions Saved!");
  const rows = await screen.t.deps.db.select().from(conditions).where(eq(conditions.loanId, loan.id));
  assert.deepEqual(rows.map(({ id, title }) => [id, title]).slice(1), [[24, "Strata plan"], [25, "Rent roll"]]);
});
