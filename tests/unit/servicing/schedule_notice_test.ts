/** Where a contract's schedule says so: the ledger has another principal (lending rules 10 and 14). */
import assert from "node:assert/strict";
import { addDays } from "../../../lib/domain/dates.ts";
import { openingEntry } from "../../../lib/domain/servicing/entries.ts";
import { scheduleNotice } from "../../../lib/domain/servicing/schedule_notice.ts";
import { Book, contract } from "../../support/ledger_book.ts";

const notice = (book: Book, today: string, which = 0) => scheduleNotice(book.contracts[which], book, today);
const SIGNED = "This is the schedule of the contract as it was signed.";
const BRIDGE = { structure: "Bridge", months: null, bridgeDays: 60, bridgePrice: 2400, bridgeMinimum: 1500 } as const;
const prepaid = (book: Book, day: string, cents: number) =>
  book.record({ kind: "prepayment", day, cents, penaltyCents: 0, note: "" });

Deno.test("a ledger that follows its contract needs no notice on any day, paid or not", () => {
  for (const terms of [{}, { structure: "P+I" as const }, BRIDGE]) {
    const book = new Book([contract(terms)]);
    book.pay("2027-02-15", 10_000);
    for (let days = -1; days < 400; days += 5) {
      assert.equal(notice(book, addDays("2027-01-15", days)), "", `${terms.structure} after ${days} days`);
    }
  }
});

Deno.test("a prepayment is said from its day on, and on the last day before maturity", () => {
  const book = new Book([contract()]);
  prepaid(book, "2027-02-20", 4_000_000);
  assert.equal(notice(book, "2027-02-19"), "");
  const said = (day: string) =>
    `${SIGNED} By the loan's ledger the principal on ${day} is $60,000.00, not $100,000.00: payments follow the ledger.`;
  assert.equal(notice(book, "2027-02-20"), said("20 February 2027"));
  assert.equal(notice(book, "2029-01-01"), said("14 January 2028"), "at maturity all of it is due");
});

Deno.test("a contract that another follows is compared up to then, and the new one from its first day", () => {
  const next = contract({ effectiveDate: "2027-06-15", principal: 60_000 }, 2);
  const book = new Book([contract(), { ...next, kind: "amendment" }]);
  prepaid(book, "2027-06-14", 4_000_000);
  assert.match(notice(book, "2027-08-01"), /principal on 14 June 2027 is \$60,000\.00, not \$100,000\.00/);
  assert.equal(notice(book, "2027-08-01", 1), "");
  assert.equal(notice(book, "2027-06-14", 1), "", "it has not begun");
});

Deno.test("a loan that is paid out says when; one whose ledger began later is not compared before", () => {
  const book = new Book([contract()]);
  book.add({
    kind: "payout",
    day: "2027-03-20",
    principal: -10_000_000,
    due: 10_000_000,
    charges: 0,
    paid: 0,
    note: "",
  });
  assert.equal(notice(book, "2027-05-01"), `${SIGNED} The loan was paid out on 20 March 2027.`);
  const older = new Book([contract()], false);
  assert.equal(notice(older, "2027-05-01"), "");
  older.add(openingEntry({ day: "2027-04-20", principal: 9_000_000, due: 0, charges: 0 }));
  assert.equal(notice(older, "2027-04-19"), "");
  assert.match(notice(older, "2027-04-20"), /is \$90,000\.00, not \$100,000\.00/);
});
