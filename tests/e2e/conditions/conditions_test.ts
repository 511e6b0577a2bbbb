/** Conditions in a browser: a broker completes one of each type, an administrator edits the list and reviews. */
import assert from "node:assert/strict";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { openAs, pdf, row, says, screen, stored, toast, useConditionsScreen } from "../../support/conditions_screen.ts";
import { BYTES, upload } from "../../support/files.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

useConditionsScreen();

/** One of each type, the restricted retainer, and a completed one. */
const aLoan = (): Promise<TestLoan> =>
  makeLoan(screen.t, { brokerId: screen.broker.id, comments: "They close on the 4th." }, {
    conditions: [{ id: 4 }, { id: 5 }, { id: 11 }, { id: 31, type: 0, title: "Confirm the closing date" }, {
      id: 10,
      completed: true,
    }],
  });

const viewOf = (loan: TestLoan) => `/dashboard/viewloan/${loan.id}`;
const reviewOf = (loan: TestLoan) => `/dashboard/viewloan?id=${loan.id}`;

browserTest("a broker completes one of each type by keyboard, and a reload shows them complete", async (visit) => {
  const loan = await aLoan();
  const page = await openAs(visit, screen.broker, viewOf(loan));
  await says(page, "1 of 5 completed");
  assert.equal(await row(page, "Non-refundable retainer").getByRole("button").count(), 0, "the lender's own is locked");

  await row(page, "Confirm the closing date").getByRole("button", { name: /^Check/ }).focus();
  await page.keyboard.press("Enter");
  await toast(page, "Condition Updated!");
  // The focus went with the row.
  await hasFocus(row(page, "Confirm the closing date").getByRole("button", { name: /^UnCheck/ }));

  const details = page.getByRole("textbox", { name: "ILA contact info" });
  await row(page, "ILA contact info").getByRole("button", { name: /^Save/ }).click();
  await row(page, "ILA contact info").getByText("Enter the details first.").waitFor();
  await hasFocus(details);
  await details.fill("Dana Whitfield, 905-555-0119");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "3 of 5 completed");

  await row(page, "Insurance binder").locator("input[type=file]").setInputFiles(pdf);
  await toast(page, "File Uploaded!");
  await says(page, "4 of 5 completed");
  await row(page, "Insurance binder").getByText("binder.pdf").waitFor();

  await page.reload();
  await islandsReady(page);
  await says(page, "4 of 5 completed");
  await page.locator("li.done").getByText("Dana Whitfield, 905-555-0119").waitFor();
  assert.equal((await stored(loan, 11)).fileName, "binder.pdf");
});

browserTest(
  "addresses in titles, answers and reasons break their lines instead of widening the page",
  async (visit) => {
    const link = `https://example.com/${"a1b2c3d4e5".repeat(9)}`;
    const loan = await makeLoan(screen.t, { brokerId: screen.broker.id, address: link }, {
      conditions: [{ id: 31, type: 0, title: link }, { id: 5, completed: true }],
    });
    const returned = { loanId: loan.id, conditionId: 5, accept: false, reason: link };
    assert.equal((await screen.t.post("/api/loans/reviewbrokercondition", returned, screen.admin)).status, 200);
    for (const [who, path] of [[screen.broker, viewOf(loan)], [screen.admin, reviewOf(loan)]] as const) {
      const page = await openAs(visit, who, path);
      await page.setViewportSize({ width: 390, height: 844 });
      await assertNoSidewaysScroll(page);
    }
  },
);

browserTest("Manage Conditions completes an open condition of any loan, and the progress follows", async (visit) => {
  const priya = await screen.t.account({ name: "Priya Raman" });
  const [one, two] = [
    await makeLoan(screen.t, { brokerId: priya.id, lastName: "Sooner", estClosingDate: "2027-02-01" }, {
      conditions: [{ id: 11 }, { id: 5 }, { id: 4 }],
    }),
    await makeLoan(screen.t, { brokerId: priya.id, lastName: "Later" }, { conditions: [{ id: 11 }] }),
  ];
  const page = await openAs(visit, priya, "/dashboard/loans");
  await says(page, "3 to do on 2 loans");
  await assertAccessible(page, "Manage Conditions");
  const section = (lastName: string) =>
    page.locator(".outstanding > section").filter({ has: page.getByRole("heading", { name: lastName }) });
  const binder = section("Later").locator("li").filter({ hasText: "Insurance binder" });
  await binder.locator("input[type=file]").setInputFiles(pdf);
  await toast(page, "File Uploaded!");
  await says(page, "2 to do on 2 loans");
  await section("Later").getByText("1 of 1 completed").waitFor();
  await hasFocus(binder.locator("input[type=file]"));
  assert.equal((await stored(two, 11)).fileName, "binder.pdf");
  assert.equal((await stored(one, 11)).completed, false);
  await section("Sooner").getByRole("textbox", { name: "ILA contact info" }).fill("Dana Whitfield");
  await section("Sooner").getByRole("button", { name: /^Save/ }).click();
  await says(page, "1 to do on 2 loans");
  await page.reload();
  await islandsReady(page);
  await says(page, "1 to do on one loan");
});

browserTest(
  "a dropped file is uploaded; Download Commitment goes once the executed one is in",
  async (visit) => {
    const loan = await makeLoan(screen.t, { brokerId: screen.broker.id }, { conditions: [{ id: 3 }, { id: 11 }] });
    await upload(screen.t, "/api/loans/uploadfile", { loanId: loan.id, type: "commitment" }, screen.admin, {
      name: "commitment.pdf",
    });
    const page = await openAs(visit, screen.broker, viewOf(loan));
    const link = page.getByRole("link", { name: "Download Commitment" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    assert.equal(download.suggestedFilename(), "commitment.pdf");
    const dropped = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "signed.pdf", { type: "application/pdf" }));
      return data;
    }, [...BYTES.pdf]);
    await row(page, "Executed commitment letter").dispatchEvent("dragover", { dataTransfer: dropped });
    await row(page, "Executed commitment letter").dispatchEvent("drop", { dataTransfer: dropped });
    await toast(page, "File Uploaded!");
    await link.waitFor({ state: "detached" });
  },
);

browserTest("an administrator adds presets and a custom condition, orders, edits, deletes and saves", async (visit) => {
  const loan = await aLoan();
  const page = await openAs(visit, screen.admin, reviewOf(loan));
  const block = page.locator("#conditions");
  await block.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add conditions" });
  assert.ok(await dialog.getByRole("checkbox", { name: /^ILA contact info/ }).isDisabled(), "it is on the loan");
  await dialog.getByRole("searchbox", { name: "Find a preset" }).fill("assessment");
  await dialog.getByRole("checkbox", { name: /^NOA/ }).check();
  await dialog.getByRole("searchbox").fill("");
  await dialog.getByRole("checkbox", { name: /^Identification/ }).check();
  await assertAccessible(page, "the presets");
  await dialog.getByRole("button", { name: "Add 2" }).click();
  await block.getByRole("button", { name: "Custom condition" }).click();
  const form = page.getByRole("dialog", { name: "Custom condition" });
  await form.getByRole("button", { name: "Add" }).click();
  await form.getByText("Give the condition a title.").waitFor();
  await form.getByLabel("Title").fill("t".repeat(121));
  await form.getByRole("button", { name: "Add" }).click();
  await form.getByText("Shorten this to 120 characters.").waitFor();
  await form.getByLabel("Title").fill("Payout letter");
  await form.getByLabel("Type").selectOption({ label: "Input Text" });
  await form.getByLabel("Completed by").selectOption({ label: "The lender only" });
  await form.getByLabel("Note").fill("From the line of credit");
  await assertAccessible(page, "the form");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Add" }).click();

  await block.getByRole("button", { name: "Edit list" }).click();
  const up = row(page, "Payout letter").getByRole("button", { name: "Move Payout letter up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await hasFocus(up);
  await row(page, "Insurance binder").getByRole("button", { name: "Delete Insurance binder" }).click();
  // What was pressed is gone: the focus goes beside it, not to the page's start.
  await hasFocus(block.getByRole("button", { name: "Done" }));
  await row(page, "Confirm the closing").getByRole("button", { name: /^Edit/ }).click();
  const edit = page.getByRole("dialog", { name: "Edit condition" });
  await edit.getByLabel("Title").fill("Confirm the date");
  await edit.getByRole("button", { name: "Change" }).click();
  // The head says what is left, and its Save takes the conditions along.
  const head = page.locator(".loan-head");
  await head.getByText("Conditions not saved").waitFor();
  await head.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Conditions Saved!");
  await toast(page, "Loan Updated!");
  await page.waitForFunction(() => document.querySelector(".unsaved")?.textContent === "");
  const titles = await block.locator(".condition-list > li .condition-title").evaluateAll((all) =>
    all.map((one) => one.firstChild?.textContent)
  );
  assert.deepEqual(titles, [
    "Income verification",
    "Non-refundable retainer",
    "ILA contact info",
    "Confirm the date",
    "Payout letter",
    "NOA",
    "Identification",
  ]);
  // The id rule of loans specification 3.5: 20 presets, 7 in the list when it was added, and one more.
  assert.equal((await stored(loan, 28))?.title, "Payout letter");
  await page.route(
    "**/api/loans/savebrokerconditions",
    (route) => route.fulfill({ status: 401, json: { response: false, reason: "Sign in and try again." } }),
  );
  let saves = 0;
  page.on("request", (request) => request.url().endsWith("/api/loans/updateloan") && saves++);
  await row(page, "NOA").getByRole("button", { name: "Delete NOA" }).click();
  await head.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Failed Saving! Sign in and try again.");
  assert.equal(saves, 0, "the loan waits for its conditions");
  await block.getByRole("button", { name: "Discard" }).click();
  await row(page, "NOA").waitFor();
  await hasFocus(block.getByRole("button", { name: "Done" }));
  await row(page, "NOA").getByRole("button", { name: /^Edit/ }).click();
  await edit.getByLabel("Title").fill("Notice of assessment");
  await edit.getByRole("button", { name: "Change" }).click();
  await block.getByRole("button", { name: "Discard" }).click();
  await row(page, "NOA").waitFor();
  assert.equal(await block.getByRole("button", { name: "Discard" }).count(), 0, "nothing is left to discard");

  // The list is kept as a set, and another loan gets it with one click.
  await block.getByRole("button", { name: "Keep list as a set" }).click();
  const naming = page.getByRole("dialog", { name: "Keep these conditions as a set" });
  await naming.getByLabel("Name").fill("Second, refinance");
  await naming.getByRole("button", { name: "Keep set" }).click();
  await toast(page, "Second, refinance kept");
  await block.getByRole("button", { name: "Keep list as a set" }).click();
  await naming.getByLabel("Name").fill("Purchase");
  await naming.getByRole("button", { name: "Keep set" }).click();
  await block.getByRole("button", { name: "Delete the set Purchase" }).waitFor();
  await block.getByRole("button", { name: "Rename the set Second, refinance" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename Second, refinance" });
  await renaming.getByLabel("Name").fill("purchase");
  await renaming.getByRole("button", { name: "Rename" }).click();
  await renaming.getByText("There is a set Purchase already.").waitFor();
  await hasFocus(renaming.getByLabel("Name"));
  await renaming.getByLabel("Name").fill("Refinance");
  await renaming.getByRole("button", { name: "Rename" }).click();
  await toast(page, "Renamed to Refinance");
  await block.getByRole("button", { name: "Delete the set Refinance" }).waitFor();
  await block.getByRole("button", { name: "Delete the set Purchase" }).click();
  await page.getByRole("dialog", { name: "Delete the set Purchase?" }).getByRole("button", { name: "Delete set" })
    .click();
  await toast(page, "Purchase deleted");
  const other = await openAs(
    visit,
    screen.admin,
    reviewOf(await makeLoan(screen.t, { brokerId: screen.broker.id }, {})),
  );
  const set = other.getByRole("group", { name: "Sets of conditions" }).getByRole("button");
  assert.equal(await set.textContent(), "Refinance, adds 7");
  // The sets keep to their own line, whether or not the head has room: adding one moves no other.
  const above = (await other.locator("#conditions").getByRole("button", { name: "Add", exact: true }).boundingBox())!;
  assert.ok((await set.boundingBox())!.y >= above.y + above.height, "the sets stand below the head's buttons");
  await other.getByRole("button", { name: "Edit sets" }).click();
  await other.getByRole("button", { name: "Rename the set Refinance" }).waitFor();
  await other.locator("#conditions").getByRole("button", { name: "Done" }).click();
  await set.click();
  await other.locator("#conditions").getByText("To do, 7").waitFor();
  await assertAccessible(other, "a set that was added", { within: "#conditions" });
  await other.locator("#conditions").getByRole("button", { name: "Save conditions" }).click();
  await toast(other, "Conditions Saved!");
  await hasFocus(other.locator("#conditions").getByRole("button", { name: "Edit list" }));
});

browserTest("a condition that was deleted while the broker completed it stays, and the save says so", async (visit) => {
  const loan = await aLoan(), page = await openAs(visit, screen.admin, reviewOf(loan));
  const block = page.locator("#conditions");
  await block.getByRole("button", { name: "Edit list" }).click();
  await block.getByRole("button", { name: "Delete Insurance binder" }).click();
  await upload(screen.t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 11 }, screen.broker, {
    name: "binder.pdf",
  });
  await block.getByRole("button", { name: "Save conditions" }).click();
  await toast(page, "Conditions Saved! Insurance binder was completed meanwhile and stays.");
});

browserTest("an administrator sees what a broker updated once, reads the file and deletes it", async (visit) => {
  const loan = await aLoan();
  await upload(screen.t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 11 }, screen.broker, {
    name: "binder.pdf",
  });
  const page = await openAs(visit, screen.admin, reviewOf(loan));
  await row(page, "Insurance binder").getByText("Updated", { exact: true }).waitFor();
  const viewed = page.waitForResponse("**/api/loans/viewedbrokerconditions");
  await page.locator("#conditions").scrollIntoViewIfNeeded();
  assert.equal((await viewed).status(), 200);
  const view = row(page, "Insurance binder").getByRole("link", { name: /^View/ });
  const opened = await page.request.get(screen.site + await view.getAttribute("href"));
  assert.match(opened.headers()["content-disposition"], /^inline/);
  await row(page, "Non-refundable retainer").getByRole("button", { name: /^Check/ }).click();
  await row(page, "Non-refundable retainer").getByRole("button", { name: /^UnCheck/ }).waitFor();
  await row(page, "Non-refundable retainer").getByText("Helen Voss, ").waitFor();

  await page.reload();
  await islandsReady(page);
  assert.equal(await page.locator("#conditions").getByText("Updated", { exact: true }).count(), 0, "it cleared");
  await row(page, "Insurance binder").getByRole("button", { name: /^Delete the file/ }).click();
  const ask = page.getByRole("dialog", { name: "Delete File?" });
  await ask.getByRole("button", { name: "Delete", exact: true }).click();
  await toast(page, "File Deleted!");
  await row(page, "Insurance binder").getByText("Upload", { exact: false }).first().waitFor();
  assert.equal((await stored(loan, 11)).completed, false);
});
