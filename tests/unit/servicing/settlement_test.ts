/** Ledgers closed by a payout (lending rules 15). */
import assert from "node:assert/strict";
import { addDays } from "../../../lib/domain/dates.ts";
import { closedFigures, closingDay } from "../../../lib/domain/servicing/figures.ts";
import { reversalEntry, reversedWith } from "../../../lib/domain/servicing/entries.ts";
import { ledgerPayout } from "../../../lib/domain/servicing/payout.ts";
import {
  paidOut,
  postedAfter,
  settlementEntries,
  settlementProblem,
} from "../../../lib/domain/servicing/settlement.ts";
import { Book, brief, contract } from "../../support/ledger_book.ts";
import fc from "../../support/properties.ts";

const FEES = [{ label: "Discharge fee", amount: 350 }];

/** Records a payout of what the statement says and `more` cents; answers the statement's total. */
function settle(book: Book, day: string, more = 0): number {
  book.post(day);
  const statement = ledgerPayout(book, "3 months", day, FEES);
  for (const row of postedAfter(book.rows, day)) book.add(reversalEntry(row, "reversal", row.day, ""), row.id);
  const entries = settlementEntries(book.rows, book.contracts, statement, FEES, statement.total + more);
  entries.forEach((entry, i) => book.add({ ...entry, key: `act:payout-1:${i}` }));
  return statement.total;
}

const closed = (book: Book, repaid: string) => closedFigures(book.rows, book.contracts, closingDay(book.rows, repaid));

Deno.test("a payout is recorded with its penalty, fee and interest, and closes the ledger with nothing owed", () => {
  const book = new Book([contract()]);
  book.pay("2027-02-15", 83_333);
  // 833.33 of March, 5 days of 100,000 and of 833.33 at 10%, three months of 833.33, the fee.
  assert.equal(settle(book, "2027-03-20"), 10_000_000 + 83_333 + 13_699 + 114 + 250_000 + 35_000);
  assert.deepEqual(brief(book.rows.slice(-4)), [
    ["arrears", "2027-03-20", 114],
    ["penalty", "2027-03-20", 250_000],
    ["fee", "2027-03-20", 35_000],
    ["payout", "2027-03-20", 13_699 - 10_382_146],
  ]);
  assert.match(paidOut(book.rows)!.note, /^By the statement of that day \$103,821\.46$/);
  const { owed, principal, arrears, charges, credit, next } = closed(book, "2027-05-01");
  assert.deepEqual([owed, principal, arrears, charges, credit, next], [0, 0, 0, 0, 0, null]);
  assert.equal(closingDay(book.rows, "2027-05-01"), "2027-03-20", "the payout's day, whatever the form says");
});

Deno.test("an amount beyond the statement stays as the ledger's balance", () => {
  for (const more of [-10_000, 25_000]) {
    const book = new Book([contract()]);
    settle(book, "2027-03-20", more);
    assert.equal(closed(book, "2027-03-20").owed, -more);
  }
});

Deno.test("a payout on a past day reverses later postings, and refuses where a person recorded something since", () => {
  const book = new Book([contract()]);
  book.post("2027-03-20");
  settle(book, "2027-03-10");
  assert.deepEqual(postedAfter(book.rows, "2027-03-10"), []);
  assert.equal(closed(book, "2027-03-10").owed, 0);
  const paid = new Book([contract()]);
  paid.pay("2027-03-15", 83_333);
  assert.match(settlementProblem(paid.rows, "2027-03-10", "2027-04-01"), /^\$833\.33 was recorded on 15 March 2027/);
  assert.equal(settlementProblem(paid.rows, "2027-03-15", "2027-04-01"), "");
  assert.equal(settlementProblem(paid.rows, "2027-04-02", "2027-04-01"), "Choose today or an earlier day.");
});

const BRIDGE = { structure: "Bridge", months: null, bridgeDays: 60, bridgePrice: 2400, bridgeMinimum: 1500 } as const;
const acts = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 420 }),
    cents: fc.integer({ min: 1, max: 300_000 }),
    kind: fc.constantFrom("payment" as const, "fee" as const, "adjustment" as const),
  }),
  { maxLength: 10 },
);
const terms = fc.constantFrom({}, { structure: "P+I" as const }, BRIDGE);

Deno.test("property: payout, then discharge, leaves zero; reversed, the ledger is as it was", () => {
  fc.assert(fc.property(acts, terms, fc.integer({ min: 0, max: 480 }), (all, more, days) => {
    const book = new Book([contract(more)]), day = addDays("2027-01-15", days);
    for (const { after, cents, kind } of all.filter(({ after }) => after <= days)) {
      const on = addDays("2027-01-15", after);
      book.record(
        kind === "adjustment" ? { kind, part: "principal", day: on, cents, note: "" } : {
          kind,
          day: on,
          cents,
          note: "",
        },
      );
    }
    const before = book.on(day);
    settle(book, day);
    for (const end of [closed(book, day), book.on(addDays(day, 90))]) {
      assert.deepEqual([end.owed, end.principal, end.arrears, end.charges, end.credit], [0, 0, 0, 0, 0]);
    }
    const paid = paidOut(book.rows)!;
    for (const row of reversedWith(paid, book.rows)) book.add(reversalEntry(row, "reversal", day, ""), row.id);
    assert.deepEqual(book.on(day), before);
  }));
});
