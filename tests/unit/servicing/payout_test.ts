/** Payouts by the ledger (lending rules 15). Figures are worked out beside each test. */
import assert from "node:assert/strict";
import { addDays } from "../../../lib/domain/dates.ts";
import { payoutRows } from "../../../lib/domain/letters/statements.ts";
import { contractBridgePrice, contractSchedule } from "../../../lib/domain/lending/contract.ts";
import { payout } from "../../../lib/domain/lending/payout.ts";
import { loanSchedule } from "../../../lib/domain/lending/schedule.ts";
import { openingEntry, reversalEntry } from "../../../lib/domain/servicing/entries.ts";
import { chargesOwed, ledgerPayout } from "../../../lib/domain/servicing/payout.ts";
import { Book, contract } from "../../support/ledger_book.ts";
import fc from "../../support/properties.ts";

const FEES = [{ label: "Discharge fee", amount: 350 }];
const BRIDGE = { structure: "Bridge", months: null, bridgeDays: 60, bridgePrice: 2400, bridgeMinimum: 1500 } as const;
const on = (book: Book, day: string, penalty = "3 months") => ledgerPayout(book, penalty, day, FEES);
const linesOf = (book: Book, day: string) => on(book, day).byLedger!.map(({ label, cents }) => [label, cents]);

Deno.test("where every payment was made on its day, ledger and contract agree to the cent", () => {
  for (const structure of ["Interest Only", "P+I"] as const) {
    const terms = contract({ structure }), schedule = contractSchedule(terms), book = new Book([terms]);
    for (const { due, payment } of loanSchedule(schedule).rows.slice(0, -1)) book.pay(due, payment);
    for (let day = "2027-01-15"; day < terms.maturity; day = addDays(day, 1)) {
      const { byLedger, ...mine } = on(book, day);
      const { byLedger: _none, ...theirs } = payout(schedule, "3 months", day, FEES, () => 0);
      assert.deepEqual({ ...mine, paid: theirs.paid }, theirs);
      assert.deepEqual(byLedger, []);
    }
  }
});

Deno.test("unpaid amounts have names: payments, interest on them, NSF, other fees, the discharge fee", () => {
  const book = new Book([contract()]);
  const first = book.pay("2027-02-15", 83_333);
  book.post("2027-02-15");
  book.add(reversalEntry(first, "nsf", "2027-02-18", "Returned by the bank"), first.id);
  book.record({ kind: "fee", day: "2027-02-18", cents: 5_000, note: "NSF fee" });
  book.record({ kind: "fee", day: "2027-03-01", cents: 4_000, note: "Statement" });
  assert.deepEqual(linesOf(book, "2027-03-20"), [
    ["2 payments due from 15 February 2027 to 15 March 2027, unpaid", 166_666],
    // 833.33 x 33 days and 833.33 x 5 days, x 10% / 365
    ["Interest on arrears", 868],
    ["NSF fee", 5_000],
    ["Statement", 4_000],
  ]);
  // 100,000 x 5 days x 10% / 365; three months of 833.33
  const { principal, accrued, penalty, fees, total, perDiem } = on(book, "2027-03-20");
  assert.deepEqual([principal, accrued, penalty, fees], [10_000_000, 13_699, 250_000, 35_000]);
  assert.equal(total, 10_000_000 + 13_699 + 250_000 + 35_000 + 166_666 + 868 + 9_000);
  // 101,666.66 x 10% / 365 is 27.854: rounded once, not 27.40 on the principal and 0.46 on the arrears.
  assert.equal(perDiem, 2_785);
  assert.equal(on(book, "2027-03-15").perDiem, 2_785, "what falls due on the day bears interest from it on");
  assert.equal(payoutRows(on(book, "2027-03-20"), FEES).at(-1)?.value, "$104,752.33");
  // It covers the payments, then 10.00 of the oldest charge.
  book.pay("2027-03-20", 166_666 + 1_000);
  assert.deepEqual(linesOf(book, "2027-03-20").slice(0, 2), [["Interest on arrears", 868], ["NSF fee", 4_000]]);
});

Deno.test("property: ten days of arrears add ten times the per diem, as rounded cents allow", () => {
  fc.assert(fc.property(fc.integer({ min: 100_000, max: 300_000_000 }), (cents) => {
    const book = new Book([contract()]), from = on(book, "2027-03-16").total;
    book.record({ kind: "adjustment", part: "due", day: "2027-02-15", cents, note: "" });
    const [first, last] = ["2027-03-16", "2027-03-26"].map((day) => on(book, day));
    assert.ok(first.total > from);
    // Half a cent a day, and half of one of each of two rounded sums on both days.
    assert.ok(Math.abs(last.total - first.total - 10 * first.perDiem!) <= 5 + 2);
  }));
});

Deno.test("property: the next day adds the per diem, which grows with the days of a blended loan's period", () => {
  const blended = contract({ structure: "P+I" });
  fc.assert(fc.property(fc.integer({ min: 0, max: 330 }), fc.integer({ min: 0, max: 5_000_000 }), (n, cents) => {
    const book = new Book([blended]), day = addDays("2027-01-15", n);
    if (cents > 0) book.record({ kind: "prepayment", day: "2027-01-25", cents, penaltyCents: 0, note: "" });
    const [first, next] = [day, addDays(day, 1)].map((each) => on(book, each));
    fc.pre(next.since === first.since && first.isPenaltyCut === next.isPenaltyCut);
    fc.pre(first.byLedger!.length === 0 && next.principal === first.principal);
    assert.ok(Math.abs(next.total - first.total - first.perDiem!) <= 2, day);
  }));
  const book = new Book([blended]), [early, late] = ["2027-01-16", "2027-02-14"].map((day) => on(book, day).perDiem!);
  assert.ok(late > early, `${early} and ${late}`);
});

Deno.test("a payment ahead lowers the total, one due before the payout counts until it is received", () => {
  const book = new Book([contract()]);
  book.pay("2027-02-10", 50_000);
  assert.deepEqual(linesOf(book, "2027-02-14"), [["Paid ahead", -50_000]]);
  assert.deepEqual(linesOf(book, "2027-02-15"), [["Payment due on 15 February 2027, unpaid", 33_333]]);
  assert.deepEqual(on(book, "2027-02-14").nextDue, { date: "2027-02-15", payment: 83_333 });
});

Deno.test("the penalty never passes the interest to maturity, of what is left of the principal", () => {
  const book = new Book([contract()]);
  book.post("2028-01-14");
  for (let month = 2; month <= 12; month++) book.pay(`2027-${String(month).padStart(2, "0")}-15`, 83_333);
  // 40,000 stay; three months are 1,000, and of December's month 30 of 31 days were run.
  book.record({ kind: "prepayment", day: "2027-12-15", cents: 6_000_000, penaltyCents: 0, note: "" });
  const { penalty, isPenaltyCut, accrued } = on(book, "2028-01-14");
  assert.deepEqual([accrued, penalty, isPenaltyCut], [32_877, 33_333 - 32_877, true]);
  assert.deepEqual([on(book, "2028-01-13").total, on(book, "2028-01-13").perDiem], [on(book, "2028-01-14").total, 0]);
  assert.equal(on(book, "2027-12-15").penalty, 33_333);
  assert.equal(on(book, "2028-01-15").penalty, 0);
});

Deno.test("charges are named by what is unpaid of them on the day: a waiver and later fees name none", () => {
  const book = new Book([contract()]);
  book.record({ kind: "fee", day: "2027-02-01", cents: 5_000, note: "NSF fee" });
  book.record({ kind: "fee", day: "2027-02-02", cents: 4_000, note: "Statement" });
  book.record({ kind: "adjustment", part: "charges", day: "2027-02-03", cents: -3_000, note: "Waived" });
  book.record({ kind: "fee", day: "2027-02-10", cents: 2_000, note: "Courier" });
  assert.deepEqual(linesOf(book, "2027-02-09"), [["NSF fee", 2_000], ["Statement", 4_000]]);
  const older = new Book([contract()], false);
  older.add(openingEntry({ day: "2027-02-20", principal: 10_000_000, due: 0, charges: 7_500 }));
  assert.deepEqual(linesOf(older, "2027-02-21"), [["Charges brought forward", 7_500]]);
});

Deno.test("a ledger names its charges as its payout does, interest on arrears once, whether it is posted or not", () => {
  const book = new Book([contract()]);
  book.record({ kind: "fee", day: "2027-02-01", cents: 5_000, note: "NSF fee" });
  book.post("2027-03-15");
  const lines = [
    // 833.33 x 33 days and 833.33 x 5 days, x 10% / 365; 28 days of it were posted on 15 March.
    { label: "Interest on arrears", cents: 868 },
    { label: "NSF fee", cents: 5_000 },
  ];
  assert.deepEqual([book.on("2027-03-20").charges, book.on("2027-03-20").arrearsInterest], [5_639, 229]);
  assert.deepEqual(chargesOwed(book, book.on("2027-03-20")), lines);
  assert.deepEqual(on(book, "2027-03-20").byLedger!.slice(-2), lines);
});

Deno.test("a penalty stands on what is owed by its day: a later prepayment changes nothing in it", () => {
  const book = new Book([contract()]);
  for (let month = 2; month <= 12; month++) book.pay(`2027-${String(month).padStart(2, "0")}-15`, 83_333);
  const before = on(book, "2027-12-20");
  book.post("2027-12-25");
  book.record({ kind: "prepayment", day: "2027-12-25", cents: 6_000_000, penaltyCents: 0, note: "" });
  assert.deepEqual(on(book, "2027-12-20"), before);
  assert.ok(before.isPenaltyCut);
});

Deno.test("an entry reversed later counts on no day, a reversed due is not owed", () => {
  const book = new Book([contract()]);
  const paid = book.pay("2027-02-10", 50_000);
  book.add(reversalEntry(paid, "reversal", "2027-02-20", "Wrong loan"), paid.id);
  assert.deepEqual(linesOf(book, "2027-02-12"), []);
  book.post("2027-02-15");
  const due = book.rows.findLast(({ kind }) => kind === "due")!;
  book.add(reversalEntry(due, "reversal", "2027-02-20", "Waived"), due.id);
  assert.deepEqual(linesOf(book, "2027-02-18"), []);
});

Deno.test("after maturity principal and last payment stand in one line and bear simple interest", () => {
  const book = new Book([contract({ months: 3 })]);
  for (const day of ["2027-02-15", "2027-03-15"]) book.pay(day, 83_333);
  const late = on(book, "2027-04-25");
  assert.deepEqual(late.byLedger, [
    { label: "Due at maturity, 15 April 2027", cents: 10_083_333 },
    // 100,833.33 x 10 days x 10% / 365
    { label: "Interest on arrears", cents: 27_626 },
  ]);
  assert.deepEqual([late.principal, late.accrued, late.penalty, late.nextDue, late.perDiem], [0, 0, 0, null, 2_763]);
  assert.deepEqual([late.penaltyMonths, late.since, late.days], [0, "2027-04-15", 10], "prepayment is no longer one");
  // A ledger that begins after the maturity has its principal due on its first day.
  const taken = new Book([contract({ months: 3 })], false);
  taken.add(openingEntry({ day: "2027-05-20", principal: 10_000_000, due: 0, charges: 0 }));
  assert.deepEqual(linesOf(taken, "2027-05-21"), [["Due at maturity, 20 May 2027", 10_000_000], [
    "Interest on arrears",
    2_740,
  ]]);
});

Deno.test("the last payment of a renewed term is due at maturity only where principal is left of it", () => {
  const labels = (principal: number) => {
    const renewal = contract({ kind: "renewal", effectiveDate: "2027-04-15", principal }, 2);
    const book = new Book([contract({ months: 3 }), renewal]);
    for (const day of ["2027-02-15", "2027-03-15"]) book.pay(day, 83_333);
    book.post("2027-05-20");
    return linesOf(book, "2027-05-20").slice(0, -1);
  };
  assert.deepEqual(labels(100_000), [["2 payments due from 15 April 2027 to 15 May 2027, unpaid", 166_666]]);
  assert.deepEqual(labels(60_000), [
    ["Payment due on 15 May 2027, unpaid", 50_000],
    ["Due at maturity, 15 April 2027", 4_083_333],
  ]);
});

Deno.test("a bridge costs the price of its days, one at least, and none of its days has a penalty", () => {
  const terms = contract(BRIDGE), book = new Book([terms]);
  for (const days of [0, 1, 30, 59]) {
    const at = on(book, addDays("2027-01-15", days));
    assert.equal(at.total, 10_000_000 + 100 * contractBridgePrice(terms, Math.max(1, days)) + 35_000);
    assert.equal(at.days, Math.max(1, days), "as many as the statement says");
    // 59 days at 10% are more than the minimum.
    assert.deepEqual([at.penalty, at.perDiem], [0, days < 59 ? null : 2_740]);
  }
  assert.deepEqual(linesOf(book, "2027-03-16"), [["Due at maturity, 16 March 2027", 10_240_000]]);
  // 2,400 for 60 days of 100,000 are 14.60% a year, the only rate that its letter states: 102,400 x 14.6% / 365.
  assert.equal(on(book, "2027-03-20").perDiem, 4_096, "matured it bears interest as arrears");
  assert.deepEqual(linesOf(book, "2027-03-20").at(-1), ["Interest on arrears", 16_384]);
  const cheap = new Book([contract({ ...BRIDGE, bridgePrice: 1644, bridgeMinimum: 0 })]);
  const [first, second, third] = ["2027-01-15", "2027-01-16", "2027-01-17"].map((day) => on(cheap, day));
  assert.deepEqual([second.total - first.total, first.perDiem], [0, null], "the first day costs as much as the next");
  assert.deepEqual([third.total - second.total, second.perDiem], [2_800, 2_740], "by its days, in whole dollars");
  cheap.record({ kind: "prepayment", day: "2027-01-20", cents: 10_000_000, penaltyCents: 0, note: "" });
  assert.equal(on(cheap, "2027-01-20").perDiem, null, "nothing is left for a day to be charged on");
});

Deno.test("a bridge repaid in part has the per diem of what is left, while its days set its price", () => {
  const long = { ...BRIDGE, bridgeDays: 365, bridgePrice: 10_000, bridgeMinimum: 0 };
  const repaid = (terms: Partial<typeof long>) => {
    const book = new Book([contract({ ...long, ...terms })]);
    book.record({ kind: "prepayment", day: "2027-04-25", cents: 6_000_000, penaltyCents: 0, note: "" });
    return book;
  };
  // 40,000 x 10% / 365
  assert.deepEqual(["2027-04-24", "2027-04-25", "2027-05-25"].map((day) => on(repaid({}), day).perDiem), [
    2740,
    1096,
    1096,
  ]);
  const [day, later] = ["2027-05-25", "2027-06-24"].map((day) => on(repaid({}), day).accrued);
  assert.ok(Math.abs(later - day - 30 * 1_096) < 200, "prices are whole dollars");
  // A hundred days of 100,000 are 2,740, and with twenty of 40,000 less than the minimum: the next day adds nothing.
  assert.equal(on(repaid({ bridgeMinimum: 3_500 }), "2027-05-15").perDiem, null);
  // All 100,000 for 120 days were 3,288, above this minimum; what its principals bore by then is 2,959.
  assert.equal(on(repaid({ bridgeMinimum: 3_000 }), "2027-05-15").perDiem, null);
  assert.equal(on(repaid({ bridgeMinimum: 2_000 }), "2027-05-15").perDiem, 1_096);
});

Deno.test("the price of a bridge repaid in part falls by cents between whole dollars: that is no penalty below nothing", () => {
  const terms = contract({ ...BRIDGE, principal: 56_000, rate: 0.0974, bridgeDays: 119, bridgePrice: 1778 });
  const book = new Book([{ ...terms, bridgeMinimum: 0 }]);
  book.record({ kind: "prepayment", day: "2027-02-09", cents: 5_598_065, penaltyCents: 0, note: "" });
  for (let day = "2027-02-09"; day < terms.maturity; day = addDays(day, 1)) assert.equal(on(book, day).penalty, 0, day);
});

Deno.test("what is repaid of a bridge on the day of its advance bears no price: it bore all of it", () => {
  const book = new Book([contract({ ...BRIDGE, bridgeDays: 365, bridgePrice: 10_000, bridgeMinimum: 0 })]);
  book.record({ kind: "prepayment", day: "2027-01-15", cents: 6_000_000, penaltyCents: 0, note: "" });
  // 822 for thirty days of 100,000, and two fifths of it; then of 10,000.
  assert.deepEqual([on(book, "2027-02-14").accrued, on(book, "2027-02-14").perDiem], [32_880, 1_096]);
  assert.equal(book.post("2028-01-15").at(0)?.due, 4_000_000 + 400_000);
});

Deno.test("a bridge whose ledger begins with less than was lent bears the price of that from then on", () => {
  const book = new Book([contract({ ...BRIDGE, bridgeDays: 365, bridgePrice: 10_000, bridgeMinimum: 0 })], false);
  book.add(openingEntry({ day: "2027-04-25", principal: 4_000_000, due: 0, charges: 0 }));
  const [begun, later] = ["2027-04-25", "2027-05-25"].map((day) => on(book, day));
  assert.deepEqual([begun.accrued, begun.perDiem], [274_000, 1_096]);
  assert.ok(Math.abs(later.accrued - begun.accrued - 30 * 1_096) < 200, "prices are whole dollars");
  // 10,000 less three fifths of 265 days of it
  assert.equal(book.post("2028-01-15").at(0)?.due, 4_000_000 + 564_384);
});

Deno.test("the per diem is what the next day adds where the interest to maturity cuts the penalty from then on", () => {
  // Three months are left on 15 October: at 12% they are the penalty to the cent, at 10.99% two cents more (3 x 549.50
  // and 3 x 412.13 beside 1,648.50 and 1,236.38).
  for (const [principal, rate, perDiem] of [[100_000, 0.12, 0], [60_000, 0.1099, 0], [45_000, 0.1099, 1]]) {
    const terms = contract({ principal, rate }), schedule = contractSchedule(terms), book = new Book([terms]);
    for (const { due, payment } of loanSchedule(schedule).rows.slice(0, 9)) book.pay(due, payment);
    const byContract = (day: string) => payout(schedule, "3 months", day, FEES, () => 0);
    for (const payoutOn of [(day: string) => on(book, day), byContract]) {
      const [day, next] = ["2027-10-15", "2027-10-16"].map(payoutOn);
      assert.deepEqual([day.perDiem, next.total - day.total], [perDiem, perDiem]);
    }
  }
});

Deno.test("the per diem leaves out principal that was added after maturity, on which no interest runs", () => {
  const book = new Book([contract({ months: 3 })]);
  book.post("2027-04-20");
  book.record({ kind: "adjustment", part: "principal", day: "2027-04-20", cents: 5_000_000, note: "" });
  const [day, next] = ["2027-04-25", "2027-04-26"].map((each) => on(book, each));
  // 102,499.99 x 10% / 365
  assert.deepEqual([day.perDiem, next.total - day.total], [2_808, 2_808]);
});

const acts = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 420 }),
    cents: fc.integer({ min: 1, max: 300_000 }),
    fee: fc.boolean(),
  }),
  { maxLength: 10 },
);
const structures = fc.constantFrom("Interest Only" as const, "P+I" as const);

Deno.test("property: a payout is what the ledger owes, with penalty and fees, whatever was paid and when", () => {
  fc.assert(fc.property(acts, structures, fc.integer({ min: 0, max: 480 }), (all, structure, days) => {
    const book = new Book([contract({ structure })]);
    for (const { after, cents, fee } of all) {
      const day = addDays("2027-01-15", after);
      book.record(fee ? { kind: "fee", day, cents, note: "Fee" } : { kind: "payment", day, cents, note: "" });
    }
    const day = addDays("2027-01-15", days), { total, penalty, fees } = on(book, day);
    assert.equal(total - penalty - fees, book.on(day).owed);
    assert.ok(penalty >= 0);
    book.post(day);
    assert.equal(on(book, day).total, total, "posted or not");
  }));
});
