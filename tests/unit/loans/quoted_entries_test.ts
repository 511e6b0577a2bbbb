import assert from "node:assert/strict";
import type { QuoteInput } from "../../../lib/domain/lending/quote.ts";
import { quotedEntries } from "../../../lib/domain/loans/quoted_entries.ts";

const QUOTE: QuoteInput = {
  type: "second",
  valueOfResidence: 850_000,
  loanAmount: 120_000,
  creditScore: 640,
  bridgeTerm: 90,
  existingFirstMtg: 2_400,
  existingFirstMtgAmt: 400_000,
  householdIncome: 120_000,
  yearsOfEmployment: 5.5,
};
const ALWAYS = {
  newLoanAmount: "120,000",
  appraisedValue: "850,000",
  creditScore: "640",
  primaryIncome: "120,000",
  yoe: "5.5",
};
const EXISTING = { firstMortgage: "400,000", mortgageMonthlyPayment: "2,400" };

for (
  const [type, more] of [
    ["first", {}],
    ["second", EXISTING],
    ["bridge", { ...EXISTING, bridgeTerm: "90" }],
  ] as const
) {
  Deno.test(`a quote for a ${type} fills what its type uses, as one types it`, () =>
    assert.deepEqual(quotedEntries({ ...QUOTE, type }), { ...ALWAYS, ...more }));
}

Deno.test("a slider left at zero fills no field of the applicant", () =>
  assert.deepEqual(
    quotedEntries({ ...QUOTE, householdIncome: 0, yearsOfEmployment: 0, existingFirstMtg: 0, existingFirstMtgAmt: 0 }),
    { newLoanAmount: "120,000", appraisedValue: "850,000", creditScore: "640" },
  ));

Deno.test("a quote's postal code is taken along where it was given", () =>
  assert.equal(quotedEntries({ ...QUOTE, postal: "M5V 2T6" }).postal, "M5V 2T6"));
