/** Schedules and payout statements: on the screen, as PDF, and where they cannot be told. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { WHOLE } from "../../support/letters.ts";
import { loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";
import { pdfText } from "../../support/pdf_text.ts";

/** 100,000 at 10%, interest only, a year from 15 January 2026, three months' penalty. */
const scene = loanScene({ ...WHOLE, adminComSelect: "Funded", everFunded: 1, dateFunded: "2026-01-15" });

const plain = (html: string) => html.replace(/<!-- -->/g, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const pageText = async (t: TestApp, path: string, as: TestAccount) => plain(await (await t.get(path, as)).text());
const includes = (text: string, said: readonly string[]) => {
  for (const one of said) assert.ok(text.includes(one), `${one} is not in: ${text.slice(0, 3000)}`);
};

scene("the schedule shows each payment and its sums, and downloads as a PDF that says the same", async (s) => {
  const { t, admin, loan } = s;
  const said = [
    "Interest schedule",
    "15 February 2026 $833.33 $833.33 $0.00 $100,000.00",
    "15 January 2027 $100,833.33 $833.33 $100,000.00 $0.00",
    // 12 times 833.33
    "$109,999.96 $9,999.96 $100,000.00",
  ];
  includes(await pageText(t, `/dashboard/schedule/${loan.id}`, admin), said);
  const answer = await t.get(`/api/loans/downloadschedule?loanId=${loan.id}`, admin);
  assert.equal(answer.headers.get("content-type"), "application/pdf");
  assert.match(answer.headers.get("content-disposition") ?? "", new RegExp(`^attachment; .*${loan.clientCode}`));
  includes((await pdfText(await answer.bytes())).text, said);
});

scene("statements name each borrower on the screen as in the PDF", async ({ t, admin, loan }) => {
  await t.deps.db.update(loans).set({ coApplicant: "Anna Smithers" }).where(eq(loans.id, loan.id));
  for (const page of ["payout", "schedule"]) {
    includes(await pageText(t, `/dashboard/${page}/${loan.id}`, admin), ["Daniel Smithers and Anna Smithers"]);
    const pdf = await t.get(`/api/loans/download${page}?loanId=${loan.id}`, admin);
    includes((await pdfText(await pdf.bytes())).text, ["Daniel Smithers and Anna Smithers"]);
  }
});

scene("a payout on any day is told to the cent, with the fees of its address", async ({ t, admin, loan }) => {
  // 5 days since 15 April: 136.99; 3 months: 2,500.00; fees 350.50 (tests/unit/letters/payout_test.ts).
  const said = ["$100,000.00", "5 days", "$136.99", "$2,500.00", "$350.50", "$102,987.49", "$27.40"];
  const query = "date=2026-04-20&discharge=350.50";
  includes(await pageText(t, `/dashboard/payout/${loan.id}?${query}`, admin), said);
  const answer = await t.get(`/api/loans/downloadpayout?loanId=${loan.id}&${query}`, admin);
  assert.equal(answer.status, 200);
  includes((await pdfText(await answer.bytes())).text, [
    ...said,
    "Payout statement",
    "Daniel Smithers",
    "20 April 2026",
  ]);
  // Without a day it is today, 20 November 2026: prepayment costs at most the interest to maturity, two months in all.
  includes(await pageText(t, `/dashboard/payout/${loan.id}`, admin), ["20 November 2026", "$101,666.66"]);
});

scene("a day or a sum that cannot be meant is told at its field", async ({ t, admin, loan }) => {
  const page = await (await t.get(`/dashboard/payout/${loan.id}?date=2026-02-30&fees=lots`, admin)).text();
  assert.match(page, /Enter a date as year-month-day/);
  assert.match(page, /value="lots"/);
  // What could be read stays as it was typed, and no total leaves out what could not.
  const half = await (await t.get(`/dashboard/payout/${loan.id}?date=2026-04-20&discharge=350.50&fees=lots`, admin))
    .text();
  for (const value of ["2026-04-20", "350.50", "lots"]) assert.match(half, new RegExp(`value="${value}"`));
  assert.doesNotMatch(half, /Total to pay the loan out|downloadpayout/);
  assert.equal((await t.get(`/api/loans/downloadpayout?loanId=${loan.id}&date=x`, admin)).status, 422);
  includes(await pageText(t, `/dashboard/payout/${loan.id}?date=2026-01-14`, admin), ["advanced on 15 January 2026"]);
});

scene("what is missing is named with the way to set it, and there is no PDF of it", async ({ t, admin }) => {
  const bare = await makeLoan(t, { ...WHOLE, adminRate: null, adminTerm: "" });
  const page = await (await t.get(`/dashboard/schedule/${bare.id}`, admin)).text();
  includes(plain(page), ["There is no schedule yet", "Not set: rate, term."]);
  assert.match(page, new RegExp(`href="/dashboard/viewloan\\?id=${bare.id}#deal-adminRate"`));
  const refused = await t.get(`/api/loans/downloadschedule?loanId=${bare.id}`, admin);
  assert.deepEqual([refused.status, (await refused.json()).reason], [422, "Not set: rate, term."]);
  const open = { ...WHOLE, adminComSelect: "Funded", everFunded: 1 } as const;
  const undated = await makeLoan(t, { ...open, adminPenalty: "" });
  includes(await pageText(t, `/dashboard/payout/${undated.id}`, admin), ["Not set: date funded"]);
  const unsaid = await makeLoan(t, { ...open, dateFunded: "2026-01-15", adminPenalty: "" });
  includes(await pageText(t, `/dashboard/payout/${unsaid.id}`, admin), ["Not set: payment penalty."]);
  includes(await pageText(t, `/dashboard/payout/${unsaid.id}?date=2027-01-15`, admin), ["$100,833.33"]);
  const free = await makeLoan(t, { ...open, dateFunded: "2026-01-15", adminPenalty: "none" });
  includes(await pageText(t, `/dashboard/payout/${free.id}`, admin), ["Payment penalty None"]);
});

scene("loans that are pending, repaid or closed have no payout on that day, and say why", async ({ t, admin }) => {
  const pending = await makeLoan(t, WHOLE);
  includes(await pageText(t, `/dashboard/payout/${pending.id}`, admin), ["This loan is not funded"]);
  includes(await pageText(t, `/dashboard/schedule/${pending.id}`, admin), [
    "Counted from the planned closing on 4 December 2026",
  ]);
  const repaid = await makeLoan(t, {
    ...WHOLE,
    adminComSelect: "Repaid",
    dateFunded: "2026-01-15",
    dateRepaid: "2026-06-01",
  });
  includes(await pageText(t, `/dashboard/payout/${repaid.id}`, admin), ["This loan is repaid"]);
  const closed = await makeLoan(t, {
    ...WHOLE,
    adminComSelect: "Funded",
    dateFunded: "2026-01-15",
    adminPenalty: "closed",
  });
  includes(await pageText(t, `/dashboard/payout/${closed.id}`, admin), ["closed until 15 January 2027"]);
  assert.equal((await t.get(`/api/loans/downloadpayout?loanId=${closed.id}`, admin)).status, 422);
  includes(await pageText(t, `/dashboard/payout/${closed.id}?date=2027-01-15`, admin), ["$100,833.33"]);
});

scene("a bridge is paid out at its price for the days so far", async ({ t, admin }) => {
  const bridge = await makeLoan(t, {
    ...WHOLE,
    firstOrSecond: "Bridge",
    adminStructure: "Bridge",
    adminTerm: "3 months",
    // Its fees alone would pass the ceiling on so short a loan.
    adminFee: 0,
    broker_fee: 0,
    adminComSelect: "Funded",
    dateFunded: "2026-10-21",
    everFunded: 1,
  });
  const text = await pageText(t, `/dashboard/payout/${bridge.id}`, admin);
  assert.doesNotMatch(text, /Payment penalty/, "a bridge has none");
  // 100,000 x 10% x 30 / 365 is 822 in whole dollars, below the bridge table's minimum.
  const { settings } = t.deps.ports.lending();
  const rows = [...settings.pricing.bridgePricing].sort((a, b) => a.ltv - b.ltv);
  const row = rows.filter(({ ltv }) => ltv <= (bridge.ltv ?? 0)).at(-1) ?? rows[0];
  const price = Math.min(Math.max(row.min, 822), Math.floor(0.35 * 100_000 * 30 / 365));
  const words = (dollars: number) => `$${dollars.toLocaleString("en-CA")}.00`;
  includes(text, ["30 days", words(price), words(100_000 + price)]);
});

scene("brokers and strangers see neither, and unknown loans are not found", async ({ t, admin, broker, loan }) => {
  for (const path of ["schedule", "payout"]) {
    assert.equal((await t.get(`/dashboard/${path}/${loan.id}`, broker)).status, 302);
    assert.equal((await t.get(`/dashboard/${path}/${loan.id}`)).status, 302);
    assert.equal((await t.get(`/api/loans/download${path}?loanId=${loan.id}`, broker)).status, 403);
    assert.equal((await t.get(`/api/loans/download${path}?loanId=${loan.id}`)).status, 401);
    assert.equal((await t.get(`/api/loans/download${path}?loanId=999`, admin)).status, 404);
    for (const id of ["999", "x", "0"]) {
      const page = await t.get(`/dashboard/${path}/${id}`, admin);
      assert.equal(page.status, 404);
      assert.match(await page.text(), /Page Not Found!/);
    }
  }
});

scene("names without glyphs are seen as question marks on a statement, never dropped", async ({ t, admin, loan }) => {
  const named = await makeLoan(t, { ...WHOLE, firstName: "名前", lastName: "Smithers", dateFunded: loan.dateFunded });
  const answer = await t.get(`/api/loans/downloadschedule?loanId=${named.id}`, admin);
  includes((await pdfText(await answer.bytes())).text, ["?? Smithers"]);
});
