/** Letters, schedules and payouts in a browser: written, kept, made, downloaded, seen by the broker, printed. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { sendLetter, WHOLE } from "../../support/letters.ts";
import { answerStaleDialog, staleDialog } from "../../support/stale.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { pdfText } from "../../support/pdf_text.ts";
import { openSite, type Site } from "../../support/site.ts";
import { walker } from "../../support/walker.ts";

let opened: Site;
let t: TestApp;
let site = "";
let admin: TestAccount, priya: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off", LENDER_ADDRESS: "1 Example Wharf, Hamilton, Ontario" });
  ({ t, url: site } = opened);
  admin = await t.account({ name: "Helen Voss", role: 9 });
  priya = await t.account({ name: "Priya Raman" });
});

Deno.test.afterAll(() => opened.close());

const openAs = opener(() => site);

const wholeLoan = () => makeLoan(t, { ...WHOLE, brokerId: priya.id }, { conditions: [{ id: 5 }] });
const fundedLoan = () => makeLoan(t, { ...WHOLE, adminComSelect: "Funded", dateFunded: "2026-01-15", everFunded: 1 });
const told = (page: Page, text: string) => page.locator("#toasts").getByText(text).waitFor();
const letterOf = (loan: TestLoan) => `/dashboard/viewCommitment/${loan.id}`;
const clause = (page: Page, title: string) => page.getByRole("region", { name: title });

browserTest(
  "a commitment is written, saved, generated and downloaded, and its broker is asked to have it signed",
  async (v) => {
    const loan = await wholeLoan();
    const page = await openAs(v, admin, letterOf(loan));
    const checks = page.getByRole("region", { name: "Before you generate it" });
    await checks.getByText("Not set: expiry of the offer").waitFor();
    await page.getByRole("button", { name: "Generate" }).click();
    await told(page, "Not set: expiry of the offer.");

    await checks.getByRole("link", { name: /Set it/ }).click();
    await page.getByLabel("Open until").fill("2026-11-27");
    await checks.getByText("Every figure is set.").waitFor();
    await page.getByLabel("Retainer").fill("500");
    await page.getByLabel("Other costs").fill("400");
    // 16.90% with 5,900 of fees deducted (lending rules 8).
    await clause(page, "Cost of borrowing").getByText("16.90%").waitFor();
    await clause(page, "Amount and net advance").getByText("$94,100.00").waitFor();

    await clause(page, "The borrower's duties").getByRole("button", { name: /^Edit/ }).click();
    await page.getByLabel(/^Text of/).fill("The borrower mends the roof.\n\n- And the gutter");
    await page.getByRole("button", { name: "Done" }).click();
    await clause(page, "The borrower's duties").getByText("Edited").waitFor();
    await page.getByText("Not saved yet").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await told(page, "Letter saved");
    await page.reload();
    await islandsReady(page);
    await clause(page, "The borrower's duties").getByText("mends the roof").waitFor();

    await page.getByRole("button", { name: "Generate" }).click();
    await told(page, "Mortgage commitment generated. It is ready to sign.");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    const { text } = await pdfText(new Uint8Array(await readFile(await (await download).path())));
    for (
      const said of ["mends the roof", "Net advance $94,100.00", "(APR) 16.90%", "Daniel Smithers", "1 Example Wharf"]
    ) {
      assert.ok(text.includes(said), said);
    }
    await v.shot(page, "letter-made");

    const brokers = await openAs(v, priya, `/dashboard/viewloan/${loan.id}`);
    const row = brokers.locator("[data-condition='3']");
    await row.getByText("Ready to sign").waitFor();
    const theirs = brokers.waitForEvent("download");
    await brokers.getByRole("link", { name: "Download Commitment" }).click();
    assert.match((await theirs).suggestedFilename(), /Mortgage commitment SMI-/);
    await v.shot(brokers, "letter-broker");
  },
);

browserTest("a letter's page says which terms the letter that is out states otherwise", async (v) => {
  const loan = await wholeLoan();
  assert.equal((await sendLetter(t, "generate", loan, admin)).status, 200);
  const page = await openAs(v, admin, letterOf(loan));
  const checks = page.getByRole("region", { name: "Before you generate it" });
  const other = checks.getByText("says other terms: retainer $500.00, now $700.00.");
  await checks.getByText("Every figure is set.").waitFor();
  await page.getByLabel("Retainer").fill("700");
  await other.waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Letter saved");
  await page.reload();
  await other.waitFor();
  await islandsReady(page);
  await page.getByRole("button", { name: "Generate" }).click();
  await told(page, "Mortgage commitment generated. It is ready to sign.");
  await other.waitFor({ state: "detached" });
});

browserTest("on a bridge's page of the letter its price stands in place of payments", async (v) => {
  const bridge = { ...WHOLE, firstOrSecond: "Bridge", adminStructure: "Bridge", adminTerm: "3 months" };
  const loan = await makeLoan(t, { ...bridge, brokerId: priya.id });
  const page = await openAs(v, admin, letterOf(loan));
  // 10% of 100,000 for 91 days is 2,493.15, less than the minimum.
  const sums = page.locator("aside .facts");
  await sums.getByText("Price").waitFor();
  assert.match(await sums.innerText(), /Price\s+\$2,500\.00/);
  assert.doesNotMatch(await sums.innerText(), /payment/i);
});

browserTest("a section goes back to the loan's figures, and leaving asks while something is not saved", async (v) => {
  const page = await openAs(v, admin, letterOf(await wholeLoan()));
  const section = clause(page, "Repayment before maturity");
  const before = await section.innerText();
  await section.getByRole("button", { name: /^Edit/ }).press("Enter");
  const area = page.getByLabel(/^Text of/);
  await hasFocus(area);
  await area.fill("Never.");
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await hasFocus(section.getByRole("button", { name: /^Edit/ }));
  await page.keyboard.press("Enter");
  await hasFocus(area);
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await assertAsksBeforeLeaving(page, () => page.getByRole("link", { name: "Loan", exact: true }).click());
  await section.getByRole("button", { name: /^Reset/ }).click();
  assert.equal(await section.innerText(), before);
  await page.waitForFunction(() => !document.body.innerText.includes("Not saved yet"));
});

browserTest("saying that a letter is not saved moves nothing, and the first button's outline is whole", async (v) => {
  const page = await openAs(v, admin, letterOf(await wholeLoan()));
  const retainer = page.getByLabel("Retainer");
  const before = await retainer.boundingBox();
  await retainer.fill("500");
  await page.getByText("Not saved yet").waitFor();
  assert.deepEqual(await retainer.boundingBox(), before);
  const room = await page.getByRole("button", { name: "Generate" }).evaluate((button) => {
    const own = button.getBoundingClientRect(), pane = button.closest("aside")!.getBoundingClientRect();
    return Math.min(own.left - pane.left, own.top - pane.top);
  });
  assert.ok(room >= 4, `${room} pixels for an outline of 2 that stands 2 off`);
});

browserTest("a letter that another person changed in the meantime is not overwritten", async (v) => {
  const loan = await wholeLoan();
  const page = await openAs(v, admin, letterOf(loan));
  await sendLetter(t, "save", loan, admin);
  await page.getByLabel("Open until").fill("2026-12-01");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await staleDialog(page).getByText("You changed this letter in another window on").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.getByLabel("Open until").inputValue(), "2026-12-01");
  await page.getByRole("button", { name: "Edit Parties" }).click();
  await page.getByLabel(/^Text of/).fill("Written for a long time.");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await staleDialog(page).getByText("Retainer: none → 500").waitFor();
  await answerStaleDialog(page, "You changed this letter in another window on", "keep mine");
  await told(page, "your entries are in place");
  assert.equal(await page.getByLabel("Retainer").inputValue(), "500");
  assert.equal(await page.getByLabel("Open until").inputValue(), "2026-12-01");
  await page.getByText("Written for a long time.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await told(page, "Letter saved");
});

browserTest("terms above the criminal rate show the error while they are typed", async (v) => {
  const page = await openAs(v, admin, letterOf(await wholeLoan()));
  await page.getByLabel("Retainer").fill("17000");
  // (10,000 + 5,000 + 17,000) / 78,000
  await page.getByText("These terms cost 41.03% a year, fees included; the legal ceiling is 35%.").waitFor();
  await page.getByLabel("Retainer").fill("many");
  await page.keyboard.press("Tab");
  await page.getByText("Enter a number like").waitFor();
  await page.getByLabel("Retainer").fill("many more");
  assert.equal(await page.getByText("Enter a number like").count(), 0, "an edit takes it away");
});

browserTest("from the loan a dialog leads to both letters, and links to schedule and payout", async (v) => {
  const loan = await fundedLoan();
  const page = await openAs(v, admin, `/dashboard/viewloan?id=${loan.id}`);
  await page.getByRole("button", { name: "Generate document" }).click();
  const dialog = page.getByRole("dialog", { name: "Generate document" });
  await dialog.getByRole("link", { name: /Commitment/ }).waitFor();
  await v.shot(page, "letter-dialog");
  await dialog.getByRole("link", { name: /Renewal/ }).click();
  await page.waitForURL(`**/dashboard/viewRenewal/${loan.id}`);
  await page.getByText("Not set: renewal rate").first().waitFor();
  await page.goto(`${site}/dashboard/viewloan?id=${loan.id}`);
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  await page.getByRole("heading", { name: /^Interest schedule/ }).waitFor();
  await page.goto(`${site}/dashboard/viewloan?id=${loan.id}`);
  await page.getByRole("link", { name: "Payout", exact: true }).click();
  await page.getByLabel("Payout on").fill("2026-04-20");
  await page.getByRole("button", { name: "Show" }).click();
  // 100,000 + 136.99 + 2,500 (tests/unit/letters/payout_test.ts)
  await page.getByText("$102,636.99").first().waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download PDF" }).click();
  assert.match((await download).suggestedFilename(), /^Payout SMI-\d+ 2026-04-20\.pdf$/);
});

browserTest("on a phone the days of a payout stand clear of the notes beside them", async (v) => {
  const loan = await fundedLoan();
  const page = await openAs(v, admin, `/dashboard/payout/${loan.id}?date=2026-04-10`, { width: 390 });
  const row = page.getByRole("row").filter({ hasText: "15 April 2026" });
  await row.getByText("Payment due").waitFor();
  const over = await row.getByRole("cell").evaluateAll((cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)
  );
  assert.deepEqual(over, [], "wider than its place");
});

browserTest("a printed statement names its lender, loan and day, and nothing is cut off", async (v) => {
  const loan = await fundedLoan();
  for (const [kind, title] of [["payout", "Payout statement"], ["schedule", "Interest schedule"]]) {
    const page = await openAs(v, admin, `/dashboard/${kind}/${loan.id}`);
    const head = page.getByRole("heading", { name: title, exact: true });
    await head.waitFor({ state: "hidden" }); // the page has its own title
    await page.emulateMedia({ media: "print" });
    await head.waitFor();
    await page.getByText(`Loan ${loan.clientCode}, 20 November 2026`).waitFor();
    await assertNoSidewaysScroll(page);
  }
});

browserTest("printed, a letter is its text alone", async (v) => {
  const page = await openAs(v, admin, letterOf(await wholeLoan()));
  await page.emulateMedia({ media: "print" });
  for (const hidden of ["Generate", "Save", "Print"]) {
    assert.equal(await page.getByRole("button", { name: hidden, exact: true }).count(), 0, hidden);
  }
  assert.equal(await page.getByRole("button", { name: /^Edit/ }).count(), 0);
  await page.getByText("Arrears bear interest").waitFor();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { text, pages } = await pdfText(new Uint8Array(pdf));
  assert.ok(pages <= 5, `${pages} pages`);
  assert.match(text, /Property and security/);
  assert.doesNotMatch(text, /Terms of this letter|Manage Loans/);
  await v.shot(page, "letter-print");
});

/** True where the menu's button stands in the icons' row and clear of a title that is too long for one line. */
const isInIconsRow = (page: Page) =>
  page.locator(".topbar").evaluate((bar) => {
    bar.querySelector("h1")!.textContent = "Mortgage renewal agreement LAU-1144";
    const [menu, icons, title] = [".open", ".align-end", "h1"].map((part) =>
      bar.querySelector(part)!.getBoundingClientRect()
    );
    const isClear = menu.right <= title.left || menu.bottom <= title.top;
    return menu.top < icons.bottom && icons.top < menu.bottom && isClear;
  });

/** Selects of the page that are narrower than the longest of what can be chosen in them. */
const cutChoices = (page: Page) =>
  page.locator("select:visible").evaluateAll((all) =>
    all.filter((one) => {
      const free = one.cloneNode(true) as HTMLElement;
      free.style.cssText = "position: fixed; width: auto";
      one.after(free);
      const width = free.offsetWidth;
      free.remove();
      return width > (one as HTMLElement).offsetWidth;
    }).map(({ id }) => id)
  );

browserTest("letters are accessible in both themes, and fit a phone's width", async (v) => {
  const loan = await fundedLoan();
  const paths = [
    letterOf(loan),
    `/dashboard/viewRenewal/${loan.id}`,
    `/dashboard/schedule/${loan.id}`,
    `/dashboard/payout/${loan.id}?date=2026-04-20&discharge=350`,
  ];
  const cookies = Object.fromEntries([admin.cookie.split("=") as [string, string]]);
  for (const width of [1280, 390]) {
    const goTo = walker(v.newPage, { width });
    for (const [i, path] of paths.entries()) {
      const page = await goTo(site + path, cookies);
      await islandsReady(page);
      await assertNoSidewaysScroll(page);
      assert.deepEqual(await cutChoices(page), [], path);
      if (width === 390) assert.ok(await isInIconsRow(page), `${path}: the menu's button is in the icons' row`);
      if (i === 0) await clause(page, "The offer").getByRole("button", { name: /^Edit/ }).click();
      await assertAccessible(page, path);
      await v.shot(page, `letter-${width}-${i}`);
    }
  }
});
