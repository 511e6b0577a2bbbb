/** Conditions in a browser that the server refused: what the row says, and keeps. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { assertAccessible } from "../../support/accessible.ts";
import { browserTest } from "../../support/browser.ts";
import { openAs, pdf, row, says, screen, stored, toast, useConditionsScreen } from "../../support/conditions_screen.ts";
import { BYTES } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";

useConditionsScreen();

browserTest("a failed save puts the row back, shows the error and keeps the typed text", async (visit) => {
  const loan = await makeLoan(screen.t, { brokerId: screen.broker.id }, {
    conditions: [{ id: 5 }, { id: 11 }, { id: 31, type: 0, title: "Confirm the closing date" }],
  });
  const page = await openAs(visit, screen.broker, `/dashboard/viewloan/${loan.id}`);
  await page.route(
    "**/api/loans/updatebrokercondition",
    (route) => route.fulfill({ status: 409, json: { response: false } }),
  );
  await page.route(
    "**/api/loans/uploadotherfile",
    (route) => route.fulfill({ status: 409, json: { response: false } }),
  );
  await row(page, "Confirm the closing date").getByRole("button", { name: /^Check/ }).click();
  await toast(page, "Failed Updating Condition!");
  await row(page, "Confirm the closing date").getByRole("button", { name: /^Check/ }).waitFor();
  await page.locator("#toasts").evaluate((region) => region.replaceChildren());
  const details = page.getByRole("textbox", { name: "ILA contact info" });
  await details.fill("Dana Whitfield");
  await row(page, "ILA contact info").getByRole("button", { name: /^Save/ }).click();
  await toast(page, "Failed Updating Condition!");
  assert.equal(await details.inputValue(), "Dana Whitfield");
  await row(page, "Insurance binder").locator("input[type=file]").setInputFiles(pdf);
  await toast(page, "Failed Uploading!");
  await page.unroute("**/api/loans/uploadotherfile");
  const html = { name: "binder.pdf", mimeType: "application/pdf", buffer: Buffer.from(BYTES.html) };
  await row(page, "Insurance binder").locator("input[type=file]").setInputFiles(html);
  await toast(page, "Error: This is not a PDF, PNG, JPEG or HEIC file.");
  // The toasts go; what was refused stays said where it was tried, until it is tried again.
  assert.equal(await page.locator("#toasts .toast[data-kind=bad]").count(), 1, "one at a time");
  await row(page, "Insurance binder").locator(".error")
    .getByText("binder.pdf was not uploaded. This is not a PDF, PNG, JPEG or HEIC file.").waitFor();
  await row(page, "Confirm the closing date").locator(".error").getByText("Not saved. Try again.").waitFor();
  await row(page, "ILA contact info").locator(".error").getByText("Not saved. Try again.").waitFor();
  await assertAccessible(page, "refused conditions");
  await says(page, "0 of 3 completed");
  assert.equal((await stored(loan, 11)).completed, false);
  await row(page, "Insurance binder").locator("input[type=file]").setInputFiles(pdf);
  await says(page, "1 of 3 completed");
  assert.equal(await row(page, "Insurance binder").locator(".error").count(), 0);
  assert.equal((await stored(loan, 11)).completed, true);
});
