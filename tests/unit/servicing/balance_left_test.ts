/** What a ledger leaves for a renewal or an amendment (lending rules 11). */
import assert from "node:assert/strict";
import { addDays, addMonths } from "../../../lib/domain/dates.ts";
import { balanceAfter } from "../../../lib/domain/lending/payments.ts";
import { behindLedgerText, ledgerBalances } from "../../../lib/domain/servicing/balance_left.ts";
import { openingEntry } from "../../../lib/domain/servicing/entries.ts";
import { Book, contract } from "../../support/ledger_book.ts";
import fc from "../../support/properties.ts";

const leftOn = ({ rows, contracts }: Book, day: string, today: string) =>
  ledgerBalances(rows, contracts, [day], today)?.left[day];

/** Pays what falls due up to a day, on its day. */
function payAll(book: Book, day: string): void {
  for (const { day: due, due: cents } of book.post(day)) if (cents > 0) book.pay(due, cents);
}

Deno.test("a balance is the schedule's where nothing was prepaid, on each payment day and at the term's end", () => {
  for (const structure of ["Interest Only", "P+I"] as const) {
    const terms = contract({ structure }), book = new Book([terms]);
    for (let month = 1; month <= 12; month++) {
      const left = structure === "P+I" ? balanceAfter(100_000, 0.1, month) : 100_000;
      assert.equal(leftOn(book, addMonths(terms.effectiveDate, month), "2027-02-01"), left, `${structure} ${month}`);
    }
  }
});

Deno.test("a renewal of what is left at the term's end leaves just that, whatever was prepaid", () => {
  const prepaid = fc.array(fc.tuple(fc.integer({ min: 1, max: 364 }), fc.integer({ min: 1, max: 2_000_000 })), {
    maxLength: 4,
  });
  fc.assert(fc.property(fc.constantFrom("Interest Only", "P+I"), prepaid, (structure, acts) => {
    const terms = contract({ structure }), book = new Book([terms]);
    for (const [after, cents] of [...acts].sort((a, b) => a[0] - b[0])) {
      const day = addDays(terms.effectiveDate, after);
      payAll(book, day);
      book.record({ kind: "prepayment", day, cents, penaltyCents: 0, note: "" });
    }
    const principal = leftOn(book, terms.maturity, terms.effectiveDate)!;
    const renewal = contract({ kind: "renewal", effectiveDate: terms.maturity, structure, principal }, 2);
    const renewed = new Book([terms, renewal], false);
    renewed.rows = [...book.rows];
    renewed.post(terms.maturity);
    assert.equal(renewed.on(terms.maturity).principal, Math.round(principal * 100));
    // An amendment of that renewal goes on from the same balance.
    assert.equal(leftOn(renewed, terms.maturity, addDays(terms.maturity, 1)), principal);
  }));
});

Deno.test("a ledger that began after the maturity leaves its opening balance, and none before its days", () => {
  const book = new Book([contract()], false);
  book.add(openingEntry({ day: "2028-03-01", principal: 6_000_000, due: 50_000, charges: 0 }));
  assert.equal(leftOn(book, "2028-01-15", "2028-03-20"), 60_000);
  assert.equal(leftOn(book, "2027-06-15", "2028-03-20"), undefined);
  assert.equal(ledgerBalances(book.rows, book.contracts, [], "2028-03-20")?.unpaid, 500);
  assert.equal(ledgerBalances([], book.contracts, ["2028-01-15"], "2028-03-20"), null);
});

Deno.test("what is unpaid leaves out the principal that the term's end made due, and a day's interest counts it", () => {
  const book = new Book([contract()]);
  payAll(book, "2027-12-15");
  const { unpaid, perDay } = ledgerBalances(book.rows, book.contracts, [], "2028-01-20")!;
  // The last month; 100,833.33 x 10% / 365.
  assert.deepEqual([unpaid, perDay], [833.33, 27.63]);
  book.pay("2028-01-20", 5_000_000);
  assert.deepEqual(ledgerBalances(book.rows, book.contracts, [], "2028-01-20"), { left: {}, unpaid: 0, perDay: 13.93 });
  // Within the term a blended payment is unpaid whole, its principal too: two of 894.49.
  const blended = new Book([contract({ structure: "P+I" })]);
  blended.post("2027-03-20");
  assert.equal(ledgerBalances(blended.rows, blended.contracts, [], "2027-03-20")?.unpaid, 1788.98);
});

Deno.test("a letter is behind the ledger: a renewal that states more than is left, an amendment that states another", () => {
  const book = new Book([contract({ months: 3 })]);
  payAll(book, "2027-03-15");
  const says = (kind: "renewal" | "amendment", effectiveDate: string, principal: number) =>
    behindLedgerText({ kind, effectiveDate, principal }, book, "2027-04-01");
  // A renewal may carry on less than is left: the rest is to be paid.
  for (const principal of [90_000, 100_000]) assert.equal(says("renewal", "2027-04-15", principal), "");
  assert.match(says("renewal", "2027-04-15", 100_000.01), /leaves \$100,000\.00 on 15 April 2027, .* \$100,000\.01\./);
  assert.equal(says("amendment", "2027-03-20", 100_000), "");
  assert.match(says("amendment", "2027-03-20", 90_000), /leaves \$100,000\.00 on 20 March 2027, .* \$90,000\.00\./);
  // A letter that restates a contract from its own first day is compared with that, whatever contracts follow it.
  book.contracts.push(contract({ kind: "renewal", effectiveDate: "2027-04-15" }, 2));
  for (const day of ["2027-01-15", "2027-04-15"]) assert.equal(says("amendment", day, 90_000), "", day);
});
