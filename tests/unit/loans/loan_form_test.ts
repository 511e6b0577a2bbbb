import assert from "node:assert/strict";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import settings from "../../../db/seed/default_settings.json" with { type: "json" };
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { loanFigures } from "../../../lib/domain/loans/deal.ts";
import { soldPricesLink } from "../../../lib/domain/loans/links.ts";
import {
  amountText,
  entriesOf,
  formatEntry,
  formOf,
  formProblems,
  isInvalidNumber,
  readableForm,
  sameEntry,
  summaryOf,
} from "../../../lib/domain/loans/loan_form.ts";
import { dealSummary, type SharedDeal } from "../../../lib/domain/loans/deal_summary.ts";
import vectors from "../quote/vectors.json" with { type: "json" };

const SETTINGS = settings as unknown as LendingSettings;

Deno.test("a form gives every vector's figures, as the loan itself does", () => {
  for (const { input, output } of vectors.loans) {
    const loan = { assumedTax: 0.25, ...input, additionalProperties: "[]" };
    const figures = loanFigures(entriesOf(formOf(loan)), SETTINGS, SCORING_CONFIG);
    assert.deepEqual(figures, loanFigures(loan, SETTINGS, SCORING_CONFIG), input.name);
    assert.equal(figures.finalScore, output.finalScore, input.name);
    assert.equal(figures.ltv, output.ltv, input.name);
    assert.equal(figures.monthlyPayment, output.monthlyPayment, input.name);
    const summary = summaryOf(formOf(loan), figures);
    assert.deepEqual([summary.position.toLowerCase(), summary.ltv], [output.position, output.ltv]);
  }
});

Deno.test("the head and a shared deal are of the amount that is lent, LTV and payment too", () => {
  const terms = { adminRate: 0.12, adminTerm: "1 year", adminStructure: "Interest Only" };
  const loan = {
    firstOrSecond: "Second",
    newLoanAmount: 115_000,
    fsfcLoan: 215_000,
    homePurPrice: 500_000,
    appraisedValue: 500_000,
    firstMortgage: 265_000,
    additionalProperties: "[]",
    ...terms,
  };
  const figures = loanFigures(loan, SETTINGS, SCORING_CONFIG);
  const { amount, ltv, payment } = summaryOf(formOf(loan), figures);
  // By hand: (215,000 + 265,000) of 500,000, and a twelfth of 12% of 215,000.
  assert.deepEqual([amount, ltv, payment], [215_000, 96, 2150]);
  const shared = Object.fromEntries(dealSummary(loan as unknown as SharedDeal, figures));
  assert.deepEqual([shared.Amount, shared.LTV, shared["Monthly payment"]], ["$215,000", "96%", "$2,150"]);
  const bridge = { ...loan, firstOrSecond: "Bridge", bridgeTerm: 60, fsfcLoan: 115_000, adminStructure: "Bridge" };
  const priceOf = (entries: typeof bridge) => {
    const of = loanFigures(entries, SETTINGS, SCORING_CONFIG);
    return [Object.fromEntries(dealSummary(entries as unknown as SharedDeal, of)).Price, of.bridgePricing] as const;
  };
  const [asked, price] = priceOf(bridge);
  assert.equal(asked, `$${price!.toLocaleString("en")} for 365 days`);
  assert.notEqual(priceOf({ ...bridge, fsfcLoan: 215_000 })[0], asked);
});

Deno.test("an unreadable number counts as its saved value", () => {
  const [{ input }] = vectors.loans;
  const base = formOf({ assumedTax: 0.25, ...input, additionalProperties: "[]" });
  const form = { ...base, newLoanAmount: "xx", adminRate: "ten", employer: "xx", creditScore: "" };
  assert.deepEqual(readableForm(form, base), { ...base, employer: "xx", creditScore: "" });
  assert.equal(readableForm(base, base), base, "the same form where all can be read");
});

Deno.test("the APR takes both fees off the advance, over the funded amount and the chosen term", () => {
  const [vector] = vectors.apr;
  const loan = {
    ...vectors.loans[0].input,
    newLoanAmount: 1,
    fsfcLoan: vector.principal,
    adminRate: vector.rate,
    adminTerm: "1 year",
    adminFee: 5000,
    broker_fee: vector.fees - 5000,
  };
  const figures = loanFigures(loan, SETTINGS, SCORING_CONFIG);
  assert.equal(figures.apr, vector.deducted);
  assert.equal(figures.refusal, null);
  // Interest of 2,500 and 5,900 of fees in a quarter of a year on 94,100 (lending rules 8).
  const short = loanFigures({ ...loan, adminTerm: "3 months" }, SETTINGS, SCORING_CONFIG);
  assert.match(short.refusal ?? "", /35\.71% a year/);
  const none = loanFigures({ ...loan, fsfcLoan: 0 }, SETTINGS, SCORING_CONFIG);
  const unset = loanFigures({ ...loan, fsfcLoan: null }, SETTINGS, SCORING_CONFIG);
  assert.deepEqual([none.apr, none.refusal], [unset.apr, unset.refusal], "0 was kept earlier: it is no amount");
  assert.match(loanFigures({ ...loan, adminFee: 100_000 }, SETTINGS, SCORING_CONFIG).refusal ?? "", /as large as/);
});

Deno.test("a bridge's cost is its price for its days, and fees push it over the ceiling", () => {
  const bridge = { ...vectors.loans[3].input, adminTerm: "3 months" };
  const figures = loanFigures(bridge, SETTINGS, SCORING_CONFIG);
  // A quarter of 365 days, rounded (lending rules 3).
  assert.equal(figures.bridgeDays, 91);
  const cost = figures.bridgePricing! / (bridge.newLoanAmount * 91 / 365);
  assert.ok(Math.abs(figures.apr! - cost) < 1e-6);
  const fees = loanFigures({ ...bridge, adminFee: bridge.newLoanAmount / 10 }, SETTINGS, SCORING_CONFIG);
  assert.match(fees.refusal ?? "", /the legal ceiling is 35%/);
});

Deno.test("entries are normalised and compared, and text is not read as a number", () => {
  assert.deepEqual([0, 950, 1_234_567, 12.5, null].map(amountText), ["0", "950", "1,234,567", "12.50", ""]);
  assert.equal(formatEntry("appraisedValue", "$850000"), "850,000");
  assert.equal(formatEntry("appraisedValue", "abc"), "abc");
  assert.equal(formatEntry("appraisedValue", "  "), "");
  assert.equal(formatEntry("appraisedValue", "-5"), "-5", "what will be refused stays to be seen");
  assert.equal(formatEntry("creditScore", "1000"), "1000");
  assert.equal(formatEntry("firstName", "12000"), "12000");
  assert.equal(sameEntry("appraisedValue", "850000", "850,000"), true);
  assert.equal(sameEntry("appraisedValue", "", "0"), false);
  assert.equal(sameEntry("postal", "1", "1.0"), false);
  assert.equal(isInvalidNumber("yoe", "four"), true);
  assert.equal(isInvalidNumber("yoe", ""), false);
  assert.equal(isInvalidNumber("employer", "four"), false);
});

Deno.test("a form shows percent and far dates, and turns them back into fractions", () => {
  const form = formOf({ adminRate: 0.1099, maturityEmailDate: null, riskRatingOver: "", odsOverride: 12.5, yoe: 4.5 });
  assert.deepEqual(
    [form.adminRate, form.maturityEmailDate, form.riskRatingOver, form.odsOverride, form.yoe],
    ["10.99", "2050-01-01", "Nil", "12.50", "4.5"],
  );
  assert.equal(entriesOf(form).adminRate, 0.1099);
  assert.equal(entriesOf({ adminRate: " " }).adminRate, null);
  assert.equal(entriesOf({ adminRate: "x" }).adminRate, "x");
  assert.deepEqual(entriesOf({ city: "Guelph" }), { city: "Guelph" });
});

Deno.test("the home-price site is called for 90 days and 6,000,000 by its own parameters, or not at all", () => {
  assert.equal(soldPricesLink(undefined, "1 Main"), null);
  assert.equal(soldPricesLink("not an address", "1 Main"), null);
  assert.equal(
    soldPricesLink("https://sold.example/map?v=2", "1 Main St, Guelph"),
    "https://sold.example/map?v=2&address=1+Main+St%2C+Guelph&sold_days=90&max_price=6000000",
  );
  assert.equal(
    soldPricesLink(new URL("https://sold.example/{address}/{days}/{maxPrice}").href, "1 Main&x"),
    "https://sold.example/1%20Main%26x/90/6000000",
  );
});

Deno.test("impossible values are refused while they are typed, among changed fields alone (lending rules 13)", () => {
  const base = formOf({ creditScore: 12, postal: "90210", adminFee: 100 });
  assert.deepEqual(formProblems(base, base, { today: "2026-11-20", minLoan: 0 }), {});
  const form = { ...base, creditScore: "901", adminFee: "x", DOB: "2026-11-21", maturityEmailDate: "2050-01-01" };
  assert.deepEqual(
    formProblems(form, { ...base, maturityEmailDate: "2027-01-01" }, { today: "2026-11-20", minLoan: 0 }),
    {
      creditScore: "Enter a credit score from 300 to 900.",
      DOB: "The birth date is after today. Check it.",
      adminFee: "Enter a number like 1,250 or 12.5.",
    },
  );
});

Deno.test("a decimal comma stays as it was typed and is refused: a rate of 12,5 was 125", () => {
  const base = formOf({ adminRate: 0.11, adminFee: 100 });
  const form = { ...base, adminRate: "12,5", creditScore: "9,01", yoe: "2,5", adminFee: "4,50" };
  for (const name of ["adminRate", "creditScore", "yoe"] as const) {
    assert.equal(formatEntry(name, form[name]), form[name]);
  }
  assert.equal(formatEntry("adminFee", form.adminFee), "450", "an amount is tidied as it is edited in place");
  const problems = formProblems(form, base, { today: "2026-11-20", minLoan: 0 });
  assert.deepEqual(Object.keys(problems).sort(), ["adminRate", "creditScore", "yoe"]);
  assert.equal(readableForm(form, base).adminRate, "11", "figures stay those of the last rate");
  assert.deepEqual(entriesOf({ adminRate: "12,5" }), { adminRate: "12,5" }, "what is sent is refused there");
});
