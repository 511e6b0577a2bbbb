/**
 * Interest up to the day on which payments fall (lending rules 10): dates, ledger, payouts. Figures are worked out
 * beside each test.
 */
import assert from "node:assert/strict";
import { addDays } from "../../../lib/domain/dates.ts";
import { apr } from "../../../lib/domain/lending/apr.ts";
import { contractFrom, contractSchedule } from "../../../lib/domain/lending/contract.ts";
import { payout } from "../../../lib/domain/lending/payout.ts";
import type { Structure } from "../../../lib/domain/lending/payments.ts";
import { loanSchedule } from "../../../lib/domain/lending/schedule.ts";
import { dueDays } from "../../../lib/domain/servicing/due_days.ts";
import { bookEntry } from "../../../lib/domain/servicing/book.ts";
import { amountOf, balanceOf } from "../../../lib/domain/servicing/ledger.ts";
import { ledgerPayout } from "../../../lib/domain/servicing/payout.ts";
import { restatement } from "../../../lib/domain/servicing/restated.ts";
import { settlementEntries } from "../../../lib/domain/servicing/settlement.ts";
import { Book, brief, contract } from "../../support/ledger_book.ts";
import fc from "../../support/properties.ts";

type Case = [from: string, day: number, adjusted: string, cents: number, first: string, maturity: string];

/** 100,000 at 10%: 10,000 x days / 365. */
const INTEREST_ONLY: Case[] = [
  ["2027-01-01", 1, "", 0, "2027-02-01", "2028-01-01"],
  ["2027-01-02", 1, "2027-02-01", 82_192, "2027-03-01", "2028-02-01"],
  ["2027-01-15", 1, "2027-02-01", 46_575, "2027-03-01", "2028-02-01"],
  ["2027-01-31", 1, "2027-02-01", 2_740, "2027-03-01", "2028-02-01"],
  ["2028-02-29", 1, "2028-03-01", 2_740, "2028-04-01", "2029-03-01"],
  ["2027-12-31", 1, "2028-01-01", 2_740, "2028-02-01", "2029-01-01"],
  ["2027-01-15", 28, "2027-01-28", 35_616, "2027-02-28", "2028-01-28"],
  ["2027-01-28", 28, "", 0, "2027-02-28", "2028-01-28"],
  ["2027-01-31", 28, "2027-02-28", 76_712, "2027-03-28", "2028-02-28"],
  ["2028-02-29", 28, "2028-03-28", 76_712, "2028-04-28", "2029-03-28"],
  ["2028-02-29", 0, "", 0, "2028-03-29", "2029-02-28"],
];

/** 100,000 at 10% half-yearly: 100,000 x (1.05^(days x 2/365) - 1). */
const BLENDED: Case[] = [
  ["2027-01-01", 1, "", 0, "2027-02-01", "2028-01-01"],
  ["2027-01-15", 1, "2027-02-01", 45_552, "2027-03-01", "2028-02-01"],
  ["2027-01-31", 28, "2027-02-28", 75_137, "2027-03-28", "2028-02-28"],
];

const LISTS: [Structure, Case[]][] = [["Interest Only", INTEREST_ONLY], ["P+I", BLENDED]];
for (const [structure, cases] of LISTS) {
  for (const [effectiveDate, paymentDay, adjusted, cents, first, maturity] of cases) {
    Deno.test(`${structure} advanced on ${effectiveDate} with payments on day ${paymentDay}`, () => {
      const made = contract({ structure, effectiveDate, paymentDay });
      assert.deepEqual([made.adjustmentDate, made.firstPayment, made.maturity], [adjusted, first, maturity]);
      const { rows, interest } = loanSchedule(contractSchedule(made));
      const before = rows.filter(({ period }) => period === 0);
      assert.deepEqual(before.map(({ due, payment }) => [due, payment]), cents === 0 ? [] : [[adjusted, cents]]);
      assert.equal(rows.length - before.length, 12);
      assert.equal(rows.at(-1)!.due, maturity);
      // The monthly payments are those of any other day, and the total has the interest before them.
      const usual = loanSchedule(contractSchedule(contract({ structure })));
      assert.deepEqual(rows.slice(before.length).map((row) => row.payment), usual.rows.map((row) => row.payment));
      assert.equal(interest, usual.interest + cents);
      assert.deepEqual(dueDays([made], effectiveDate, maturity).map(({ day }) => day), rows.map(({ due }) => due));
    });
  }
}

Deno.test("a bridge has no day on which payments fall, and an advance on another day moves all of them", () => {
  const bridge = contract({ structure: "Bridge", months: null, bridgeDays: 60, bridgePrice: 2_000, paymentDay: 1 });
  assert.deepEqual([bridge.paymentDay, bridge.adjustmentDate, bridge.maturity], [0, "", "2027-03-16"]);
  const moved = contractFrom(contract({ paymentDay: 1 }), "2027-02-10");
  assert.deepEqual([moved.adjustmentDate, moved.firstPayment, moved.maturity], [
    "2027-03-01",
    "2027-04-01",
    "2028-03-01",
  ]);
  assert.equal(contractFrom(moved, "2027-03-01").adjustmentDate, "");
});

Deno.test("the APR counts the days before the adjustment date: without fees it is the rate", () => {
  const terms = { principal: 100_000, rate: 0.1, months: 12, adjustmentDays: 17, fees: 0, deducted: true };
  assert.equal(apr(terms), 0.1);
  assert.equal(apr({ ...terms, structure: "P+I" }), 0.1);
  // (10,000 x 1.046575 + 5,900) / (1.046575 x 94,100); without the 17 days 16.90%.
  assert.equal(apr({ ...terms, fees: 5_900 }), 0.166179);
});

Deno.test("interest to the adjustment date is a row of its own, posted once, and due like any payment", () => {
  const book = new Book([contract({ paymentDay: 1 })]);
  assert.deepEqual(book.post("2027-01-31"), []);
  // 17 days of 27.397: 16 of them by the day before.
  const before = book.on("2027-01-31");
  assert.deepEqual([before.accrued, before.owed, before.next], [43_836, 10_043_836, {
    day: "2027-02-01",
    payment: 46_575,
  }]);
  const [row] = book.post("2027-02-01");
  assert.deepEqual([row.kind, row.due, row.note], [
    "due",
    46_575,
    "Interest adjustment: 17 days from 15 January 2027",
  ]);
  assert.deepEqual(book.post("2027-02-01"), []);
  assert.deepEqual(book.on("2027-02-01").next, { day: "2027-03-01", payment: 83_333 });
  // 465.75 unpaid for 28 days at 10%: 3.57.
  assert.deepEqual(brief(book.post("2027-03-01")), [["due", "2027-03-01", 83_333], ["arrears", "2027-03-01", 357]]);
  assert.equal(book.on("2027-03-01").arrears, 46_575);
  assert.equal(restatement(book.rows, book.contracts), "");
  const { coming, maturity } = bookEntry(new Book([contract({ paymentDay: 1 })]).rows, book.contracts, "2027-01-20");
  assert.deepEqual(coming.slice(0, 2).map(({ day, payment }) => [day, payment]), [
    ["2027-02-01", 46_575],
    ["2027-03-01", 83_333],
  ]);
  assert.equal(maturity, "2028-02-01");
});

Deno.test("principal prepaid before the adjustment date bears interest until then", () => {
  const book = new Book([contract({ paymentDay: 1 })]);
  book.record({ kind: "prepayment", day: "2027-01-25", cents: 4_000_000, penaltyCents: 0, note: "" });
  // 60,000 for 17 days, 40,000 for 10: 279.45 + 109.59.
  assert.deepEqual(brief(book.post("2027-02-01")), [["due", "2027-02-01", 38_904]]);
});

const STRETCHES: [day: string, interest: number][] = [
  ["2027-01-15", 0],
  ["2027-01-25", 27_397],
  // On the adjustment date its interest was paid; a day later a new period has begun.
  ["2027-02-01", 0],
  ["2027-02-02", 2_740],
  ["2027-03-01", 0],
  // On the last day but one: 30 days since 1 January.
  ["2028-01-31", 82_192],
];
for (const [day, interest] of STRETCHES) {
  Deno.test(`a payout on ${day} is the same by the contract and by its ledger`, () => {
    const made = contract({ paymentDay: 1, penalty: "none" }), book = new Book([made]);
    for (const due of dueDays([made], made.effectiveDate, day)) {
      book.post(due.day);
      book.pay(due.day, due.isAdjustment ? 46_575 : 83_333);
    }
    const byLedger = ledgerPayout(book, "none", day, []);
    const byContract = payout(contractSchedule(made), "none", day, [], () => 0);
    assert.deepEqual([byContract.accrued, byContract.total], [interest, 10_000_000 + interest]);
    assert.equal(byLedger.total, byContract.total);
    assert.equal(byLedger.since, byContract.since);
    assert.deepEqual(byLedger.nextDue, byContract.nextDue);
  });
}

Deno.test("at maturity the last month is owed as a whole, and a penalty never passes the interest to maturity", () => {
  const made = contractSchedule(contract({ paymentDay: 1, months: 1, penalty: "3 months" }));
  const whole = payout(made, "3 months", "2027-03-01", [], () => 0);
  assert.deepEqual([whole.lastInterest, whole.accrued, whole.total], [83_333, 0, 10_083_333]);
  // From 15 January 465.75 and 833.33 are left, 2,500.00 would be three months.
  const first = payout(made, "3 months", "2027-01-15", [], () => 0);
  assert.deepEqual([first.penalty, first.isPenaltyCut], [46_575 + 83_333, true]);
});

Deno.test("a renewal from an old maturity on the set day has no such interest; to another day it has", () => {
  const first = contract({ paymentDay: 1 });
  const renewal = (paymentDay: number) =>
    contract({ kind: "renewal", effectiveDate: first.maturity, paymentDay, principal: 100_000 }, 2);
  assert.deepEqual([renewal(1).adjustmentDate, renewal(1).maturity], ["", "2029-02-01"]);
  assert.deepEqual([renewal(15).adjustmentDate, renewal(15).maturity], ["2028-02-15", "2029-02-15"]);
  const days = dueDays([first, renewal(15)], "2028-01-01", "2028-03-31");
  assert.deepEqual(days.map(({ day, isAdjustment }) => [day, isAdjustment]), [
    ["2028-02-01", false],
    ["2028-02-15", true],
    ["2028-03-15", false],
  ]);
});

const loans = fc.record({
  from: fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2026-06-01", days)),
  paymentDay: fc.integer({ min: 0, max: 28 }),
  structure: fc.constantFrom<Structure>("Interest Only", "P+I"),
  rate: fc.integer({ min: 400, max: 1500 }).map((points) => points / 10_000),
  principal: fc.integer({ min: 10_000, max: 900_000 }),
  months: fc.constantFrom(3, 6, 12),
  steps: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 10 }),
  paid: fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
});

Deno.test("property: rows add up to the balance, a split of posting changes nothing, a payout leaves zero", () => {
  fc.assert(fc.property(loans, ({ from, paid, steps, ...terms }) => {
    const made = contract({ ...terms, effectiveDate: from, penalty: "none" });
    const once = new Book([made]), split = new Book([made]);
    const last = steps.reduce((day, days) => addDays(day, days), from);
    steps.reduce((day, days) => {
      split.post(addDays(day, days));
      return addDays(day, days);
    }, from);
    once.post(last);
    assert.deepEqual(brief(split.rows), brief(once.rows));
    for (const [i, { day, due }] of once.rows.filter(({ kind }) => kind === "due").entries()) {
      if (paid[i]) once.pay(day, due);
    }
    once.post(last);
    const owed = once.rows.reduce((sum, row) => sum + amountOf(row), 0);
    assert.equal(balanceOf(once.state(last)), owed);
    const statement = ledgerPayout(once, "none", last, []);
    for (const entry of settlementEntries(once.rows, [made], statement, [], statement.total)) once.add(entry);
    assert.equal(once.on(last).owed, 0);
  }));
});
