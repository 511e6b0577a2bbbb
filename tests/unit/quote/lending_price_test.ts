/** Lending rules 3, 7 and 8: payments, schedules, bridges, quotes, APR and the criminal rate. */
import assert from "node:assert/strict";
import { ceilingOf, commercialPurpose } from "../../../lib/domain/lending/ceiling.ts";
import settingsJson from "../../../db/seed/default_settings.json" with { type: "json" };
import { loanFigures } from "../../../lib/domain/loans/deal.ts";
import { apr, dealRefusal, largestFees, rateRefusal, settingsRefusal } from "../../../lib/domain/lending/apr.ts";
import { bridgeCap, bridgeOffer, daysOfMonths, statedRate } from "../../../lib/domain/lending/bridge.ts";
import { compileSettings } from "../../../lib/domain/lending/compile.ts";
import {
  amortise,
  balanceAfter,
  monthlyPayment,
  monthlyRate,
  perDiemCents,
} from "../../../lib/domain/lending/payments.ts";
import { quote, quoteApplication, type QuoteInput } from "../../../lib/domain/lending/quote.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { underwrite } from "../../../lib/domain/lending/underwrite.ts";
import { applicationFrom } from "../../../lib/domain/loans/application.ts";
import { dealSummary, type SharedDeal } from "../../../lib/domain/loans/deal_summary.ts";
import vectors from "./vectors.json" with { type: "json" };

const settings: LendingSettings = settingsJson;
const tables = compileSettings(settings);
const second = vectors.quotes[2].input as QuoteInput;

Deno.test("P+I: 100,000 at 10% over 300 months is 894.49 a month (lending rules 3)", () => {
  assert.equal(monthlyPayment(100_000, 0.1, "P+I"), 894.49);
  // Two half-years at 5% make the effective 10.25%.
  assert.ok(Math.abs((1 + monthlyRate(0.1)) ** 12 - 1.1025) < 1e-12);
});

Deno.test("a payment without interest is an equal share; a bridge has none", () => {
  assert.equal(monthlyPayment(120_000, 0, "P+I", 120), 1000);
  assert.equal(monthlyPayment(120_000, 0.12, "Bridge"), 0);
});

Deno.test("per diem: balance x rate / 365 (lending rules 3)", () => {
  assert.equal(perDiemCents(120_000, 0.1099), 3613);
  assert.equal(perDiemCents(100_000, 0.1), 2740, "27.397 a day, half up");
});

Deno.test("a schedule's last payment clears the balance, at the term's end too", () => {
  const full = amortise(100_000, 0.1);
  assert.equal(full.length, 300);
  assert.equal(full[299].balance, 0);
  assert.equal(full[11].balance / 100, 99_020.75);
  // Half a cent a month of rounding in the payment and in the interest, each grown to the end: 2 x 0.5 x 1,292.
  assert.ok(Math.abs(full[299].payment - 89_449) < 1292, String(full[299].payment));
  const term = amortise(100_000, 0.1, 300, 12);
  assert.equal(term.length, 12);
  assert.equal(term[11].balance, 0);
  assert.equal(term[11].payment, 89_449 + 9_902_075);
  assert.equal(balanceAfter(100_000, 0.1, 300), 0);
  assert.equal(balanceAfter(100_000, 0.1, 0), 100_000);
  // Equal payments alone would leave 15 and 7 cents: rounding went against the loan.
  assert.equal(balanceAfter(120_000, 0.1099, 300), 0);
  assert.equal(balanceAfter(100_000, 0.12, 12, 12), 0);
  assert.equal(balanceAfter(100_000, 0.12, 11, 12), 8785.67);
});

Deno.test("bridge: the row by LTV, the minimum, and the cap (lending rules 3)", () => {
  // 200,000 x 0.00038 x 45; 0.00044 x 60; the minimum 2,500 for 100,000 x 0.00038 x 30 = 1,140.
  assert.deepEqual(bridgeOffer(tables, 200_000, 20, 45), { rate: 0.1387, price: 3420 });
  assert.deepEqual(bridgeOffer(tables, 200_000, 65, 60), { rate: 0.1606, price: 5280 });
  assert.equal(bridgeOffer(tables, 100_000, 20, 30).price, 2500);
  // floor(0.35 x 25,000 x 30 / 365) = floor(719.18).
  assert.equal(bridgeCap(25_000, 30), 719);
  assert.equal(bridgeOffer(tables, 25_000, 20, 30).price, 719);
  // An unknown LTV takes the last row.
  assert.equal(bridgeOffer(tables, 300_000, null, 60).rate, 0.1898);
  const adjusted = [
    bridgeOffer(tables, 200_000, 20, 45, null, 0.01),
    bridgeOffer(tables, 200_000, 20, 45, 0.15, -0.01),
  ];
  assert.deepEqual(adjusted.map(({ rate }) => rate), [0.1487, 0.14], "the lender's rate takes the table's place");
});

Deno.test("a bridge's days: the settled term, else its own, else 60", () => {
  const bridge = vectors.loans.find(({ input }) => input.name === "bridge")!.input;
  const days = (changes: Record<string, unknown>, termMonths: number | null = null) =>
    underwrite(applicationFrom({ ...bridge, ...changes }), settings, null, { termMonths }).bridgeDays;
  assert.equal(daysOfMonths(3), 91);
  assert.deepEqual([days({}), days({}, 3), days({ bridgeTerm: "" })], [75, 91, 60]);
});

Deno.test("structure: P+I pays more than interest only; a bridge structure pays at the end", () => {
  const application = applicationFrom(vectors.loans[0].input);
  const blended = underwrite(application, settings, null, { structure: "P+I" });
  assert.equal(blended.monthlyPayment, monthlyPayment(120_000, blended.rate, "P+I"));
  assert.ok(blended.monthlyPayment > 1099);
  // At an LTV of 64: 120,000 x 0.00038 x 60.
  const bridge = underwrite(application, settings, null, { structure: "Bridge" });
  assert.deepEqual([bridge.position, bridge.monthlyPayment, bridge.bridgePricing], ["second", 0, 2736]);
});

Deno.test("quote: the rate adjustment is added after scoring, and the payment follows it (lending rules 7)", () => {
  const adjusted = structuredClone(settings);
  adjusted.justQuote.rateAdjustment = 0.005;
  const { result } = quote(second, adjusted);
  assert.deepEqual([result!.score, result!.rate, result!.monthlyPayment], [2.68, 0.1149, 957.5]);
});

Deno.test("quote: the assumed property tax is whole dollars, half up (lending rules 7)", () => {
  const tax = (valueOfResidence: number) => quoteApplication({ ...second, valueOfResidence }, settings).propertyTax;
  // 0.9%: 2,250.45, 2,250.54 and 2,250.504 dollars.
  assert.deepEqual([250_050, 250_060, 250_056].map(tax), [2250, 2251, 2251]);
});

Deno.test("quote: above the max LTV the message is Unlikely, whatever the score (lending rules 7)", () => {
  const strict = structuredClone(settings);
  strict.maxLtv.limit = 66;
  assert.equal(quote(second, settings).result!.scoreMessage, "Likely");
  assert.equal(quote(second, strict).result!.scoreMessage, "Unlikely");
});

Deno.test("quote: refused with the rate where settings pass the criminal rate (lending rules 8)", () => {
  const dear = structuredClone(settings);
  dear.justQuote.rateAdjustment = 0.25;
  const answer = quote(second, dear);
  assert.equal(answer.result, null);
  assert.equal(answer.refusal, "This loan would cost 35.99% a year, fees included; the legal ceiling is 35%.");
});

const loan = { principal: 100_000, rate: 0.1, months: 12, fees: 5900 };

Deno.test("APR: 15.90% with fees in cash, 16.90% with fees deducted (lending rules 8)", () => {
  assert.equal(apr({ ...loan, deducted: false }).toFixed(4), "0.1590");
  assert.equal(apr({ ...loan, deducted: true }).toFixed(4), "0.1690");
  assert.equal(apr({ ...loan, fees: 0, deducted: true }), 0.1);
  // Half the term, twice the weight of the fees.
  assert.equal(apr({ ...loan, months: 6, deducted: false }), 0.218);
});

Deno.test("APR of P+I without fees is the contract's annual rate, whatever the compounding (lending rules 8)", () => {
  for (const months of [3, 12, 24]) {
    assert.equal(apr({ ...loan, months, fees: 0, deducted: false, structure: "P+I" }), 0.1);
    assert.equal(apr({ ...loan, months, fees: 0, deducted: true, structure: "P+I", amortisation: 60 }), 0.1);
  }
  // Fees are added on the same base: 5,900 over the average balance, which lies just below the principal.
  const withFees = apr({ ...loan, deducted: false, structure: "P+I" });
  assert.ok(withFees > 0.159 && withFees < 0.1595, String(withFees));
});

Deno.test("APR of P+I: until the adjustment date the whole principal is outstanding (lending rules 8 and 10)", () => {
  const paid = { ...loan, fees: 6000, deducted: false, structure: "P+I", amortisation: 12 } as const;
  const average = 6000 / (apr(paid) - 0.1);
  assert.ok(average > 53_000 && average < 56_000, String(average));
  // 73 days are a fifth of a year: fees count over 1.2 years, of which a fifth is at 100,000.
  const longer = 0.1 + 6000 / (average + 20_000);
  assert.ok(Math.abs(apr({ ...paid, adjustmentDays: 73 }) - longer) < 1e-5);
});

Deno.test("the largest fees that fit are named, and one dollar more is refused (lending rules 8)", () => {
  // 25,000 at 10% for a year, fees off the advance: (0.35 x 25,000 - 2,500) / 1.35 = 4,629.63.
  const terms = { principal: 25_000, rate: 0.1, months: 12, fees: 10_000, deducted: true };
  assert.equal(largestFees(terms), 4629);
  assert.equal(
    dealRefusal(terms),
    "These terms cost 83.33% a year, fees included; the legal ceiling is 35%. " +
      "At $25,000 for 12 months the ceiling leaves $4,629 for fees.",
  );
  // In cash: 0.35 x 25,000 - 2,500.
  assert.equal(largestFees({ ...terms, deducted: false }), 6250);
  for (const structure of ["Interest Only", "P+I"] as const) {
    for (const deducted of [true, false]) {
      for (const months of [3, 9, 12, 24]) {
        const one = { ...terms, structure, deducted, months };
        const fees = largestFees(one);
        assert.equal(dealRefusal({ ...one, fees }), null);
        assert.notEqual(dealRefusal({ ...one, fees: fees + 1 }), null);
      }
    }
  }
  assert.match(dealRefusal({ ...terms, rate: 0.4 })!, /the rate alone passes the ceiling\.$/);
});

Deno.test("a commercial loan may cost what the law excepts, by its amount, where the settings say so and it has a reason", () => {
  const on = { commercial: { ceiling: "law" } } as const, off = { commercial: { ceiling: "default" } } as const;
  assert.equal(commercialPurpose(" A bakery's ovens ", on), "A bakery's ovens");
  assert.deepEqual([commercialPurpose("Ovens", off), commercialPurpose("Ovens", {})], ["", ""]);
  assert.deepEqual([commercialPurpose("  ", on), commercialPurpose(null, on)], ["", ""]);
  const amounts = [10_000, 10_000.01, 500_000, 500_000.01];
  assert.deepEqual(amounts.map((amount) => ceilingOf(amount, "Ovens")), [0.35, 0.48, 0.48, null]);
  assert.deepEqual(amounts.map((amount) => ceilingOf(amount, "")), [0.35, 0.35, 0.35, 0.35]);
  const terms = { principal: 25_000, rate: 0.3, months: 12, fees: 3040, deducted: true, ceiling: 0.48 };
  // (7,500 + F) / (25,000 - F) = 0.48: F = 4,500 / 1.48.
  assert.deepEqual([largestFees(terms), dealRefusal(terms)], [3040, null]);
  assert.match(
    dealRefusal({ ...terms, fees: 3041 })!,
    /^These terms cost 48\.\d+% a year, fees included; the legal ceiling is 48%\. .* leaves \$3,040 for fees\.$/,
  );
  assert.match(dealRefusal({ ...terms, ceiling: undefined })!, /the legal ceiling is 35%/);
  assert.deepEqual([dealRefusal({ ...terms, ceiling: null, fees: 20_000 }), largestFees({ ...terms, ceiling: null })], [
    null,
    Infinity,
  ]);
});

Deno.test("APR of a bridge: its price over its days", () => {
  const price = bridgeOffer(tables, 25_000, 20, 30).price;
  const terms = { principal: 25_000, rate: 0.1387, months: 1, bridgeDays: 30, bridgePrice: price, fees: 0 };
  const rate = apr({ ...terms, deducted: false, structure: "Bridge" });
  assert.ok(rate <= 0.35 && rate > 0.3498, String(rate));
  assert.equal(dealRefusal({ ...terms, deducted: false, structure: "Bridge" }), null);
});

Deno.test("a bridge's price falls to keep the fees under the ceiling, and fees alone above it are refused", () => {
  // 0.35 x (100,000 - 3,000) x 60 / 365 - 3,000 = 2,580.8; fees alone: F = 5,753.4 / (1 + 0.35 x 60 / 365) = 5,440.
  assert.equal(bridgeCap(100_000, 60, 3000), 2580);
  const entries = {
    firstOrSecond: "Bridge",
    newLoanAmount: 100_000,
    appraisedValue: 200_000,
    bridgeTerm: 60,
    creditScore: 700,
  };
  const deal = (broker_fee: number) => loanFigures({ ...entries, adminRate: 0.24, broker_fee }, settings, null);
  // 100,000 x 24% x 60 / 365 = 3,945
  assert.deepEqual([deal(0).cost.bridgePrice, deal(3000).cost.bridgePrice], [3945, 2580]);
  assert.deepEqual([deal(3000).bridgePricing, deal(3000).refusal], [2580, null]);
  assert.ok(deal(3000).apr! <= 0.35 && deal(3000).apr! > 0.3498);
  assert.equal(deal(5440).refusal, null);
  assert.match(deal(5441).refusal ?? "", /At \$100,000 for 60 days the ceiling leaves \$5,440 for fees\.$/);
});

Deno.test("a bridge of one day is told so, in its refusal and to a partner", () => {
  const entries = { firstOrSecond: "Bridge", newLoanAmount: 100_000, appraisedValue: 200_000, bridgeTerm: 1 };
  // 0.35 x 100,000 / 365 / (1 + 0.35 / 365) = 95.79
  const { refusal } = loanFigures({ ...entries, broker_fee: 96 }, settings, null);
  assert.match(refusal ?? "", /At \$100,000 for 1 day the ceiling leaves \$95 for fees\.$/);
  const shared = dealSummary(entries as unknown as SharedDeal, loanFigures(entries, settings, null));
  assert.match(new Map(shared).get("Price") ?? "", /^\$\d+ for 1 day$/);
});

Deno.test("a letter states the rate behind a bridge's price, or the equivalent of a price that is not rate x days", () => {
  assert.deepEqual(statedRate({ principal: 100_000, rate: 0.146, days: 60, price: 2400 }), {
    rate: 0.146,
    isEquivalent: false,
  });
  // A minimum of 2,500 for 60 days: 2.5% x 365 / 60.
  assert.deepEqual(statedRate({ principal: 100_000, rate: 0.146, days: 60, price: 2500 }), {
    rate: 0.1521,
    isEquivalent: true,
  });
  // 5.564995%, rounded once.
  assert.equal(statedRate({ principal: 555_000, rate: 0.05, days: 228, price: 19_293 }).rate, 0.0556);
});

Deno.test("the criminal rate: 35% is allowed, more is refused with the rate in the sentence (lending rules 8)", () => {
  assert.equal(rateRefusal(0.35), null);
  assert.equal(dealRefusal({ ...loan, fees: 25_000, deducted: false }), null);
  assert.equal(
    dealRefusal({ ...loan, fees: 25_100, deducted: false }),
    "These terms cost 35.10% a year, fees included; the legal ceiling is 35%. " +
      "At $100,000 for 12 months the ceiling leaves $25,000 for fees.",
  );
  // A dollar over reads 35.001%, not 35.00%.
  assert.match(dealRefusal({ ...loan, fees: 25_001, deducted: false })!, /35\.001%/);
  assert.match(dealRefusal({ ...loan, fees: 100_000, deducted: true })!, /ceiling/);
});

Deno.test("settings that by themselves exceed the criminal rate are refused (lending rules 8)", () => {
  assert.equal(settingsRefusal(settings), null);
  const dear = structuredClone(settings);
  dear.pricing.bridgePricing[2].perDay = 0.001;
  assert.match(settingsRefusal(dear)!, /LTV of 75% would cost 36\.50% a year/);
  const added = structuredClone(settings);
  added.pricing.loanPricing[7].secondMtgPrice = 0.3;
  added.justQuote.rateAdjustment = 0.06;
  assert.match(settingsRefusal(added)!, /second mortgage from score 7 would cost 36\.00%/);
  const quoted = structuredClone(settings);
  quoted.pricing.bridgePricing[2].perDay = 0.0008;
  assert.equal(settingsRefusal(quoted), null, "0.0008 x 365 is 29.20%");
  quoted.justQuote.rateAdjustment = 0.06;
  assert.match(settingsRefusal(quoted)!, /LTV of 75% would cost 35\.20% a year/);
  dear.pricing.loanPricing[7].secondMtgPrice = 0.36;
  assert.match(settingsRefusal(dear)!, /second mortgage from score 7 would cost 36\.00%/);
});

Deno.test("fees as large as the loan are refused, also without a ceiling", () => {
  const terms = { principal: 600_000, rate: 0.1, months: 12, fees: 600_000, deducted: true, ceiling: null };
  assert.equal(dealRefusal(terms), "The fees are as large as the loan, so nothing would be lent. Lower the fees.");
  assert.equal(dealRefusal({ ...terms, fees: 599_000 }), null);
});
