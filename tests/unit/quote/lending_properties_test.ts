/** What holds for every application, not only for the vectors. */
import assert from "node:assert/strict";
import settingsJson from "../../../db/seed/default_settings.json" with { type: "json" };
import { CRIMINAL_RATE } from "../../../lib/domain/lending/apr.ts";
import { bridgeCap, bridgeOffer } from "../../../lib/domain/lending/bridge.ts";
import { compileSettings, stepIndex } from "../../../lib/domain/lending/compile.ts";
import { ltvPercent } from "../../../lib/domain/lending/ltv.ts";
import { amortise, blendedCents } from "../../../lib/domain/lending/payments.ts";
import { quote, QUOTE_SLIDERS, type QuoteInput } from "../../../lib/domain/lending/quote.ts";
import { RATING_NAMES } from "../../../lib/domain/lending/scoring.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { underwrite } from "../../../lib/domain/lending/underwrite.ts";
import { applicationFrom } from "../../../lib/domain/loans/application.ts";
import fc from "../../support/properties.ts";

const settings: LendingSettings = settingsJson;
const tables = compileSettings(settings);
const amount = (max: number) => fc.integer({ min: 0, max });
const names = (rows: readonly { value: string }[]) => fc.constantFrom("", "Elsewhere", ...rows.map((row) => row.value));

const application = fc.record({
  firstOrSecond: fc.constantFrom("First", "second", "THIRD", "Bridge"),
  newLoanAmount: fc.integer({ min: 1, max: 3_000_000 }),
  appraisedValue: amount(5_000_000),
  homePurPrice: amount(5_000_000),
  firstMortgage: amount(3_000_000),
  mortgageMonthlyPayment: amount(20_000),
  secondMortgage: amount(400_000),
  secondMortgageMonthlyPayment: amount(5_000),
  primaryIncome: amount(900_000),
  secondaryIncome: amount(300_000),
  otherIncome: amount(100_000),
  yoe: fc.integer({ min: 0, max: 100 }).map((halves) => halves / 2),
  sector: names(settings.ratings.employer),
  creditScore: amount(900),
  debtInArrears: amount(100_000),
  judgeExec: amount(100_000),
  incomeTaxInArrears: amount(100_000),
  litigiousness: names(settings.ratings.lit),
  total_other_credits: amount(200_000),
  otherDebtRepaid: amount(200_000),
  odsOverride: fc.option(amount(5000)),
  propertyTax: amount(30_000),
  utilities: amount(2000),
  region: names(settings.pricing.regions),
  useOfProceeds: names(settings.ratings.uop),
  bridgeTerm: fc.integer({ min: 1, max: 400 }),
}).map(applicationFrom);

const slider = (name: keyof typeof QUOTE_SLIDERS) => {
  const { min, max, step } = QUOTE_SLIDERS[name];
  return fc.integer({ min: 0, max: Math.floor((max - min) / step) }).map((steps) => min + steps * step);
};
const quoteInput: fc.Arbitrary<QuoteInput> = fc.record({
  type: fc.constantFrom("first" as const, "second" as const, "bridge" as const),
  valueOfResidence: slider("valueOfResidence"),
  loanAmount: slider("loanAmount"),
  creditScore: slider("creditScore"),
  bridgeTerm: slider("bridgeTerm"),
  existingFirstMtg: slider("existingFirstMtg"),
  existingFirstMtgAmt: slider("existingFirstMtgAmt"),
  householdIncome: slider("householdIncome"),
  yearsOfEmployment: slider("yearsOfEmployment"),
});

Deno.test("a score lies within 0 and 8, has 2 decimals and is the sum of its weighted ratings", () => {
  fc.assert(fc.property(application, (loan) => {
    const { finalScore, ratings, pillars } = underwrite(loan, settings, null);
    const thousandths = RATING_NAMES.reduce((sum, name) => sum + Math.round(ratings[name].weighted * 1000), 0);
    assert.equal(finalScore, Math.min(8, Math.max(0, Math.floor((thousandths + 5) / 10) / 100)));
    const sum = Object.values(pillars).reduce((total, score) => total + Math.round(score * 1000), 0);
    assert.equal(sum, thousandths);
  }));
});

Deno.test("the suggested rate is a row of the table at or above the final score's, and a rescore moves it no higher", () => {
  fc.assert(fc.property(application, (loan) => {
    const result = underwrite(loan, settings, null);
    fc.pre(result.position !== "bridge");
    const column = result.position === "first" ? tables.firstRates : tables.secondRates;
    assert.ok(column.includes(result.rate), String(result.rate));
    assert.ok(result.rate >= column[stepIndex(tables.priceScores, result.finalScore)]);
    const again = underwrite(loan, settings, null, { adminRate: result.rate });
    assert.equal(again.finalScore, result.finalScore);
  }));
});

Deno.test("the analytics add up, within the 4 decimals that they have", () => {
  fc.assert(fc.property(application, (loan) => {
    const { analytics: a } = underwrite(loan, settings, null);
    const net = a.totalIncomeMonthly - a.firstMortgagePayments - a.secondMortgagePayment - a.utilities -
      a.quarterOfIncome;
    assert.ok(Math.abs(net - a.netMonthly) < 0.001);
    assert.ok(Math.abs(a.netMonthly - a.propertyTaxMonthly - a.amortOfFin - a.netCashRemain) < 0.001);
    assert.equal(a.aiShortFall, a.netCashRemain < 0 ? -a.netCashRemain : 0);
    assert.ok(a.dsc <= 99 && a.fdsc <= a.dsc);
  }));
});

Deno.test("a quote answers with an LTV that equals exact arithmetic, a row's rate and a word", () => {
  fc.assert(fc.property(quoteInput, (input) => {
    const { result } = quote(input, settings);
    const charges = input.loanAmount + (input.type === "second" ? input.existingFirstMtgAmt : 0);
    const exact = (BigInt(charges) * 100n + BigInt(input.valueOfResidence) - 1n) / BigInt(input.valueOfResidence);
    assert.equal(BigInt(result!.ltv!), exact);
    if (exact > 80n) assert.equal(result!.scoreMessage, "Unlikely");
    if (input.type === "bridge") assert.equal(result!.monthlyPayment, 0);
    else assert.equal(result!.bridgePricing, null);
  }));
});

Deno.test("a loan that a refused quote offers can be asked for, and is not refused", () => {
  const { min, max } = QUOTE_SLIDERS.loanAmount;
  const offers = (input: QuoteInput) => quote(input, settings).result?.fits;
  fc.assert(
    fc.property(quoteInput, (input) => {
      const fits = offers(input);
      if (fits === undefined) return;
      assert.ok(fits >= min && fits <= max, String(fits));
      assert.equal(quote({ ...input, loanAmount: fits }, settings).result!.refusal, undefined);
    }),
    {
      numRuns: 1000,
      // A first that pays out what stands would need more than is lent, then less.
      examples: [1_325_000, 1_250_000].map((valueOfResidence) => [{
        type: "first",
        valueOfResidence,
        loanAmount: 150_000,
        creditScore: 700,
        bridgeTerm: 60,
        existingFirstMtg: 4_000,
        existingFirstMtgAmt: 1_000_000,
        householdIncome: 200_000,
        yearsOfEmployment: 5,
      }]),
    },
  );
});

Deno.test("a higher loan never lowers the LTV", () => {
  fc.assert(
    fc.property(amount(3_000_000), amount(3_000_000), amount(100_000), fc.integer({ min: 1, max: 5_000_000 }), (
      loan,
      prior,
      more,
      value,
    ) => {
      assert.ok(ltvPercent(loan + more, prior, value)! >= ltvPercent(loan, prior, value)!);
    }),
  );
});

Deno.test("the step lookup equals a plain search", () => {
  const values = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 12 })
    .map((list) => list.sort((a, b) => a - b));
  fc.assert(fc.property(values, fc.integer({ min: -80, max: 80 }), (list, entry) => {
    const naive = Math.max(0, list.filter((value) => value <= entry).length - 1);
    assert.equal(stepIndex(list, entry), naive);
  }));
});

Deno.test("a schedule's principal adds up to the loan in cents, and every row to its payment", () => {
  const rate = fc.integer({ min: 0, max: 3500 }).map((points) => points / 10_000);
  const months = fc.integer({ min: 1, max: 360 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000 }), rate, months, (principal, yearly, term) => {
      const rows = amortise(principal, yearly, term);
      assert.equal(rows.reduce((sum, row) => sum + row.principal, 0), principal * 100);
      assert.equal(rows.at(-1)!.balance, 0);
      let balance = principal * 100;
      for (const row of rows) {
        assert.equal(row.principal + row.interest, row.payment);
        assert.equal(balance - row.principal, row.balance);
        assert.ok(row.balance >= 0 || row.period < rows.length);
        balance = row.balance;
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("a P+I payment never falls when the rate rises, nor when the amortisation shortens", () => {
  const points = fc.integer({ min: 0, max: 3400 });
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 2_000_000 }), points, fc.integer({ min: 2, max: 360 }), (p, rate, n) => {
      const usual = blendedCents(p, rate / 10_000, n);
      assert.ok(blendedCents(p, (rate + 100) / 10_000, n) >= usual);
      assert.ok(blendedCents(p, rate / 10_000, n - 1) >= usual);
    }),
  );
});

Deno.test("a bridge is never priced above the criminal rate", () => {
  const offer = fc.tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 0, max: 120 }), amount(800));
  fc.assert(fc.property(offer, ([principal, ltv, days]) => {
    const { price } = bridgeOffer(tables, principal, ltv, days);
    assert.ok(Number.isInteger(price) && price >= 0);
    assert.ok(price <= bridgeCap(principal, days));
    assert.ok(price * 365 <= CRIMINAL_RATE * principal * days + 1e-6);
  }));
});
