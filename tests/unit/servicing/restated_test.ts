/** What a ledger says where a later contract restates what it has posted (lending rules 14). */
import assert from "node:assert/strict";
import { NOTHING } from "../../../lib/domain/servicing/ledger.ts";
import { restatement } from "../../../lib/domain/servicing/restated.ts";
import { Book, contract } from "../../support/ledger_book.ts";

const said = (book: Book) => restatement(book.rows, book.contracts);

Deno.test("a ledger names the amounts that a past contract restates, until they are adjusted", () => {
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

Deno.test("a ledger that follows its contracts has no such note, whatever was paid, prepaid, renewed or reversed", () => {
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

Deno.test("a ledger reopened after a payout names what differs, except for a day that a person reversed", () => {
  const book = new Book([contract()]);
  book.post("2027-04-15");
  // The payout of 20 March took April back; it stands again under a key of its own.
  const april = book.rows.find(({ day }) => day === "2027-04-15")!;
  book.add({ ...NOTHING, kind: "reversal", day: april.day, due: -april.due }, april.id);
  book.add({ ...april, key: `${april.key}:9` });
  assert.equal(said(book), "");
  book.contracts.push(contract({ kind: "amendment", effectiveDate: "2027-02-15", rate: 0.12 }, 2));
  assert.match(said(book), /posted as \$2,499\.99; .* they are \$2,833\.33\./);
  // March is nobody's business any more: 833.33 and 1,000.00 in place of twice 833.33.
  const march = book.rows.find(({ day }) => day === "2027-03-15")!;
  book.add({ ...NOTHING, kind: "reversal", day: march.day, due: -march.due }, march.id);
  assert.match(said(book), /posted as \$1,666\.66; .* they are \$1,833\.33\./);
});
