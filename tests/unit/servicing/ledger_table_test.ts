/** A ledger's rows as its page and its file list them (lending rules 14 and 15). */
import assert from "node:assert/strict";
import { entriesOf, reversalEntry } from "../../../lib/domain/servicing/entries.ts";
import { amountOf, chargedAndPaid, liveRows } from "../../../lib/domain/servicing/ledger.ts";
import {
  LEDGER_COLUMNS,
  ledgerCells,
  type LedgerLine,
  ledgerLines,
} from "../../../lib/domain/servicing/ledger_table.ts";
import { ledgerPayout } from "../../../lib/domain/servicing/payout.ts";
import { settlementEntries } from "../../../lib/domain/servicing/settlement.ts";
import { Book, contract } from "../../support/ledger_book.ts";

/** The book's rows as its page lists them, oldest first. */
function linesOf({ rows }: Book): LedgerLine[] {
  const live = liveRows(rows), recorded = { recordedAt: 0, recordedByName: "Helen Voss", mayReverse: false };
  return ledgerLines(rows.map((row) => ({ ...row, ...recorded, isLive: live.includes(row) })));
}
const sides = (book: Book) => linesOf(book).map(({ kind, charged, paid, balance }) => [kind, charged, paid, balance]);

/** 100,000 at 10%, of which 40,000 is prepaid with 500 after 10 days, then paid out 10 days later. */
function paidOut(): Book {
  const book = new Book([contract()]);
  book.record({ kind: "prepayment", day: "2027-01-25", cents: 4_000_000, penaltyCents: 50_000, note: "" });
  const statement = ledgerPayout(book, "None", "2027-02-04", []);
  const entries = settlementEntries(book.rows, book.contracts, statement, [], statement.total);
  for (const entry of entries) book.add(entry);
  return book;
}

Deno.test("a payout says all that was received, and charges the interest that fell due with it", () => {
  const book = paidOut();
  // 100,000 and 60,000 for ten days each at 10%: 438.356, rounded once.
  assert.deepEqual(sides(book), [
    ["advance", 10_000_000, 0, 10_000_000],
    ["penalty", 50_000, 0, 10_050_000],
    ["prepayment", 0, 4_050_000, 6_000_000],
    ["payout", 43_836, 6_043_836, 0],
  ]);
  const payout = linesOf(book).at(-1)!;
  assert.equal(payout.note, "By the statement of that day $60,438.36, with $438.36 interest to that day");
  const cells = ledgerCells(payout);
  assert.deepEqual(LEDGER_COLUMNS.slice(3, 6), ["Payment due", "Charged", "Paid"]);
  assert.deepEqual(cells.slice(3, 7), [60_438.36, 438.36, 60_438.36, 0]);
});

Deno.test("a note that repeats the entry's name is not said twice", () => {
  const book = new Book([contract()]), act = { kind: "fee", day: "2027-01-26", cents: 5_000 } as const;
  book.record({ kind: "prepayment", day: "2027-01-25", cents: 4_000_000, penaltyCents: 50_000, note: "Prepayment" });
  for (const note of ["NSF fee", "Fee"]) book.record({ ...act, note });
  assert.deepEqual(linesOf(book).slice(1).map(({ what, note }) => [what, note]), [
    ["Prepayment penalty", ""],
    ["Prepayment", "$40,000.00 of principal"],
    ["Fee", "NSF fee"],
    ["Fee", ""],
  ]);
});

Deno.test("what is taken back stands below 0 in the column in which it stood", () => {
  const book = paidOut();
  const [, penalty, prepayment, payout] = book.rows;
  for (const row of [payout, prepayment, penalty]) {
    book.add(reversalEntry(row, "reversal", "2027-02-05", "The loan is Funded again"), row.id);
  }
  assert.deepEqual(sides(book).slice(4), [
    ["reversal", -43_836, -6_043_836, null],
    ["reversal", 0, -4_050_000, null],
    ["reversal", -50_000, 0, null],
  ]);
  const paid = book.pay("2027-02-15", 83_333);
  book.add(reversalEntry(paid, "nsf", "2027-02-16", ""), paid.id);
  assert.deepEqual(sides(book).at(-1), ["nsf", 0, -83_333, null]);
});

Deno.test("the balance runs over the rows that count: a payout that was undone and one recorded on its day end at 0", () => {
  const book = paidOut(), [, , , payout] = book.rows, { id: _id, reverses: _none, ...again } = payout;
  book.add({ ...again, key: "payout:2" });
  book.add(reversalEntry(payout, "reversal", "2027-02-05", "The loan is Funded again"), payout.id);
  assert.deepEqual(linesOf(book).slice(2).map(({ kind, balance }) => [kind, balance]), [
    ["prepayment", 6_000_000],
    ["payout", null],
    ["payout", 0],
    ["reversal", null],
  ]);
  assert.deepEqual(linesOf(book).map((line) => ledgerCells(line)[6]), [100_000, 100_500, 60_000, null, 0, null]);
});

Deno.test("what is charged less what is paid is by how much an entry changes the balance", () => {
  const act = { day: "2027-02-15", cents: 12_345, note: "" };
  const entries = [
    ...paidOut().rows,
    ...entriesOf({ ...act, kind: "adjustment", part: "charges", cents: -12_345 }),
    ...entriesOf({ ...act, kind: "fee" }),
    ...entriesOf({ ...act, kind: "payment" }),
  ];
  for (const entry of entries) {
    const { charged, paid } = chargedAndPaid(entry);
    assert.equal(charged - paid, amountOf(entry), entry.kind);
  }
});
