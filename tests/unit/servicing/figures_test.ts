/**
 * A ledger's figures before the job has posted, after a late contract, and once the loan is closed (lending rules 14).
 */
import assert from "node:assert/strict";
import { bookEntry, bookFigures, bucketDays } from "../../../lib/domain/servicing/book.ts";
import { openingEntry } from "../../../lib/domain/servicing/entries.ts";
import { closedBalanceText, closedFigures, closedOn, closingDay } from "../../../lib/domain/servicing/figures.ts";
import { liveRows } from "../../../lib/domain/servicing/ledger.ts";
import { Book, brief, contract } from "../../support/ledger_book.ts";

Deno.test("on a due day the month just ended is owed before the job has posted it, and at maturity the principal", () => {
  const book = new Book([contract({ months: 3 })]);
  book.pay("2027-02-15", 83_333);
  const before = ["2027-02-14", "2027-02-15", "2027-03-15", "2027-04-15", "2027-05-15"].map((day) => book.on(day));
  // 100,000 x 30 days x 10% / 365
  assert.equal(before[0].accrued, 82_192);
  assert.deepEqual(before.map(({ owed }) => owed), [
    10_082_192,
    10_000_000,
    10_083_333,
    // 833.33 x 31 days x 10% / 365
    10_166_666 + 708,
    // 833.33 x 61 days and 100,833.33 x 30 days, x 10% / 365
    10_166_666 + 84_269,
  ]);
  const days = before.map(({ day }) => day);
  book.post("2027-05-15");
  assert.deepEqual(days.map((day) => book.on(day).owed), before.map(({ owed }) => owed));
});

Deno.test("rows of a day count in the order of their recording, in whatever order they are read", () => {
  const book = new Book([contract()]);
  for (let n = 0; n < 3; n++) book.pay("2027-02-15", 100 + n);
  assert.deepEqual(liveRows(book.rows.toReversed()).map(({ id }) => id), [1, 2, 3, 4]);
});

Deno.test("the book's arrears run from the oldest unpaid day, a cent of it too, and leave out what is due today", () => {
  const book = new Book([contract()]);
  book.post("2027-04-15");
  const on = () => {
    const entry = bookEntry(book.rows, book.contracts, "2027-04-15");
    const { arrears, arrearsDays } = bookFigures(entry, "2027-04-15");
    return [entry.oldestDue, entry.newestDue, arrears, arrearsDays];
  };
  assert.deepEqual(on(), ["2027-02-15", "2027-04-15", 2 * 83_333, 59]);
  book.pay("2027-04-15", 2 * 83_333 - 1);
  assert.deepEqual(on(), ["2027-03-15", "2027-04-15", 1, 31]);
  book.pay("2027-04-15", 1);
  assert.deepEqual(on(), ["2027-04-15", "2027-04-15", 0, 0]);
});

Deno.test("the book's balance is what is owed less what was paid ahead, and what is due today is no arrears", () => {
  const entry = { principal: 100, unpaid: 30, charges: 5, credit: 2, oldestDue: "2027-02-15", newestDue: "2027-04-15" };
  const on = (today: string, newestLeft: number) => bookFigures({ ...entry, newestLeft }, today);
  assert.deepEqual(on("2027-04-15", 10), { arrears: 20, arrearsDays: 59, balance: 133 });
  assert.deepEqual(on("2027-04-16", 10), { arrears: 30, arrearsDays: 60, balance: 133 });
  assert.deepEqual(on("2027-04-15", 30), { arrears: 0, arrearsDays: 0, balance: 133 });
});

Deno.test("buckets of arrears meet without a gap, and the last has no end", () => {
  const today = "2027-04-30";
  assert.deepEqual((["1", "30", "60", "90"] as const).map((bucket) => bucketDays(bucket, today)), [
    { after: "2027-03-31", until: "2027-04-29" },
    { after: "2027-03-01", until: "2027-03-31" },
    { after: "2027-01-30", until: "2027-03-01" },
    { after: "", until: "2027-01-30" },
  ]);
});

Deno.test("nothing is posted where a ledger has not begun, or begins later", () => {
  assert.deepEqual(new Book([contract()], false).post("2027-05-15"), []);
  assert.deepEqual(new Book([contract()]).post("2027-01-14"), []);
});

Deno.test("a renewal that is accepted late counts at once", () => {
  const book = new Book([contract({ months: 3 })]);
  for (const day of ["2027-02-15", "2027-03-15", "2027-04-15"]) book.pay(day, 83_333);
  book.post("2027-04-20");
  book.contracts.push(contract({ kind: "renewal", effectiveDate: "2027-04-15", rate: 0.12 }, 2));
  const { principal, arrears, next } = book.on("2027-04-20");
  assert.deepEqual([principal, arrears, next], [10_000_000, 0, { day: "2027-05-15", payment: 100_000 }]);
});

Deno.test("a renewal that is accepted late takes back the interest on what it carries on the day on which it was posted", () => {
  const book = new Book([contract({ months: 3 })]);
  for (const day of ["2027-02-15", "2027-03-15", "2027-04-15"]) book.pay(day, 83_333);
  // 100,000 x 30 days x 10% / 365
  assert.deepEqual(brief(book.post("2027-05-20")).at(-1), ["arrears", "2027-05-15", 82_192]);
  book.contracts.push(contract({ kind: "renewal", effectiveDate: "2027-04-15", rate: 0.12 }, 2));
  assert.deepEqual(brief(book.post("2027-05-20")), [
    ["renewal", "2027-04-15", 0],
    ["due", "2027-05-15", 100_000],
    ["arrears", "2027-05-15", -82_192],
    // 1,000 x 5 days x 12% / 365 is owed on May's interest.
    ["arrears", "2027-05-20", 164],
  ]);
  const { balance, arrearsInterest, charges, credit } = book.on("2027-05-20");
  assert.deepEqual([balance, arrearsInterest, charges, credit], [10_100_164, 0, 164, 0]);
  assert.deepEqual(book.post("2027-05-20"), [], "once");
  // 1,000 x 31 days x 12% / 365, less what was posted of it
  assert.deepEqual(brief(book.post("2027-06-15")), [["due", "2027-06-15", 100_000], ["arrears", "2027-06-15", 855]]);
});

Deno.test("a payment on the day of a due that a late renewal posts covers it, not interest that is taken back", () => {
  // Paid on the day itself, and ahead of it.
  for (const paid of ["2027-05-15", "2027-05-03"]) {
    const book = new Book([contract({ months: 3 })]);
    for (const day of ["2027-02-15", "2027-03-15", "2027-04-15"]) book.pay(day, 83_333);
    book.post("2027-05-15");
    book.pay(paid, 100_000);
    book.contracts.push(contract({ kind: "renewal", effectiveDate: "2027-04-15", rate: 0.12 }, 2));
    book.post("2027-05-25");
    const { balance, arrears, arrearsInterest, charges, credit } = book.on("2027-05-25");
    assert.deepEqual([balance, arrears, arrearsInterest, charges, credit], [10_000_000, 0, 0, 0, 0], paid);
  }
});

Deno.test("what was paid ahead waits for the next payment due: a fee that is charged meanwhile does not take it", () => {
  const book = new Book([contract()]);
  book.pay("2027-02-15", 2 * 83_333);
  book.record({ kind: "fee", day: "2027-03-01", cents: 5_000, note: "Statement" });
  const parts = (day: string) => {
    const { arrears, arrearsInterest, charges, credit } = book.on(day);
    return [arrears, arrearsInterest, charges, credit];
  };
  assert.deepEqual(parts("2027-03-10"), [0, 0, 5_000, 83_333]);
  assert.deepEqual(parts("2027-03-20"), [0, 0, 5_000, 0]);
  book.pay("2027-03-20", 5_000);
  assert.deepEqual(parts("2027-03-20"), [0, 0, 0, 0]);
  // Of one day the order in which both were recorded does not matter.
  book.pay("2027-03-25", 4_000);
  book.record({ kind: "fee", day: "2027-03-25", cents: 3_000, note: "Statement" });
  assert.deepEqual(parts("2027-03-25"), [0, 0, 0, 1_000]);
});

Deno.test("a renewal that is accepted months late leaves who paid each month on its day owing nothing", () => {
  const paid = (accepted: string) => {
    const book = new Book([contract({ months: 3 })]);
    for (let month = 2; month <= 7; month++) {
      const day = `2027-0${month}-15`;
      if (day > accepted && book.contracts.length === 1) {
        book.contracts.push(contract({ kind: "renewal", effectiveDate: "2027-04-15" }, 2));
        book.post(accepted);
      }
      book.post(day);
      // June's comes before it falls due.
      book.pay(month === 6 ? "2027-06-10" : day, 83_333);
    }
    const { principal, arrears, charges, credit, balance } = book.on("2027-07-20");
    return [principal, arrears, charges, credit, balance];
  };
  for (const accepted of ["2027-04-10", "2027-04-20", "2027-07-01"]) {
    assert.deepEqual(paid(accepted), [10_000_000, 0, 0, 0, 10_000_000], accepted);
  }
});

Deno.test("principal that a renewal carries falls due with its own term alone, though nothing fell due on its first day", () => {
  const renewal = contract({ kind: "renewal", effectiveDate: "2027-04-15" }, 2);
  const book = new Book([contract({ months: 3 }), renewal], false);
  // Named as unpaid payments, all of it.
  book.add(openingEntry({ day: "2027-04-01", principal: 0, due: 10_000_000, charges: 0 }));
  assert.deepEqual(book.post("2027-04-20").map(({ kind, principal }) => [kind, principal]), [
    ["renewal", 10_000_000],
    ["arrears", 0],
  ]);
  assert.deepEqual(book.post("2027-04-20"), []);
  assert.deepEqual([book.on("2027-04-20").principal, book.on("2027-04-20").arrears], [10_000_000, 0]);
});

/** Begun on 20 May 2027, weeks after its maturity on 15 April, with the balance of its contract. */
function overheld(due = 0): Book {
  const book = new Book([contract({ months: 3 })], false);
  book.add(openingEntry({ day: "2027-05-20", principal: 10_000_000, due, charges: 0 }));
  return book;
}

Deno.test("a ledger that begins after the maturity has its principal due, and bears interest from then on", () => {
  const book = overheld();
  assert.deepEqual(brief(book.post("2027-06-15")), [
    ["due", "2027-05-20", 0],
    // 100,000 x 26 days x 10% / 365
    ["arrears", "2027-06-15", 71_233],
  ]);
  assert.deepEqual(book.post("2027-06-15"), []);
  const { principal, arrears, arrearsDays, next } = book.on("2027-06-15");
  assert.deepEqual([principal, arrears, arrearsDays, next], [0, 10_000_000, 26, null]);
  const bridge = new Book([
    contract({ structure: "Bridge", months: null, bridgeDays: 60, bridgePrice: 2400, bridgeMinimum: 1500 }),
  ], false);
  // The price is among what the person names as due: 60 days from 15 January end on 16 March.
  bridge.add(openingEntry({ day: "2027-03-16", principal: 10_000_000, due: 240_000, charges: 0 }));
  assert.deepEqual([bridge.on("2027-03-16").dueToday, bridge.on("2027-03-17").arrears], [10_240_000, 10_240_000]);
});

Deno.test("a loan paid down since has the rest due; a ledger that begins before the maturity has nothing due", () => {
  const book = overheld();
  book.record({ kind: "prepayment", day: "2027-05-25", cents: 4_000_000, penaltyCents: 0, note: "" });
  book.post("2027-06-01");
  assert.deepEqual([book.on("2027-06-01").principal, book.on("2027-06-01").arrears], [0, 6_000_000]);
  const early = new Book([contract({ months: 3 })], false);
  early.add(openingEntry({ day: "2027-04-14", principal: 10_000_000, due: 0, charges: 0 }));
  assert.deepEqual(early.post("2027-04-14"), []);
});

Deno.test("a renewal accepted after such a beginning carries the principal, not other arrears", () => {
  const renewal = contract({ kind: "renewal", effectiveDate: "2027-04-15", rate: 0.12 }, 2);
  const book = overheld(83_333);
  book.post("2027-06-15");
  book.contracts.push(renewal);
  const dues = book.post("2027-07-15");
  assert.deepEqual(brief(dues).slice(0, 4), [
    ["renewal", "2027-05-20", 0],
    // 100,000 x 12% / 12
    ["due", "2027-06-15", 100_000],
    // 833.33 x 26 days x 12% / 365 in place of 100,833.33 x 26 days x 10% / 365
    ["arrears", "2027-06-15", 712 - 71_826],
    ["due", "2027-07-15", 100_000],
  ]);
  const { principal, arrears, dueToday } = book.on("2027-07-15");
  assert.deepEqual([principal, arrears, dueToday], [10_000_000, 183_333, 100_000]);
  // 833.33 x 56 days and 1,000 x 30 days, x 12% / 365
  assert.deepEqual([book.on("2027-07-15").charges, book.post("2027-07-15")], [2_521, []]);

  const known = new Book([contract({ months: 3 }), renewal], false);
  known.add(openingEntry({ day: "2027-05-20", principal: 9_900_000, due: 83_333, charges: 0 }));
  assert.deepEqual(brief(known.post("2027-06-01")), [], "what is unpaid stays so where the renewal ran already");
});

Deno.test("a closed ledger stays as on the day of the repayment, or of a person's later entry", () => {
  const book = new Book([contract()]);
  book.pay("2027-02-15", 83_333);
  book.post("2027-05-15");
  assert.equal(closingDay(book.rows, "2027-02-25"), "2027-02-25");
  // 100,000 and 10 days' interest; what was posted after that day does not count.
  const { owed, arrears, next } = closedFigures(book.rows, book.contracts, "2027-02-25");
  assert.deepEqual([owed, arrears, next], [10_027_397, 0, null]);
  book.pay("2027-02-27", 10_027_397);
  assert.equal(closingDay(book.rows, "2027-02-25"), "2027-02-27");
  // Two days late: 100,000 x 12 days x 10% / 365, less what was paid of it.
  assert.equal(closedFigures(book.rows, book.contracts, "2027-02-27").owed, 5_480);
  assert.equal(closingDay(book.rows, ""), "2027-05-15", "without a repayment it ends with its rows");
});

Deno.test("a ledger is closed once its loan is not Funded, on the day of a repayment where there was one", () => {
  const book = new Book([contract()]), none = new Book([contract()], false);
  book.post("2027-05-15");
  const on = (adminComSelect: string, dateRepaid: string | null, { rows } = book) =>
    closedOn(rows, { adminComSelect, dateRepaid });
  assert.equal(on("Funded", "2027-02-25"), null);
  assert.equal(on("Repaid", "2027-02-25"), "2027-02-25");
  // Without a day of repayment, and for a loss, it ends with its rows.
  assert.deepEqual([on("Repaid", null), on("Repaid", "soon"), on("Loss", "2027-02-25")], Array(3).fill("2027-05-15"));
  assert.equal(on("Repaid", "2027-02-25", none), null);
  assert.equal(closedBalanceText(0), "");
  assert.match(closedBalanceText(1), /^Its ledger was closed with \$0\.01 still owed\./);
  assert.equal(closedBalanceText(-250), "Its ledger was closed with $2.50 to give back.");
});

Deno.test("interest on arrears is rounded half up where binary fractions fall short of the half", () => {
  const book = new Book([contract({ rate: 0.0556 })]);
  book.record({ kind: "adjustment", part: "due", day: "2027-01-15", cents: 91_250, note: "" });
  // 912.50 x 25 days x 5.56% / 365 is 3.475 exactly.
  assert.equal(book.on("2027-02-09").arrearsInterest, 348);
});

Deno.test("the book names the next payment however far ahead: a bridge of a year has one, at its maturity", () => {
  const bridge = { structure: "Bridge", months: null, bridgeDays: 365, bridgePrice: 10_000, bridgeMinimum: 0 } as const;
  const book = new Book([contract(bridge)]);
  assert.deepEqual(book.on("2027-01-20").next, { day: "2028-01-15", payment: 11_000_000 });
  const { coming, renewOn } = bookEntry(book.rows, book.contracts, "2027-01-20");
  assert.deepEqual(coming.map(({ day, payment }) => [day, payment]), [["2028-01-15", 11_000_000]]);
  assert.equal(renewOn, "2027-02-20");
});

Deno.test("the figures of a day gone by name the payment that came next, which fell due since", () => {
  const book = new Book([contract()]);
  const before = book.on("2027-02-10");
  book.post("2027-05-15");
  assert.deepEqual(before.next, { day: "2027-02-15", payment: 83_333 });
  assert.deepEqual(book.on("2027-02-10"), before);
});
