import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { files, loans, participants, settingsVersions, submissions } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { BYTES, upload } from "../../support/files.ts";
import { openLoan, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { until } from "../../support/until.ts";

useLoanScreen();

const PDF = Buffer.from(BYTES.pdf);
const DAY = 24 * 3600_000;
const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: PDF });
const filesBlock = (page: Page) => page.locator("#files");
const fileRow = (page: Page, kind: string) => filesBlock(page).locator(`li[data-kind=${kind}]`);
const filesOf = (loan: TestLoan) => screen.t.deps.db.select().from(files).where(eq(files.loanId, loan.id));

async function menu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.locator("#loan-more").getByRole("button", { name: item, exact: true }).click();
}

/** Three submissions: the value fell, then the income rose. */
async function submitted(loan: TestLoan, times = 3): Promise<void> {
  const values = { kind: "review" as const, loanId: loan.id, secondaryIncome: 22_000, otherIncome: 0 };
  await screen.t.deps.db.insert(submissions).values([
    { ...values, at: screen.t.now() - 4 * DAY, appraisedValue: 880_000, primaryIncome: 92_000 },
    { ...values, at: screen.t.now() - 2 * DAY, appraisedValue: 850_000, primaryIncome: 92_000 },
    {
      ...values,
      at: screen.t.now() - DAY,
      appraisedValue: 850_000,
      primaryIncome: 98_000,
      kind: "submission" as const,
    },
  ].slice(0, times));
}

browserTest("a file is uploaded, viewed in the page, replaced with the old version kept, and deleted", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await page.getByLabel("Upload Application").setInputFiles(pdf("first.pdf"));
  await waitForToast(page, "File Uploaded!");
  const row = fileRow(page, "application");
  // A headless shell has no viewer for PDFs: it takes the file of a frame that is let in for a download.
  let downloaded = false;
  page.on("download", () => downloaded = true);
  await row.getByRole("button", { name: "View Application" }).click();
  const dialog = page.getByRole("dialog", { name: "first.pdf" });
  await dialog.waitFor();
  const [{ id }] = await filesOf(loan);
  const frame = dialog.locator("iframe");
  assert.equal(await frame.getAttribute("src"), `/api/loans/getfile?id=${id}&new=false&type=application`);
  const isIn = () => page.frames().some((one) => one.url().includes("/api/loans/getfile"));
  await until("the file's frame to be let in", () => Promise.resolve(downloaded || isIn()));
  await page.keyboard.press("Escape");
  await frame.waitFor({ state: "detached" });

  await row.getByRole("button", { name: "Application: more" }).click();
  await page.getByLabel("Replace Application").setInputFiles(pdf("second.pdf"));
  await row.getByText("second.pdf").waitFor();
  await row.getByText("1 older version").waitFor();
  await row.getByRole("button", { name: "first.pdf" }).click();
  await page.getByRole("dialog", { name: "first.pdf" }).waitFor();
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: "Delete Application" }).click();
  const ask = page.getByRole("dialog", { name: "Delete File?" });
  await ask.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await filesOf(loan)).filter(({ deletedAt }) => deletedAt !== null).length, 0);
  await row.getByRole("button", { name: "Delete Application" }).click();
  await ask.getByRole("button", { name: "Delete" }).click();
  await waitForToast(page, "File Deleted!");
  await page.getByLabel("Upload Application").waitFor({ state: "attached" });
  await row.getByText("1 older version").waitFor();
});

browserTest("a condition's file is listed among the loan's files at once", async (v) => {
  const loan = await makeLoan(screen.t, {}, { conditions: [{ id: 2 }] });
  const page = await openLoan(v, loan);
  await page.locator("#conditions input[type=file]").setInputFiles(pdf("bureau.pdf"));
  await waitForToast(page, "File Uploaded!");
  await fileRow(page, "bureau").getByRole("button", { name: "View Bureau" }).waitFor();
});

browserTest("the list of files includes a condition's file that was uploaded before the list hydrated", async (v) => {
  const loan = await makeLoan(screen.t, {}, { conditions: [{ id: 2 }] });
  const page = await openLoan(v, loan);
  // As it comes from the server, put back when the others are awake.
  const asleep = await page.locator("is-land[data-name=LoanFiles]").evaluateHandle((island) => {
    const copy = island.cloneNode(true);
    island.replaceWith(Object.assign(document.createElement("p"), { id: "no-files" }));
    return copy;
  });
  await page.locator("#conditions input[type=file]").setInputFiles(pdf("bureau.pdf"));
  await waitForToast(page, "File Uploaded!");
  await page.locator("#no-files").evaluate((place, island) => place.replaceWith(island), asleep);
  await page.locator("#files").click();
  await fileRow(page, "bureau").getByRole("button", { name: "View Bureau" }).waitFor();
});

browserTest("a file of the wrong kind is refused and says why", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  const text = { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("just text") };
  await page.getByLabel("Upload Bureau").setInputFiles(text);
  await waitForToast(page, "Failed Uploading!");
  await page.getByRole("button", { name: "Supporting Docs" }).click();
  await page.getByLabel("Upload a file").setInputFiles(text);
  await waitForToast(page, "Error: ");
  assert.deepEqual(await filesOf(loan), []);
});

browserTest("Other Files adds, shows, downloads and deletes; a preview is for PDFs alone", async (v) => {
  const loan = await makeLoan(screen.t, {}, { conditions: [{ id: 12 }] });
  const path = "/api/loans/uploadotherfile";
  await upload(screen.t, path, { loanId: loan.id, conditionId: 12 }, screen.admin, {
    name: "licence.png",
    bytes: BYTES.png,
  });
  const page = await openLoan(v, loan);
  await page.getByRole("button", { name: "Supporting Docs" }).click();
  const dialog = page.getByRole("dialog", { name: "Other Files" });
  await dialog.getByText("licence.png is not a PDF").waitFor();
  screen.t.advance(1000);
  await dialog.getByLabel("Upload a file").setInputFiles(pdf("t4.pdf"));
  await waitForToast(page, "File Added!");
  await dialog.getByTitle("Preview of t4.pdf").waitFor();
  const down = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download t4.pdf" }).click();
  assert.equal((await down).suggestedFilename(), "t4.pdf");
  await dialog.getByLabel("File", { exact: true }).selectOption({ label: "licence.png (Identification)" });
  await dialog.getByRole("button", { name: "Delete licence.png" }).click();
  const ask = page.getByRole("dialog", { name: "Delete File?" });
  await ask.getByText("the condition “Identification” is open again").waitFor();
  await Promise.all([page.waitForEvent("load"), ask.getByRole("button", { name: "Delete" }).click()]);
  await waitForToast(page, "File Deleted!");
  await islandsReady(page);
  await page.locator("#conditions").getByRole("heading", { name: "To do, 1" }).waitFor();
});

browserTest(
  "the history's button has the count's colour; changes are shaded, with an arrow and a word",
  async (v) => {
    for (const [times, words, band] of [[1, "1 entry", "elite"], [2, "2 entries", "yellow"]] as const) {
      const loan = await makeLoan(screen.t);
      await submitted(loan, times);
      const page = await openLoan(v, loan);
      assert.equal(await page.getByRole("button", { name: words }).getAttribute("data-band"), band);
    }
    const loan = await makeLoan(screen.t);
    await submitted(loan);
    const page = await openLoan(v, loan);
    const button = page.getByRole("button", { name: "3 entries" });
    assert.equal(await button.getAttribute("data-band"), "red");
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Submission history" });
    // A decrease is green and an increase red (loans specification 4.5).
    assert.equal(await dialog.locator("[data-band=green]").textContent(), "$850,000 decreased");
    assert.equal(await dialog.locator("[data-band=red]").textContent(), "$98,000 increased");
    await page.keyboard.press("Escape");
    await menu(page, "Submission history");
    await dialog.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const frame = dialog.getByRole("region", { name: "Reviews and submissions" });
    assert.ok(await frame.evaluate((one) => one.scrollWidth <= one.clientWidth), "a phone shows every figure");
    const named = frame.getByRole("cell").first();
    assert.equal(await named.evaluate((one) => getComputedStyle(one, "::before").content), '"Appraised value"');
  },
);

browserTest("participants are checked against the funded amount and saved", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await menu(page, "Participants");
  const dialog = page.getByRole("dialog", { name: "Participants" });
  await dialog.getByLabel("Name of participant 1").fill("North Fund");
  await dialog.getByLabel("Amount of participant 1").fill("150000");
  await dialog.getByText("$30,000 too much").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  assert.equal((await screen.t.deps.db.select().from(participants).where(eq(participants.loanId, loan.id))).length, 0);
  await dialog.getByLabel("Amount of participant 1").fill("80000");
  const another = dialog.getByRole("button", { name: "Add participant" });
  await another.click();
  // The button that removes a row goes with it: the focus does not fall behind the dialog.
  await dialog.getByRole("button", { name: "Remove participant 2" }).click();
  await another.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Name of participant 2").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Voss Holdings");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Enter whole dollars above 0.").waitFor();
  await dialog.getByLabel("Amount of participant 2").fill("10000");
  await dialog.getByText("$90,000 of $120,000 is placed; $30,000 is ours.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await waitForToast(page, "Saved");
  const rows = await screen.t.deps.db.select().from(participants).where(eq(participants.loanId, loan.id));
  assert.deepEqual(rows.map(({ name, amount }) => [name, amount]), [["North Fund", 80_000], ["Voss Holdings", 10_000]]);
});

browserTest("a deal is shared once; without partners the page says why it cannot be", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  const ask = page.getByRole("dialog", { name: "Share Loan?" });
  await menu(page, "Share deal");
  await ask.getByRole("button", { name: "Share" }).click();
  await waitForToast(page, "No partner addresses are set");
  const { settings } = screen.t.deps.ports.lending();
  await screen.t.deps.db.insert(settingsVersions).values({
    body: { ...settings, partnerEmails: ["fund@north.example"] },
    savedAt: screen.t.now(),
  });
  await screen.t.deps.ports.refreshLending();
  await menu(page, "Share deal");
  await ask.getByRole("button", { name: "Share" }).click();
  await waitForToast(page, "Loan Shared!");
  assert.equal((await stored(loan))?.isdone, 1);
  for (const turn of ["at once", "after a reload"]) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    assert.ok(await page.getByRole("button", { name: "Deal shared" }).isDisabled(), turn);
    await page.reload();
    await islandsReady(page);
  }
});

browserTest("deleting asks, returns to the list and confirms; a loan that was once funded stays", async (v) => {
  const kept = await makeLoan(screen.t, { everFunded: 1 });
  const first = await openLoan(v, kept);
  await first.getByRole("button", { name: "More", exact: true }).click();
  assert.ok(await first.getByRole("button", { name: "Kept on record" }).isDisabled());

  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await page.locator("#application-employer").fill("Somebody Else");
  const before = await page.evaluate(() => history.length);
  await menu(page, "Delete loan");
  await page.getByRole("dialog", { name: "Delete Loan?" }).getByRole("button", { name: "Delete" }).click();
  await page.waitForURL("**/dashboard/loans");
  assert.equal(await page.evaluate(() => history.length), before, "Back does not lead to what is gone");
  await waitForToast(page, "Loan Deleted!");
  assert.equal(await stored(loan), undefined);
});

browserTest("duplicates show when there are any, also after another address is saved", async (v) => {
  const place = { address: "77 Dundurn Street South", postal: "L8P 4K1" };
  const other = await makeLoan(screen.t, { ...place, lastName: "Okafor", brokerId: screen.priya.id });
  const loan = await makeLoan(screen.t, { address: "5 Nowhere Lane", postal: "L8P 4K1" });
  const page = await openLoan(v, loan);
  const button = page.getByRole("button", { name: /View duplicates/ });
  assert.equal(await button.count(), 0);
  await page.locator("#application-address").fill("77 Dundurn St. S.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await waitForToast(page, "Loan Updated!");
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Duplicate Loans (Same Address)" });
  const heads = await dialog.locator("th[scope=col]").allInnerTexts();
  assert.deepEqual(heads, ["Client", "Broker", "FSFC", "Status", "Date Created", "View"]);
  await dialog.getByRole("cell", { name: "Priya Raman" }).waitFor();
  await dialog.getByRole("link", { name: `View ${other.clientCode}` }).click();
  await page.waitForURL(`**/dashboard/viewloan?id=${other.id}`);
});

for (const width of [1280, 390]) {
  browserTest(`${width} px, both themes: axe finds nothing in any dialog, and nothing scrolls sideways`, async (v) => {
    const loan = await makeLoan(screen.t, { address: "9 Cannon Street", postal: "L8R 2B3" });
    await makeLoan(screen.t, { address: "9 Cannon St", postal: "L8R 2B3" });
    await submitted(loan);
    for (const type of ["application", "application"]) {
      await upload(screen.t, "/api/loans/uploadfile", { loanId: loan.id, type }, screen.admin);
    }
    const page = await openLoan(v, loan, { width });
    await page.getByRole("button", { name: "Application: more" }).click();
    const opened: [string, () => Promise<void>][] = [
      ["nothing open", async () => {}],
      ["menu", () => page.getByRole("button", { name: "More", exact: true }).click()],
      ["participants", () => menu(page, "Participants")],
      ["history", () => page.getByRole("button", { name: "3 entries" }).click()],
      ["duplicates", () => page.getByRole("button", { name: /View duplicates/ }).click()],
      ["decline", async () => {
        if (width < 600) return;
        await page.locator(".loan-head").getByRole("combobox", { name: "Status" }).selectOption("Declined");
        await page.getByRole("button", { name: "Save", exact: true }).click();
      }],
      ["files", () => page.getByRole("button", { name: "Supporting Docs" }).click()],
    ];
    for (const [name, open] of opened) {
      await open();
      await assertAccessible(page, name, name === "menu" ? { within: ":popover-open" } : {});
      await page.keyboard.press("Escape");
    }
    await assertNoSidewaysScroll(page);
    const rows = await screen.t.deps.db.select().from(loans).where(eq(loans.id, loan.id));
    assert.equal(rows[0].updatedAt, loan.updatedAt, "looking changes nothing");
  });
}
