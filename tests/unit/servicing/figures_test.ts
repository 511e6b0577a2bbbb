/** A ledger's figures before the job has posted, after a late contract, and once the loan is closed (lending rules 14). */
import assert from "node:assert/strict";
import { Book, contract } from "../../support/ledger_book.ts";

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

Deno.test("a renewal that is accepted late counts at once", () => {
  const book = new Book([contract({ months: 3 })]);
  for (const day of ["2027-02-15", "2027-03-15", "2027-04-15"]) book.pay(day, 83_333);
  book.post("2027-04-20");
  book.contracts.push(contract({ kind: "renewal", effectiveDate: "2027-04-15", rate: 0.12 }, 2));
  const { principal, arrears, next } = book.on("2027-04-20");
  assert.deepEqual([principal, arrears, next], [10_000_000, 0, { day: "2027-05-15", payment: 100_000 }]);
});
