/**
 * The lender accepts and returns conditions, and the broker sees it and the loan's timeline (loans specification 2.4,
 * 4.4 and 6).
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { row, says, toast } from "../../support/conditions_screen.ts";
import { upload } from "../../support/files.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";
import { staleDialog } from "../../support/stale.ts";

let opened: Site;
const REASON = "It names another property. Send the one for Locke Street.";
let t: TestApp;
let site = "";
let broker: TestAccount, admin: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off", LENDER_PHONE: "905-555-0100" });
  ({ t, url: site } = opened);
  broker = await t.account({ name: "Priya Raman" });
  admin = await t.account({ name: "Helen Voss", role: 9 });
});

Deno.test.afterAll(() => opened.close());

/**
 * Loans specification 3.5: 4 is the lender's check, 5 a text, 11 a file; 31 is a check of our own. The broker sent two.
 */
async function aLoan(): Promise<TestLoan> {
  const loan = await makeLoan(t, { brokerId: broker.id }, {
    conditions: [{ id: 4 }, { id: 5 }, { id: 11 }, { id: 31, type: 0, title: "Confirm the closing date" }],
  });
  t.advance(60_000);
  const answer = { loanId: loan.id, conditionId: 5, condtionState: true, conditionText: "Dana Whitfield" };
  await t.post("/api/loans/updatebrokercondition", answer, broker);
  t.advance(60_000);
  await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 11 }, broker, { name: "binder.pdf" });
  t.advance(60_000);
  return loan;
}

const openAs = opener(() => site);

const viewOf = (loan: TestLoan) => `/dashboard/viewloan/${loan.id}`;
const reviewOf = (loan: TestLoan) => `/dashboard/viewloan?id=${loan.id}`;
const line = (page: Page) => page.locator(".timeline > li");

for (const width of [1280, 390]) {
  browserTest(`a reviewed loan fits ${width} px and is accessible in both themes on both sides`, async (visit) => {
    const loan = await aLoan();
    const page = await openAs(visit, admin, reviewOf(loan), { width });
    await row(page, "Insurance binder").getByRole("button", { name: "Return Insurance binder" }).click();
    const dialog = page.getByRole("dialog", { name: "Send back Insurance binder" });
    await dialog.waitFor();
    await assertAccessible(page, "the reason");
    await dialog.getByLabel("What is missing or wrong").fill(REASON);
    await dialog.getByRole("button", { name: "Send back" }).click();
    await toast(page, "Insurance binder sent back to the broker");
    await row(page, "Insurance binder").getByText("Returned", { exact: true }).waitFor();
    await page.locator("#timeline summary").click();
    await page.locator("#timeline li").getByText("Insurance binder sent back").waitFor();
    await assertAccessible(page, "the lender's block and timeline", { within: "#conditions, #timeline" });
    await assertNoSidewaysScroll(page);
    await visit.shot(page, `review-${width}`);
    const own = await openAs(visit, broker, viewOf(loan), { width });
    await row(own, "Insurance binder").getByText(REASON).waitFor();
    await assertAccessible(own, "the broker's page");
    await assertNoSidewaysScroll(own);
    await visit.shot(own, `timeline-${width}`);
  });
}

browserTest(
  "the lender accepts one condition and returns one by keyboard; the broker reads why and answers again",
  async (visit) => {
    const loan = await aLoan();
    const page = await openAs(visit, admin, reviewOf(loan));
    const block = page.locator("#conditions");
    await block.getByText("2 of 4 completed, 2 to accept").waitFor();
    await row(page, "ILA contact info").getByRole("button", { name: /^Accept/ }).focus();
    await page.keyboard.press("Enter");
    await toast(page, "ILA contact info accepted");
    await row(page, "ILA contact info").getByText("Accepted", { exact: true }).waitFor();
    // The focus stays in the row.
    await hasFocus(row(page, "ILA contact info").getByRole("button", { name: "Return ILA contact info" }));

    await row(page, "Insurance binder").getByRole("button", { name: "Return Insurance binder" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Send back Insurance binder" });
    const reason = dialog.getByLabel("What is missing or wrong");
    await dialog.getByRole("button", { name: "Send back" }).click();
    await dialog.getByText("Enter the reason.").waitFor();
    await reason.fill(REASON);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await block.getByText("1 of 4 completed").waitFor();
    await row(page, "Insurance binder").getByText(REASON).waitFor();
    assert.equal((await t.mails(broker.email)).filter(({ kind }) => kind === "conditionReturned").length > 0, true);

    const own = await openAs(visit, broker, viewOf(loan));
    await says(own, "1 of 4 completed");
    await row(own, "Insurance binder").getByText("Returned", { exact: true }).waitFor();
    await row(own, "ILA contact info").getByText("Accepted", { exact: true }).waitFor();
    assert.match((await line(own).locator("b").textContent())!, /Waiting for your corrections/);
    const binder = row(own, "Insurance binder");
    const pdf = { name: "right.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
    t.advance(60_000);
    await binder.locator("input[type=file]").setInputFiles(pdf);
    await toast(own, "File Uploaded!");
    await says(own, "2 of 4 completed");
    assert.equal(await binder.getByText(REASON).count(), 0, "the reason is done with");
    // The timeline reads itself anew: it is the documents' turn again, and the upload is told.
    await line(own).locator("b").getByText("Waiting for your documents").waitFor();
    const told = await line(own).allTextContents();
    assert.ok(told.some((text) => text.startsWith("Insurance binder sent back")));
    assert.equal(told.filter((text) => text.startsWith("Insurance binder uploaded")).length, 2);

    await page.reload();
    await islandsReady(page);
    await row(page, "Insurance binder").getByText("Updated", { exact: true }).waitFor();
    await row(page, "Insurance binder").getByRole("button", { name: /^Accept/ }).waitFor();
  },
);

browserTest(
  "reviewing a condition that the broker changed meanwhile shows the change and keeps the typed reason",
  async (visit) => {
    const loan = await aLoan();
    const page = await openAs(visit, admin, reviewOf(loan));
    const answer = { loanId: loan.id, conditionId: 5, condtionState: true, conditionText: "Somebody else" };
    t.advance(60_000);
    await t.post("/api/loans/updatebrokercondition", answer, broker);
    const item = row(page, "ILA contact info");
    const sendBack = item.getByRole("button", { name: "Return ILA contact info" });
    await sendBack.click();
    const form = page.getByRole("dialog", { name: "Send back ILA contact info" });
    await form.getByLabel("What is missing or wrong").fill(REASON);
    await form.getByRole("button", { name: "Send back" }).click();
    const dialog = staleDialog(page);
    await dialog.getByText("Priya Raman changed this condition on").waitFor();
    await dialog.getByText("ILA contact info: details: Dana Whitfield → Somebody else").waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Keep mine" }).count(), 0, "there is nothing of one's own");
    await dialog.getByRole("button", { name: "Load that change" }).click();
    await item.getByText("Somebody else").waitFor();
    await sendBack.click();
    assert.equal(await form.getByLabel("What is missing or wrong").inputValue(), REASON);
    await form.getByRole("button", { name: "Send back" }).click();
    await toast(page, "ILA contact info sent back to the broker");
  },
);

browserTest(
  "a long timeline folds its middle, works without script, and names nobody of the staff",
  async (visit) => {
    const loan = await aLoan();
    for (let n = 0; n < 5; n++) {
      t.advance(60_000);
      const review = { loanId: loan.id, conditionId: 5, accept: false, reason: `Try ${n}` };
      await t.post("/api/loans/reviewbrokercondition", review, admin);
      t.advance(60_000);
      const answer = { loanId: loan.id, conditionId: 5, condtionState: true, conditionText: `Answer ${n}` };
      await t.post("/api/loans/updatebrokercondition", answer, broker);
    }
    const page = await openAs(visit, broker, viewOf(loan));
    const seen = (of: Page) => line(of).filter({ visible: true }).count();
    const all = await line(page).count(), short = await seen(page);
    assert.ok(short < all);
    assert.match((await line(page).last().textContent())!, /^Submitted/);
    await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
    assert.equal(await seen(page), all);
    assert.match((await line(page).last().textContent())!, /^Submitted/);
    const fewer = page.getByRole("button", { name: "Show fewer" });
    await hasFocus(fewer);
    await fewer.click();
    assert.equal(await seen(page), short);
    const text = (await page.locator(".side").textContent())!;
    assert.doesNotMatch(text, /Helen|Voss/);
    assert.match(text, /905-555-0100/);
    const bare = await openAs(visit, broker, viewOf(loan), { javaScript: false });
    assert.equal(await seen(bare), all);
    await bare.getByRole("button", { name: /^Show/ }).waitFor({ state: "hidden" });
    await bare.getByText("Waiting for your documents").waitFor();
  },
);
