/** What a ledger says where a later contract restates what it has posted (lending rules 14). */
import assert from "node:assert/strict";
import { restatement } from "../../../lib/domain/servicing/restated.ts";
import { Book, contract } from "../../support/ledger_book.ts";

const said = (book: Book) => restatement(book.rows, book.contracts);

Deno.test("a ledger says which amounts a contract of the past restates, until they are adjusted", () => {
  const book = new Book([contract()]);
  book.post("2027-04-15");
  assert.equal(said(book), "");
  // From the second period on 12%: 833.33 and twice 1,000.00 in place of three times 833.33.
  book.contracts.push(contract({ kind: "amendment", effectiveDate: "2027-02-15", rate: 0.12 }, 2));
  assert.equal(
    said(book),
    "Payments due up to 15 April 2027 were posted as $2,499.99; by the contracts that are in force they are " +
      "$2,833.33. Adjust the payments due by the difference.",
  );
  book.record({ kind: "adjustment", day: "2027-04-15", part: "due", cents: 33_334, note: "Amendment" });
  assert.equal(said(book), "");

  const anew = new Book([contract()]);
  anew.contracts.push(contract({ principal: 120_000 }, 2));
  assert.match(
    said(anew),
    /^The ledger began with \$100,000\.00; the contract that is in force names \$120,000\.00\. /,
  );
  anew.record({ kind: "adjustment", day: "2027-01-15", part: "principal", cents: 2_000_000, note: "Funded anew" });
  assert.equal(said(anew), "");
});

Deno.test("a ledger says nothing where it follows its contracts, whatever was paid, prepaid, renewed or reversed", () => {
  for (const structure of ["Interest Only", "P+I"] as const) {
    const book = new Book([
      contract({ structure, months: 6 }),
      contract({ structure, kind: "renewal", effectiveDate: "2027-07-15", principal: 90_000, rate: 0.12 }, 2),
    ]);
    book.post("2027-03-20");
    book.pay("2027-02-20", 500_000);
    book.record({ kind: "prepayment", day: "2027-03-20", cents: 500_000, penaltyCents: 0, note: "" });
    book.post("2027-09-20");
    assert.equal(said(book), "", structure);
  }
});
