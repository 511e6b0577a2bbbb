/** Payments above all that a loan owes (lending rules 14 and 15). */
import assert from "node:assert/strict";
import { nothingOwed, overpaymentProblem } from "../../../lib/domain/servicing/overpayment.ts";
import { ledgerPayout } from "../../../lib/domain/servicing/payout.ts";
import { receivedProblem, settlementEntries } from "../../../lib/domain/servicing/settlement.ts";
import { Book, contract } from "../../support/ledger_book.ts";

const problem = (book: Book, cents: number, today: string) =>
  overpaymentProblem(cents, book.rows, book.contracts, today);

Deno.test("a payment may be all that is owed up to the next payment due, and no more", () => {
  const book = new Book([contract()]);
  book.post("2027-02-20");
  // 100,000, 833.33 unpaid since 15 February, 28 days of it at 10% (6.39), and 833.33 of 15 March.
  const owed = 10_000_000 + 83_333 + 639 + 83_333;
  assert.equal(problem(book, owed, "2027-02-20"), "");
  assert.equal(
    problem(book, owed + 1, "2027-02-20"),
    "Up to 15 March 2027 $101,673.05 is owed in all. " +
      "Enter that or less; if it pays the loan out, set the loan to Repaid with it.",
  );
});

Deno.test("the last payment may be paid ahead with the principal; after maturity what is owed is the limit", () => {
  const book = new Book([contract({ months: 2 })]);
  book.pay("2027-02-15", 83_333);
  assert.equal(problem(book, 10_083_333, "2027-03-12"), "");
  assert.match(problem(book, 10_083_334, "2027-03-12"), /^Up to 15 March 2027 \$100,833\.33 is owed in all/);
  // 100,833.33 x 10 days x 10% / 365
  assert.equal(problem(book, 10_083_333 + 27_626, "2027-03-25"), "");
  assert.match(problem(book, 10_083_333 + 27_627, "2027-03-25"), /^Up to 25 March 2027 \$101,109\.59/);
  book.pay("2027-03-25", 10_083_333 + 27_626);
  assert.equal(
    problem(book, 1, "2027-03-25"),
    "Nothing is owed on this loan. Set it to Repaid with what was received.",
  );
});

Deno.test("a payout of nothing or less says so, and what was paid too much stays as the balance to give back", () => {
  assert.equal(nothingOwed(1, "2027-03-25"), "");
  assert.equal(nothingOwed(0, "2027-03-25"), "Nothing is owed on this loan on 25 March 2027.");
  const book = new Book([contract({ months: 2 })]);
  book.pay("2027-02-15", 83_333);
  book.pay("2027-03-15", 20_000_000);
  const statement = ledgerPayout(book, "3 months", "2027-03-25", []);
  assert.equal(
    nothingOwed(statement.total, "2027-03-25"),
    "Nothing is owed on this loan on 25 March 2027: $99,166.67 was paid too much.",
  );
  book.post("2027-03-25");
  const [payout] = settlementEntries(book.rows, book.contracts, statement, [], 0);
  assert.deepEqual([payout.paid, payout.note], [0, "$99,166.67 had been paid too much"]);
  book.add(payout);
  assert.equal(book.on("2027-03-25").owed, -9_916_667);
});

Deno.test("what was received is nothing only where nothing is owed", () => {
  assert.equal(receivedProblem(0, 100), "Enter the amount that was received.");
  for (const [received, total] of [[1, 100], [0, 0], [0, -100]]) assert.equal(receivedProblem(received, total), "");
});
