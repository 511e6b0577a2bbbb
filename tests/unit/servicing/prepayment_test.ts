/** What a prepayment costs by the contract (lending rules 14). */
import assert from "node:assert/strict";
import { ledgerPayout } from "../../../lib/domain/servicing/payout.ts";
import { excessPenaltyText, penaltyText, prepaymentPenalty } from "../../../lib/domain/servicing/prepayment.ts";
import { Book, contract } from "../../support/ledger_book.ts";
import fc from "../../support/properties.ts";

const basis = (penalty = "3 months", more = {}) => (
  { contracts: [contract({ penalty, ...more })], penalty: "", principal: 10_000_000 }
);

Deno.test("a penalty is its months of interest on what is prepaid, or the interest to maturity where that is less", () => {
  // 40,000 at 10%: three months of 333.33 1/3; from 15 November to 15 January two of them.
  assert.deepEqual(prepaymentPenalty(basis(), "2027-03-15", 4_000_000), { months: 3, cents: 100_000, isCut: false });
  assert.deepEqual(prepaymentPenalty(basis(), "2027-11-15", 4_000_000), { months: 3, cents: 66_666, isCut: true });
  // Ten days later the interest of these, 40,000 x 10 x 10% / 365, is in the payment due.
  assert.equal(prepaymentPenalty(basis(), "2027-11-25", 4_000_000).cents, 66_666 - 10_959);
  assert.deepEqual(prepaymentPenalty(basis(), "2028-01-15", 4_000_000), { months: 0, cents: 0, isCut: false });
  assert.equal(prepaymentPenalty(basis("3 months", { structure: "Bridge", bridgeDays: 60 }), "2027-02-01", 1).cents, 0);
  // A dollar changes no payment by a cent, and what accrued by one.
  assert.equal(prepaymentPenalty(basis(), "2027-01-20", 100).cents, 0);
  assert.deepEqual(prepaymentPenalty(basis("closed"), "2027-03-15", 1), {
    months: "closed",
    cents: null,
    isCut: false,
  });
});

Deno.test("property: what is prepaid of the whole principal costs what its payout does", () => {
  const days = fc.integer({ min: 0, max: 11 });
  fc.assert(fc.property(fc.constantFrom("Interest Only" as const, "P+I" as const), days, (structure, months) => {
    const book = new Book([contract({ structure })]),
      day = "2027-01-15".replace("01", String(months + 1).padStart(2, "0"));
    book.post(day);
    const { principal, penalty } = ledgerPayout(book, "3 months", day, []);
    const { contracts } = book;
    assert.equal(prepaymentPenalty({ contracts, penalty: "3 months", principal }, day, principal).cents, penalty);
  }));
});

Deno.test("a penalty is said with its sum once an amount is entered, and more than that is warned of", () => {
  const text = (cents: number | null, day = "2027-03-15", penalty = "3 months") =>
    penaltyText(basis(penalty), day, cents);
  assert.equal(text(null), "By the contract 3 months of interest on it, at most the interest to maturity.");
  assert.equal(text(4_000_000), "By the contract $1,000.00: 3 months of interest on it.");
  assert.equal(
    text(4_000_000, "2027-12-15"),
    "By the contract $333.33: the interest on it to maturity, which is no more than 3 months of interest.",
  );
  assert.equal(text(4_000_000, "2027-12-15", "none"), "None by the contract.");
  assert.equal(text(null, "2027-12-15", ""), "The contract names none.");
  assert.equal(text(4_000_000, "2027-12-15", "closed"), "The mortgage is closed: as you agreed with the borrower.");
  const excess = (paid: number | null, penalty = "3 months") =>
    excessPenaltyText(basis(penalty), "2027-12-15", 4_000_000, paid);
  assert.equal(
    excess(100_000),
    "$666.67 more than the contract asks for. Record it only if the borrower paid that much.",
  );
  assert.match(excess(5_000, "none"), /^\$50\.00 more than the contract asks for/);
  assert.deepEqual([excess(33_333), excess(null), excess(5_000, "closed"), excess(5_000, "")], ["", "", "", ""]);
});
