/** Every vector of tests/unit/quote/vectors.json: the outputs that the lending rules give with the default settings. */
import assert from "node:assert/strict";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { apr } from "../../../lib/domain/lending/apr.ts";
import { balanceAfter, blendedCents, monthlyPayment } from "../../../lib/domain/lending/payments.ts";
import { quote, type QuoteInput } from "../../../lib/domain/lending/quote.ts";
import type { Rating } from "../../../lib/domain/lending/compile.ts";
import { underwrite } from "../../../lib/domain/lending/underwrite.ts";
import { applicationFrom } from "../../../lib/domain/loans/application.ts";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import settingsJson from "../../../db/seed/default_settings.json" with { type: "json" };
import vectors from "./vectors.json" with { type: "json" };

const settings: LendingSettings = settingsJson;

for (const { input, output } of vectors.quotes) {
  Deno.test(`quote vector: ${input.type} ${input.loanAmount} on ${input.valueOfResidence}`, () => {
    const { result, refusal } = quote(input as QuoteInput, settings);
    assert.equal(refusal, null);
    const { ceiling, rankNotice, ltvWithFirst, refusal: why, fits, ...rest } = result!;
    assert.deepEqual(rest, output);
    // Vector 4 alone is over 80%: 250,000 ahead of us leave 150,000 of 400,000.
    const isOver = output.ltv! > 80;
    assert.deepEqual(
      [why, fits],
      isOver
        ? [
          "An application would be refused. We are currently not funding LTV above 80%. A loan of $150,000 would fit.",
          150_000,
        ]
        : [undefined, undefined],
    );
    // What a bridge may cost, fees included, is 35% a year of what is lent; elsewhere (rate x P + F) / (P - F) is 35%.
    const most = input.type === "bridge"
      ? Math.floor(0.35 * input.loanAmount * input.bridgeTerm! / 365)
      : Math.floor((0.35 - output.rate) * input.loanAmount / 1.35 + 1e-6);
    assert.equal(ceiling, most);
    const stays = input.type === "bridge" && input.existingFirstMtgAmt! > 0;
    assert.equal(rankNotice, stays ? "An existing first of $500,000 stays and ranks before this bridge." : undefined);
    assert.equal(ltvWithFirst, stays ? 70 : undefined, "200,000 and 500,000 of 1,000,000");
  });
}

for (const { input, output } of vectors.loans) {
  Deno.test(`loan vector: ${input.name}`, () => {
    const result = underwrite(applicationFrom(input), settings, SCORING_CONFIG);
    const ratings: Record<keyof typeof output.ratings, Rating> = {
      dsc: result.ratings.DSCRating,
      yoe: result.ratings.yoeRating,
      employer: result.ratings.employerRating,
      credit: result.ratings.creditRating,
      rof: result.ratings.rofRating,
      lit: result.ratings.litRating,
      ltv: result.ratings.ltvRating,
      region: result.ratings.regionRating,
      rental: result.ratings.rentalRating,
      sizeOfFirst: result.ratings.sizeOfFirstRating,
      uop: result.ratings.uopRating,
      equityCharge: result.ratings.equityChargeRating,
    };
    const { colours: _a, assumedTax, ...analytics } = result.analytics;
    const { colours: _c, value: _v, priorCharges: _p, ...collateral } = result.collateral;
    assert.equal(assumedTax, 0.25);
    assert.deepEqual({
      position: result.position,
      ltv: result.ltv,
      formScore: result.formScore,
      finalScore: result.finalScore,
      band: result.band,
      rate: result.rate,
      monthlyPayment: result.monthlyPayment,
      bridgePricing: result.bridgePricing,
      pillars: {
        cashFlow: result.pillars.cashFlowWeight,
        willingness: result.pillars.willingnessTPScore,
        collateral: result.pillars.collateralScore,
        defaultManagement: result.pillars.useOfFundsScore,
      },
      ratings,
      analytics,
      collateral,
      maxLtvExceeded: result.maxLtvExceeded,
    }, output);
  });
}

Deno.test("payment vectors: P+I, its balance after 12 payments, and interest only", () => {
  const [blended, interestOnly] = vectors.payments;
  assert.equal(blendedCents(blended.principal, blended.rate, blended.months!) / 100, blended.payment);
  assert.equal(balanceAfter(blended.principal, blended.rate, 12, blended.months!), blended.balanceAfter12);
  assert.equal(monthlyPayment(interestOnly.principal, interestOnly.rate), interestOnly.interestOnly);
});

Deno.test("apr vector: fees paid in cash, and deducted from the advance", () => {
  for (const { principal, rate, months, fees, paidInCash, deducted } of vectors.apr) {
    assert.equal(apr({ principal, rate, months, fees, deducted: false }), paidInCash);
    assert.equal(apr({ principal, rate, months, fees, deducted: true }), deducted);
  }
});
