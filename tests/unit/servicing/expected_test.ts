/** What is said beside a payment that is more than a loan has to pay (lending rules 14). */
import assert from "node:assert/strict";
import {
  aboveContractText,
  beyondExpectedText,
  expectedOf,
  proposedPayment,
} from "../../../lib/domain/servicing/expected.ts";
import { Book, contract } from "../../support/ledger_book.ts";

const REST = "would wait for later payments and repay no principal: " +
  "check the amount, or record that part as a prepayment.";

Deno.test("a payment above what is due and comes next is told as that, to the cent", () => {
  const book = new Book([contract()]);
  book.post("2027-02-20");
  const late = expectedOf(book.on("2027-02-20"));
  assert.equal(proposedPayment(late), 83_333);
  for (const cents of [null, 1, 83_333, 2 * 83_333]) assert.equal(beyondExpectedText(late, cents), "");
  assert.equal(
    beyondExpectedText(late, 833_330),
    `$833.33 is due, $833.33 falls due on 15 Mar 2027. The other $6,666.64 ${REST}`,
  );
  book.pay("2027-02-20", 83_333);
  const paid = expectedOf(book.on("2027-02-20"));
  assert.equal(proposedPayment(paid), 83_333);
  assert.equal(beyondExpectedText(paid, 83_333), "");
  assert.equal(
    beyondExpectedText(paid, 83_334),
    `Nothing is due, $833.33 falls due on 15 Mar 2027. The other $0.01 ${REST}`,
  );
});

Deno.test("what was paid ahead is not expected again", () => {
  const book = new Book([contract()]);
  book.pay("2027-02-15", 2 * 83_333);
  const ahead = expectedOf(book.on("2027-02-20"));
  assert.deepEqual([proposedPayment(ahead), ahead.next?.cents], [0, 0]);
  assert.equal(beyondExpectedText(ahead, 83_333), `Nothing is due. The other $833.33 ${REST}`);
});

Deno.test("a ledger that begins with more than the contract lends is told as that", () => {
  for (const cents of [null, 1, 10_000_000]) assert.equal(aboveContractText(10_000_000, cents), "");
  assert.equal(
    aboveContractText(10_000_000, 100_000_000),
    "The contract lends $100,000.00, this is $900,000.00 more: check the principal.",
  );
});
