/** Contracts: what they fix, which one is in force on a day, and where a form differs from them (lending rules 12). */
import assert from "node:assert/strict";
import {
  type AgreedTerms,
  contractBridgePrice,
  contractFrom,
  type ContractRecord,
  contractSchedule,
  contractTerms,
  inForceOn,
  latestInForce,
  pendingOffer,
} from "../../../lib/domain/lending/contract.ts";
import { addDays, addMonths } from "../../../lib/domain/dates.ts";
import { balanceAfter } from "../../../lib/domain/lending/payments.ts";
import { payout } from "../../../lib/domain/lending/payout.ts";
import { loanSchedule, maturityOf } from "../../../lib/domain/lending/schedule.ts";
import { contractDifferences, differenceText } from "../../../lib/domain/loans/contract_differences.ts";
import { fromCents } from "../../../lib/domain/money.ts";
import { AGREED as COMMITMENT } from "../../support/agreed_terms.ts";
import fc from "../../support/properties.ts";

const AGREED: AgreedTerms = {
  ...COMMITMENT,
  rate: 0.09,
  apr: 0.158,
};
const FORM = {
  firstOrSecond: "Second",
  newLoanAmount: 100_000,
  fsfcLoan: 100_000,
  adminRate: 0.09,
  adminTerm: "1 year",
  adminStructure: "Interest Only",
  adminPenalty: "3 months",
  adminFee: 4000,
  broker_fee: 1000,
  dateFunded: "2026-12-04",
  maturityEmailDate: "2027-12-04",
};

let made = 0;
const row = (stage: ContractRecord["stage"], more: Partial<AgreedTerms> & { version: number }): ContractRecord => {
  const { version, ...terms } = more;
  return { ...contractTerms({ ...AGREED, ...terms }), id: ++made, version, stage, source: "letter", offerId: null };
};

Deno.test("payment, first payment and maturity follow from what was agreed", () => {
  const { payment, firstPayment, maturity, compounding, amortisation } = contractTerms(AGREED);
  // 100,000 x 9% / 12
  assert.deepEqual([payment, firstPayment, maturity, compounding, amortisation], [
    750,
    "2027-01-04",
    "2027-12-04",
    "monthly",
    null,
  ]);
  const blended = contractTerms({ ...AGREED, rate: 0.1, structure: "P+I" });
  // 894.49: lending rules 3
  assert.deepEqual([blended.payment, blended.compounding, blended.amortisation], [894.49, "half-yearly", 300]);
  const bridge = contractTerms({
    ...AGREED,
    position: "bridge",
    structure: "Bridge",
    months: 2,
    rate: 0.146,
    bridgeDays: 60,
    bridgePrice: 2500,
    bridgeMinimum: 2500,
  });
  assert.deepEqual([bridge.payment, bridge.maturity, bridge.months, bridge.bridgePerDay, bridge.compounding], [
    0,
    "2027-02-02",
    null,
    0.0004,
    "simple",
  ]);
});

Deno.test("a bridge costs its minimum at first and its price at the end, and never less afterwards", () => {
  const bridge = contractTerms({
    ...AGREED,
    structure: "Bridge",
    rate: 0.146,
    bridgeDays: 60,
    bridgePrice: 2500,
    bridgeMinimum: 2500,
    lenderFee: 0,
    brokerFee: 0,
    otherFees: 0,
  });
  // 100,000 x 14.6% / 365 is 40 a day: 2,400 for 60 days, 2,800 for 70. 35% for 10 days is 958.
  const price = (days: number) => contractBridgePrice(bridge, days);
  assert.deepEqual([price(10), price(60), price(61), price(70)], [958, 2500, 2500, 2800]);
});

Deno.test("a bridge's fees count towards the ceiling on every day, not on the last day of its term alone", () => {
  const bridge = contractTerms({
    ...AGREED,
    structure: "Bridge",
    rate: 0.146,
    bridgeDays: 60,
    bridgePrice: 2580,
    bridgeMinimum: 3500,
    lenderFee: 2000,
    brokerFee: 600,
    otherFees: 400,
  });
  // floor(0.35 x 97,000 x days / 365 - 3,000): below 0 for 30 days, 720.54, 2,580.82, 2,673.83 and, above the minimum,
  // 3,604.
  const price = (days: number) => contractBridgePrice(bridge, days);
  assert.deepEqual([30, 40, 60, 61, 71].map(price), [0, 720, 2580, 2673, 3500]);
  for (let days = 1; days < 200; days++) {
    const cost = price(days) + (price(days) > 0 ? 3000 : 0);
    assert.ok(cost / 97_000 * 365 / days <= 0.35, `${days} days cost ${price(days)}`);
  }
});

Deno.test("an advance on another day moves payments and maturity, and no amount", () => {
  const from = contractFrom(contractTerms(AGREED), "2026-11-30");
  assert.deepEqual([from.effectiveDate, from.firstPayment, from.maturity], ["2026-11-30", "2026-12-30", "2027-11-30"]);
  assert.deepEqual([from.payment, from.principal, from.letterDate], [750, 100_000, "2026-11-20"]);
});

Deno.test("a schedule goes on over the contract's own amortisation, and ends with what is left of it", () => {
  const blended = contractTerms({ ...AGREED, structure: "P+I", amortisation: 120 });
  const { payment, balance } = loanSchedule(contractSchedule(blended)).rows[0];
  assert.equal(fromCents(payment), blended.payment);
  assert.equal(fromCents(balance), balanceAfter(AGREED.principal, AGREED.rate, 1, 120));
  assert.ok(blended.payment > contractTerms({ ...AGREED, structure: "P+I" }).payment, "ten years, not 25");
});

Deno.test("offers are not in force; of two letters the newer counts; a renewal counts from its start", () => {
  const first = row("offered", { version: 1 }), second = row("offered", { version: 2, rate: 0.095 });
  assert.equal(inForceOn([first, second], "2030-01-01"), null);
  assert.equal(pendingOffer([first, second])?.version, 2);
  const funded = row("in force", { version: 3, rate: 0.095 });
  const renewal = row("offered", { version: 4, kind: "renewal", effectiveDate: "2027-12-04", rate: 0.1 });
  const renewed = row("in force", { version: 5, kind: "renewal", effectiveDate: "2027-12-04", rate: 0.1 });
  const all = [renewed, first, funded, renewal, second];
  assert.deepEqual(
    ["2026-12-03", "2026-12-04", "2027-12-03", "2027-12-04", "2031-01-01"].map((day) => inForceOn(all, day)?.version),
    [3, 3, 3, 5, 5],
  );
  assert.equal(pendingOffer(all), null);
  assert.equal(pendingOffer([first, second, funded, renewal])?.version, 4);
  const amended = row("in force", { version: 7, kind: "renewal", effectiveDate: "2027-12-04", rate: 0.105 });
  assert.equal(inForceOn([...all, amended], "2028-01-01")?.version, 7);
  // Back to Pending and funded again: what was before counts no more.
  const again = row("in force", { version: 8, effectiveDate: "2026-12-01" });
  assert.equal(inForceOn([...all, amended, again], "2028-01-01")?.version, 8);
  assert.equal(latestInForce([...all, amended, again])?.version, 8);
});

const day = fc.integer({ min: 0, max: 3000 }).map((n) => addDays("2020-01-01", n));
const agreed = fc.record({
  effectiveDate: day,
  principal: fc.integer({ min: 10_000, max: 2_000_000 }),
  rate: fc.integer({ min: 1, max: 3500 }).map((n) => n / 10_000),
  structure: fc.constantFrom("Interest Only" as const, "P+I" as const),
  months: fc.constantFrom(3, 6, 9, 12, 24),
});

Deno.test("property: a contract's payment, first payment and maturity are those of its schedule, leap years too", () => {
  fc.assert(fc.property(agreed, (terms) => {
    const contract = contractTerms({ ...AGREED, ...terms });
    const schedule = loanSchedule(contractSchedule(contract));
    assert.equal(schedule.rows.length, terms.months);
    assert.equal(Math.round(contract.payment * 100), schedule.rows[0].payment);
    assert.equal(contract.firstPayment, schedule.rows[0].due);
    assert.equal(contract.maturity, schedule.rows.at(-1)!.due);
    assert.equal(contract.maturity, addMonths(terms.effectiveDate, terms.months));
    assert.equal(schedule.principal, terms.principal * 100);
  }));
});

Deno.test("property: of renewals one after the other exactly one is in force on each day, without a gap", () => {
  fc.assert(
    fc.property(agreed, fc.array(fc.constantFrom(3, 6, 12, 24), { maxLength: 5 }), fc.nat(4000), (t, terms, n) => {
      const rows = [row("in force", { ...t, version: 1 })];
      for (const months of terms) {
        const { maturity } = rows.at(-1)!;
        rows.push(
          row("in force", { ...t, kind: "renewal", effectiveDate: maturity, months, version: rows.length + 1 }),
        );
      }
      const on = addDays(t.effectiveDate, n), found = inForceOn(rows, on)!;
      const next = rows[found.version];
      assert.ok(found.effectiveDate <= on);
      assert.ok(next === undefined || next.effectiveDate > on);
      assert.equal(inForceOn([...rows].reverse(), on)?.id, found.id);
      const schedule = contractSchedule(found);
      assert.equal(payout(schedule, found.penalty, on, [], () => 0).maturity, maturityOf(schedule));
    }),
  );
});

Deno.test("a form with the same terms has no difference; each different term is shown with both values", () => {
  const contract = contractTerms(AGREED);
  assert.deepEqual(contractDifferences(contract, FORM), []);
  const said = (form: object) =>
    contractDifferences(contract, { ...FORM, ...form }).map((d) => `${d.term}: ${differenceText(d)}`);
  assert.deepEqual(said({ adminRate: 0.095 }), ["Rate: Contract 9.00%, form 9.50%"]);
  assert.deepEqual(said({ adminRate: 0.09001 }), ["Rate: Contract 9.0000%, form 9.0010%"]);
  assert.deepEqual(said({ adminRate: null, adminTerm: "6 months" }), [
    "Rate: Contract 9.00%, form not set",
    "Term: Contract 12 months, form 6 months",
  ]);
  assert.deepEqual(said({ maturityEmailDate: "2027-12-15", fsfcLoan: 110_000 }), [
    "Amount: Contract $100,000, form $110,000",
    "Maturity: Contract 4 Dec 2027, form 15 Dec 2027",
  ]);
  assert.deepEqual(said({ maturityEmailDate: "2050-01-01" }), [], "the date that stands for none");
  const renewal = contractTerms({ ...AGREED, kind: "renewal", effectiveDate: "2027-12-04", principal: 98_765.43 });
  assert.deepEqual(contractDifferences(renewal, { ...FORM, maturityEmailDate: "2028-12-04", adminFee: 1 }), []);
});
