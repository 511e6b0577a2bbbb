/** What is to be paid about a maturity that was renewed (lending rules 14). */
import assert from "node:assert/strict";
import { bookEntry } from "../../../lib/domain/servicing/book.ts";
import { termEnds } from "../../../lib/domain/servicing/due_days.ts";
import { reversalEntry, reversalProblem } from "../../../lib/domain/servicing/entries.ts";
import { ledgerOn, NOTHING } from "../../../lib/domain/servicing/ledger.ts";
import { paymentsAmong, toPay } from "../../../lib/domain/servicing/posting.ts";
import { Book, contract } from "../../support/ledger_book.ts";

Deno.test("a renewal carries the day's principal, then its interest, then older arrears; the rest is to be paid", () => {
  const due = { due: 10_083_333, principal: -10_000_000 };
  const cases: [carried: number, payment: number, principal: number][] = [
    [0, 10_083_333, 10_000_000],
    [6_000_000, 4_083_333, 4_000_000],
    [10_000_000, 83_333, 0],
    [10_050_000, 33_333, 0],
    [10_083_333, 0, 0],
    [10_166_666, 0, 0],
  ];
  for (const [carried, payment, principal] of cases) {
    assert.deepEqual(toPay(due, carried), { payment, principal }, String(carried));
  }
  // The same as the ledger leaves of the day, nothing having been paid ahead.
  for (const principal of [60_000, 100_000, 100_833.33, 101_666.66, 102_499.99]) {
    const renewal = contract({ kind: "renewal", effectiveDate: "2027-04-15", principal }, 2);
    const book = new Book([contract({ months: 3 }), renewal]);
    book.post("2027-04-15");
    const { payment } = paymentsAmong(book.rows).at(-1)!;
    assert.equal(payment, book.on("2027-04-15").dueToday, String(principal));
  }
});

Deno.test("a term ends at its maturity, not where an amendment took its place before", () => {
  const amended = contract({ kind: "amendment", months: 24, effectiveDate: "2027-07-15" }, 2);
  const renewal = contract({ kind: "renewal", effectiveDate: "2028-01-15" }, 2);
  assert.deepEqual(termEnds([contract()]), ["2028-01-15"]);
  assert.deepEqual(termEnds([contract(), renewal]), ["2028-01-15", "2029-01-15"]);
  assert.deepEqual(termEnds([contract(), amended]), ["2029-07-15"]);
});

Deno.test("the book separates principal that a renewal does not carry from payments, before the day and after it", () => {
  const terms = contract({ months: 3 });
  const book = new Book([terms, contract({ kind: "renewal", effectiveDate: "2027-04-15", principal: 60_000 }, 2)]);
  book.post("2027-03-20");
  const coming = bookEntry(book.rows, book.contracts, "2027-03-20").coming.slice(0, 2);
  assert.deepEqual(coming.map(({ day, payment, matured }) => [day, payment, matured]), [
    ["2027-04-15", 4_083_333, 4_000_000],
    // 60,000 x 10% / 12
    ["2027-05-15", 50_000, 0],
  ]);
  book.post("2027-04-20");
  const unpaid = () =>
    bookEntry(book.rows, book.contracts, "2027-04-20").unpaidDays.map(({ left, matured }) => [left, matured]);
  assert.deepEqual(unpaid(), [[83_333, 0], [83_333, 0], [4_083_333, 4_000_000]]);
  book.pay("2027-04-20", 3 * 83_333 + 1_000_000);
  assert.deepEqual(unpaid(), [[3_000_000, 3_000_000]]);
  // Reversed, a renewal carries nothing on: all of it is due, and none of that is a payment of every month.
  const renewal = book.rows.find(({ kind }) => kind === "renewal")!;
  book.add(reversalEntry(renewal, "reversal", "2027-04-20", ""), renewal.id);
  assert.deepEqual(unpaid(), [[9_000_000, 9_000_000]]);
});

Deno.test("a maturity that was carried on is reversed after its renewal alone", () => {
  const book = new Book([contract({ months: 3 }), contract({ kind: "renewal", effectiveDate: "2027-04-15" }, 2)]);
  book.post("2027-04-20");
  const [due, renewal] = ["due", "renewal"].map((kind) => book.rows.findLast((row) => row.kind === kind)!);
  assert.match(reversalProblem(due, book.rows), /^The entry of 15 April 2027 takes off what this one added\./);
  book.add(reversalEntry(renewal, "reversal", "2027-04-20", "Wrong"), renewal.id);
  assert.equal(reversalProblem(due, book.rows), "");
});

Deno.test("a renewal that names more than the ledger has carries what is unpaid, and says so", () => {
  const renewal = contract({ kind: "renewal", effectiveDate: "2027-04-15", principal: 150_000 }, 2);
  const book = new Book([contract({ months: 3 }), renewal]);
  for (const day of ["2027-02-15", "2027-03-15"]) book.pay(day, 83_333);
  book.post("2027-04-15");
  const { principal, due, note } = book.rows.find(({ kind }) => kind === "renewal")!;
  // The principal with its last interest, 100,000 x 10% / 12.
  assert.deepEqual([principal, due], [10_083_333, -10_083_333]);
  assert.equal(note, "The renewal names $150,000.00, the ledger carries $100,833.33.");
  assert.deepEqual([book.on("2027-04-15").principal, book.on("2027-04-15").arrears], [10_083_333, 0]);
});

Deno.test("a renewal before the maturity, of the principal there is, carries none of the arrears", () => {
  const renewal = contract({ kind: "renewal", effectiveDate: "2027-03-15" }, 2);
  const book = new Book([contract(), renewal]);
  book.post("2027-03-15");
  assert.ok(!book.rows.some(({ kind }) => kind === "renewal"));
  const { principal, arrears, dueToday } = book.on("2027-03-15");
  assert.deepEqual([principal, arrears, dueToday], [10_000_000, 83_333, 83_333]);
});

Deno.test("interest on arrears counts each day at the rate in force, also where nothing is posted on its change", () => {
  const row = { ...NOTHING, id: 1, kind: "due" as const, day: "2027-01-15", due: 100_000, reverses: null, key: "" };
  const rates = [{ from: "2026-12-15", rate: 0.1 }, { from: "2027-02-01", rate: 0.12 }];
  const interest = (day: string) => ledgerOn([row], day, rates).arrearsInterest;
  // 1,000 x 17 days x 10% / 365, and 28 days at 12% more.
  assert.deepEqual(["2027-02-01", "2027-03-01"].map(interest), [466, 1_386]);
});
