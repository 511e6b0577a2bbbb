import assert from "node:assert/strict";
import type { Page } from "playwright";
import type { LoanStatus } from "../../../lib/domain/loans/status.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest } from "../../support/browser.ts";
import { WHOLE } from "../../support/letters.ts";
import { head, openLoan, save, screen, stored, useLoanScreen, waitForToast } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";
import { pdfText } from "../../support/pdf_text.ts";

useLoanScreen();

browserTest("jump links mark the block in view", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t));
  const links = page.getByRole("navigation", { name: "On this page" });
  await links.getByRole("link", { name: "Deal" }).click();
  await page.waitForFunction(() =>
    document.querySelector("[data-spy] [aria-current]")?.getAttribute("href") === "#deal"
  );
  const top = await page.locator("#deal-h").evaluate((heading) => heading.getBoundingClientRect().top);
  const under = await head(page).evaluate((header) => header.getBoundingClientRect().bottom);
  assert.ok(top >= under, "the heading stands clear of the sticky head");
});

browserTest("on a phone, where broker and files stand amid the page, the block that is read is marked", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t), { width: 390 });
  for (const [id, name] of [["application", "Application"], ["comments", "Comments"], ["broker", "Broker"]]) {
    await page.locator(`#${id}`).evaluate((block) => block.scrollIntoView());
    await page.waitForFunction(
      (name) => document.querySelector("[data-spy] [aria-current]")?.textContent?.trim() === name,
      name,
      { timeout: 3000 },
    );
  }
});

/** Whether each jump link puts its block's first line below the head, where that stays; and how far. */
async function assertClear(page: Page, what: string): Promise<void> {
  for (const name of ["Cash flow", "Deal", "Application"]) {
    const link = page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name });
    const id = (await link.getAttribute("href"))!;
    await link.click();
    await page.waitForFunction((id) => {
      const { top } = document.querySelector(id)!.getBoundingClientRect();
      return scrollY > 0 &&
        Math.abs(top - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)) <= 1;
    }, id).catch(async (error) => {
      const where = await page.evaluate((id) => {
        const { scrollPaddingTop } = getComputedStyle(document.documentElement), { scrollHeight } = document.body;
        const { top } = document.querySelector(id)!.getBoundingClientRect();
        return { top, scrollPaddingTop, scrollY, scrollHeight, hash: location.hash };
      }, id);
      throw new Error(`${what}: ${name} is not where its link leads: ${JSON.stringify(where)}`, { cause: error });
    });
    const top = await page.locator(id).evaluate((one) => one.getBoundingClientRect().top);
    const under = await head(page).evaluate((header) => header.getBoundingClientRect().bottom);
    assert.ok(top >= under, `${what}: ${name} begins at ${top}, under the head's end at ${under}`);
  }
}

browserTest("jump links leave the head's room, however many lines it has; in a low window it goes", async (v) => {
  const { t, admin } = screen;
  const loan = await makeLoan(t, WHOLE);
  const page = await openLoan(v, loan);
  await assertClear(page, "a pending loan");
  const data = { adminComSelect: "Funded", dateFunded: "2026-08-15" };
  assert.equal((await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin)).status, 200);
  const begin = { loanId: loan.id, day: "2026-10-20", principal: 100_000, due: null, charges: null };
  assert.equal((await t.post("/api/loans/beginledger", begin, admin)).status, 200);
  for (const [width, height] of [[1280, 900], [1000, 800], [640, 800], [390, 844], [320, 640]]) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await head(page).getByText("Arrears").waitFor();
    await assertClear(page, `a lent one at ${width} pixels`);
  }
  await page.setViewportSize({ width: 640, height: 450 });
  await page.reload();
  await page.locator("#deal").evaluate((one) => one.scrollIntoView());
  assert.ok(await head(page).evaluate((header) => header.getBoundingClientRect().bottom) <= 0, "the head stays");
});

browserTest("a phone's row of jump links stays under a finger, though another block comes into view", async (v) => {
  const page = await openLoan(v, await makeLoan(screen.t), { width: 390 });
  const row = page.getByRole("navigation", { name: "On this page" });
  await page.locator("#application").evaluate((one) => one.scrollIntoView());
  await page.waitForFunction(() => document.querySelector("[data-spy]")!.scrollLeft > 0);
  await row.getByRole("link", { name: "Conditions" }).hover();
  await page.mouse.down();
  const left = await row.evaluate((one) => one.scrollLeft);
  assert.ok(left > 0);
  await page.evaluate(() => scrollTo(0, 300));
  await row.locator("[aria-current]").getByText("Risk").waitFor();
  assert.equal(await row.evaluate((one) => one.scrollLeft), left);
  await page.mouse.up();
  await page.waitForURL(/#conditions$/);
});

browserTest("the link to conditions counts what the block completes", async (v) => {
  const loan = await makeLoan(screen.t, {}, { conditions: [{ id: 4 }, { id: 6, completed: true }] });
  const page = await openLoan(v, loan);
  const link = page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: /^Conditions/ });
  await link.getByText("1 of 2").waitFor();
  await page.locator("#conditions").getByRole("button", { name: /^Check/ }).click();
  await link.getByText("2 of 2").waitFor();
});

browserTest("the form is reached and filled by keyboard alone", async (v) => {
  const loan = await makeLoan(screen.t);
  const page = await openLoan(v, loan);
  await head(page).getByRole("combobox", { name: "Status" }).focus();
  for (const name of ["Move to trash", "More", "Save"]) {
    await page.keyboard.press("Tab");
    assert.equal(
      await page.evaluate(() =>
        document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent
      ),
      name,
    );
  }
  await page.locator("#deal-adminFee").focus();
  await page.keyboard.type("2400");
  await page.keyboard.press("Tab");
  assert.equal(await page.locator("#deal-adminFee").inputValue(), "2,400");
  await page.keyboard.press("Control+s");
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))?.adminFee, 2400);
});

for (const width of [1280, 390]) {
  browserTest(`${width} px, both themes: axe finds nothing and nothing scrolls sideways`, async (v) => {
    const loan = await makeLoan(screen.t, {
      brokerId: screen.priya.id,
      adminFee: 9000,
      adminTerm: "3 months",
      primaryIncome: 60_000,
      creditScore: 540,
    }, {
      conditions: [{ id: 3 }, { id: 6, completed: true }],
      additionalProperties: [
        { address: "9 Bay Street", value: 300_000, mortgage: 100_000 },
      ],
    });
    const page = await openLoan(v, loan, { width });
    await assertNoSidewaysScroll(page);
    await assertAccessible(page, "the loan");
    await v.shot(page, `loan-${width}`);
    await page.getByRole("button", { name: "Swap broker" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /Marc Tremblay/ }).waitFor();
    await assertAccessible(page, "the brokers to swap to");
  });
}

browserTest("on a phone a broker's rating stands beside the name, however long the brokerage", async (v) => {
  await screen.t.account({ name: "Amara Osei", brokerage: "Lakeshore and Northern Lights Mortgage Group" });
  const page = await openLoan(v, await makeLoan(screen.t, { brokerId: screen.priya.id }), { width: 390 });
  await page.getByRole("button", { name: "Swap broker" }).click();
  const row = page.getByRole("dialog").getByRole("button", { name: /Amara Osei/ });
  await row.waitFor();
  const [name, , band] = await row.locator("> *").evaluateAll((parts) =>
    parts.map((part) => part.getBoundingClientRect().toJSON())
  );
  assert.ok(Math.abs(name.bottom - band.bottom) < 4, `${name.bottom} and ${band.bottom}`);
});

browserTest("on a phone the heading names the client, and the status is among the deal's fields", async (v) => {
  const loan = await makeLoan(screen.t, { lastName: "Featherstonehaugh-Cholmondeley" });
  const page = await openLoan(v, loan, { width: 390 });
  const name = page.locator(".loan-head h1").getByText("Featherstonehaugh-Cholmondeley");
  await name.waitFor();
  assert.equal(
    await page.locator(".loan-head h1").evaluate((one) => one.scrollWidth <= one.clientWidth),
    true,
    "whole",
  );
  // The month's rows keep their own height beside the ratios.
  await page.setViewportSize({ width: 1280, height: 800 });
  const heights = await page.locator(".waterfall").evaluateAll((cells) => cells.map((one) => one.clientHeight));
  assert.ok(heights.length > 0 && heights.every((height) => height < 40), heights.join());
  const [month, ratios] = await page.locator(".split > *").evaluateAll((parts) =>
    parts.map((one) => one.getBoundingClientRect().toJSON())
  );
  assert.ok(ratios.top >= month.bottom && ratios.top - month.bottom < 30, "nothing is empty below the month");
  // At 200% zoom the bell stands beside the account, not on top of it.
  await page.setViewportSize({ width: 640, height: 800 });
  const tops = await page.locator(".loan-head .align-end > :last-child .btn").evaluateAll((buttons) =>
    buttons.filter((one) => one.checkVisibility()).map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round(top + height / 2);
    })
  );
  assert.equal(tops.length, 2);
  assert.ok(Math.abs(tops[0] - tops[1]) <= 2, tops.join());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("#deal-status").selectOption("Funded");
  await save(page);
  await page.getByRole("button", { name: "Set to Funded" }).click();
  await waitForToast(page, "Loan Updated!");
  assert.equal((await stored(loan))?.adminComSelect, "Funded");
});

browserTest(
  "printed, a whole loan is two Letter pages, and its month's rows keep their height on a phone",
  async (v) => {
    const loan = await makeLoan(screen.t, {
      brokerId: screen.priya.id,
      adminComSelect: "Funded",
      firstName: "Maximiliana Wilhelmina",
      lastName: "Featherstonehaugh-Cholmondeley",
      repaying: "Two cards and a line of credit",
      comments: "Kitchen and basement renovation; the contractor's quote is attached.",
    }, {
      conditions: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => ({
        id,
        completed: id < 12,
        completedAt: screen.t.now(),
        completedBy: screen.priya.id,
      })),
      additionalProperties: [{ address: "9 Bay Street", value: 300_000, mortgage: 100_000 }],
    });
    const page = await openLoan(v, loan, { width: 390 });
    const heights = await page.locator(".waterfall svg").evaluateAll((bars) => bars.map((one) => one.clientHeight));
    assert.ok(heights.length > 0 && heights.every((height) => height < 20), heights.join());
    const { text, pages } = await pdfText(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
    assert.equal(pages, 2);
    const { name } = screen.t.deps.ports.site.lender;
    assert.ok(text.includes(`${name}, 20 November 2026`), "whose loan, and of which day");
    assert.ok(text.includes("Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley"), "the client's name is whole");
    for (const kept of ["Cash Flow Analytics", "Deal Particulars", "9 Bay Street", "Broker conditions", "basement"]) {
      assert.ok(text.includes(kept), kept);
    }
    assert.doesNotMatch(text, /Other loans of this broker|Look up|Generate document/);
  },
);

Deno.test("a closed loan offers no document: its letters would be refused", async () => {
  const offered = async (adminComSelect: LoanStatus) => {
    const { id } = await makeLoan(screen.t, { adminComSelect });
    const html = await (await screen.t.get(`/dashboard/viewloan?id=${id}`, screen.admin)).text();
    assert.match(html, /id="documents"/);
    return /Generate document|viewCommitment/.test(html);
  };
  for (const status of ["NA", "Funded"] as const) assert.equal(await offered(status), true, status);
  for (const status of ["Repaid", "Declined", "Loss", "Trash"] as const) {
    assert.equal(await offered(status), false, status);
  }
});

Deno.test("a list shows the entry that is written in another case, and what it no longer has as such", async () => {
  const loan = await makeLoan(screen.t, { firstOrSecond: "SECOND", sector: "Mining" });
  const html = await (await screen.t.get(`/dashboard/viewloan?id=${loan.id}`, screen.admin)).text();
  const chosen = (name: string) => {
    const select = html.match(new RegExp(`<select[^>]* name="${name}".*?</select>`))![0];
    return select.match(/<option[^>]* selected=""[^>]*>([^<]*)</)![1];
  };
  assert.equal(chosen("firstOrSecond"), "Second");
  assert.equal(chosen("sector"), "Mining (no longer in the list)");
});

Deno.test("the month's lines have their names, a third's with both payments that rank ahead", async () => {
  const loan = await makeLoan(screen.t, {
    firstOrSecond: "Third",
    firstMortgage: 150_000,
    mortgageMonthlyPayment: 900,
    secondMortgage: 30_000,
    secondMortgageMonthlyPayment: 300,
  });
  const html = await (await screen.t.get(`/dashboard/viewloan?id=${loan.id}`, screen.admin)).text();
  const cash = html.slice(html.indexOf('id="cash"'), html.indexOf('id="deal"')).replace(/<[^>]*>/g, " ");
  assert.match(cash, /Household Expenses.*Prior mortgage payments\s+−\$1,200.*Other Debt Servicing/);
  assert.match(cash, /Equity charges\s+prior mortgages, arrears, judgments/);
});

Deno.test("an unknown id is not found, and a broker is sent to their own list", async () => {
  for (const id of ["999999", "x", "", "1%20or%201"]) {
    const answer = await screen.t.get(`/dashboard/viewloan?id=${id}`, screen.admin);
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /Page Not Found!/);
  }
  const loan = await makeLoan(screen.t, { brokerId: screen.priya.id });
  const sent = await screen.t.get(`/dashboard/viewloan?id=${loan.id}`, screen.priya);
  assert.deepEqual([sent.status, sent.headers.get("location")], [302, "/dashboard/loans"]);
});
