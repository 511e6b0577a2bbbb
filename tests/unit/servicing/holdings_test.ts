/** Payments shared among participants (lending rules 16). Figures are worked out beside each test. */
import assert from "node:assert/strict";
import { reversalEntry } from "../../../lib/domain/servicing/entries.ts";
import { NOTHING } from "../../../lib/domain/servicing/ledger.ts";
import {
  fundedFrom,
  holdingsOf,
  isHeldSince,
  linesByName,
  linesOf,
  sharedRows,
  shareOut,
  sharesByMonth,
} from "../../../lib/domain/servicing/holdings.ts";
import {
  creditsTable,
  paymentsText,
  statementDocument,
  statementTable,
} from "../../../lib/domain/servicing/participant_statement.ts";
import { Book, contract } from "../../support/ledger_book.ts";
import fc from "../../support/properties.ts";

const LOAN = { id: 1, clientCode: "SMI-1", funded: 100_000 };
/** A list without an amount of its own. */
const set = (id: number, day: string, list: { name: string; amount: number }[]) => ({ id, day, list, funded: null });
const maple = (amount: number) => ({ name: "Maple Fund", amount });
const elm = (amount: number) => ({ name: "Elm Trust", amount });

Deno.test("a list is in force from its day, and one saved later replaces what follows its own", () => {
  const sets = [
    set(1, "", [maple(10)]),
    set(2, "2027-03-01", [maple(20)]),
    set(3, "2027-02-01", [maple(30)]),
    set(4, "2027-04-01", []),
  ];
  const on = holdingsOf(sets);
  const held = (day: string) => on(day)!.list.map(({ amount }) => amount);
  assert.deepEqual(["2027-01-31", "2027-02-01", "2027-03-15", "2027-04-01"].map(held), [[10], [30], [30], []]);
  assert.equal(holdingsOf([set(1, "2027-02-01", [maple(10)])])("2027-01-31"), undefined);
});

Deno.test("a list is held since a day where no day from then on has another", () => {
  const list = [maple(20)],
    since = (sets: Parameters<typeof isHeldSince>[0], day: string) => isHeldSince(sets, day, list);
  const sets = [set(1, "2027-02-01", [maple(10)]), set(2, "2027-03-01", list), set(3, "2027-05-01", [maple(20)])];
  assert.deepEqual(["2027-02-28", "2027-03-01", "2027-04-15", "2027-06-01"].map((day) => since(sets, day)), [
    false,
    true,
    true,
    true,
  ]);
  assert.equal(since([...sets, set(4, "2027-07-01", [elm(20)])], "2027-03-01"), false, "another from July on");
  assert.equal(since([set(1, "2027-03-01", list)], "2027-02-01"), false, "nobody held it in February");
  assert.equal(since([], "2027-02-01"), true, "the list of a loan that never had another");
});

Deno.test("a loan of which more is held than was funded is shared by what is held", () => {
  const book = new Book([contract()]);
  book.pay("2027-02-15", 83_333);
  // 833.33 x 90 of 120, and 30 of 120
  const [row] = sharedRows(LOAN, book.rows, [set(1, "", [maple(90_000), elm(30_000)])], "2027-02");
  assert.deepEqual([row.funded, row.shares.map(({ cents }) => cents), row.ours], [120_000, [62_500, 20_833], 0]);
});

Deno.test("cents left over go to the largest fractions, the first of equal ones, and the rest is the lender's", () => {
  // 833.33 x 50%, 25% and 25%: 416.665, 208.3325, 208.3325; the cent left goes to the first.
  assert.deepEqual(shareOut(83_333, [maple(50_000), elm(25_000)], 100_000), [41_667, 20_833, 20_833]);
  assert.deepEqual(shareOut(-83_333, [maple(50_000), elm(25_000)], 100_000), [-41_667, -20_833, -20_833]);
  // Thirds of 1.00, nothing ours: 33.33 cents each, the cent left to the first.
  assert.deepEqual(shareOut(100, [maple(1), elm(1), { name: "Oak", amount: 1 }], 3), [34, 33, 33, 0]);
  assert.deepEqual(shareOut(100, [], 0), [100]);
});

Deno.test("each payment is shared by who held the loan on its day, and a returned one as it was shared", () => {
  const book = new Book([contract()]);
  const first = book.pay("2027-02-15", 83_333);
  book.pay("2027-03-15", 83_333);
  book.add(reversalEntry(first, "nsf", "2027-03-16", "Returned by the bank"), first.id);
  const sets = [
    set(1, "", [maple(50_000)]),
    set(2, "2027-03-01", [maple(20_000), elm(80_000)]),
  ];
  const brief = (month: string) =>
    sharedRows(LOAN, book.rows, sets, month).map(({ day, received, shares, ours }) => [
      day,
      received,
      shares.map(({ name, cents }) => `${name} ${cents}`).join(", "),
      ours,
    ]);
  assert.deepEqual(brief("2027-02"), [["2027-02-15", 83_333, "Maple Fund 41667", 41_666]]);
  assert.deepEqual(brief("2027-03"), [
    ["2027-03-15", 83_333, "Maple Fund 16667, Elm Trust 66666", 0],
    ["2027-03-16", -83_333, "Maple Fund -41667", -41_666],
  ]);
  const table = statementTable(linesOf(sharedRows(LOAN, book.rows, sets, "2027-03"), "Maple Fund"));
  assert.deepEqual(table.foot, ["Total", "", "−$250.00", "", "$0.00", ""]);
  assert.equal(table.rows[0][5], "$20,000 of $100,000");
  assert.deepEqual(table.rows.map(([number]) => number), ["1", ""], "what came back is no payment of its own");
  const counted = (month: string) => paymentsText(sharedRows(LOAN, book.rows, sets, month));
  assert.deepEqual(["2027-02", "2027-03", ""].map(counted), ["1", "1, 1 taken back", "2, 1 taken back"]);
  assert.deepEqual(sharedRows(LOAN, book.rows, [], "2027-03"), []);
});

Deno.test("a prepayment is shared with its principal, a payout as it was received, and a reversal alike", () => {
  const book = new Book([contract()]);
  const [, repaid] = book.record({
    kind: "prepayment",
    day: "2027-02-01",
    cents: 4_000_000,
    penaltyCents: 250_000,
    note: "",
  });
  book.record({ kind: "prepayment", day: "2027-02-02", cents: 1_000_000, penaltyCents: 0, note: "" });
  book.add(reversalEntry(repaid, "reversal", "2027-02-03", ""), repaid.id);
  book.add({ ...NOTHING, kind: "payout", day: "2027-02-04", principal: -9e6, due: 9_030_000, paid: 9_030_000 });
  const rows = sharedRows(LOAN, book.rows, [set(1, "", [elm(50_000)])], "2027-02");
  assert.deepEqual(rows.map(({ day, received, shares }) => [day, received, shares[0].cents]), [
    ["2027-02-01", 4_250_000, 2_125_000],
    ["2027-02-02", 1_000_000, 500_000],
    ["2027-02-03", -4_250_000, -2_125_000],
    ["2027-02-04", 9_030_000, 4_515_000],
  ]);
});

const lists = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 8 })
  .map((amounts) => amounts.map((amount, i) => ({ name: `P${i}`, amount })));

Deno.test("property: shares add up to the payment, each within a cent of the exact share, and reversals cancel", () => {
  fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: -9e9, max: 9e9 }),
      (list, own, cents) => {
        const funded = list.reduce((sum, { amount }) => sum + amount, 0) + own;
        const parts = shareOut(cents, list, funded);
        assert.equal(parts.reduce((sum, part) => sum + part, 0), cents);
        for (const [i, { amount }] of list.entries()) {
          assert.ok(Math.abs(parts[i] - cents * (amount / funded)) < 1 + 1e-5);
        }
        assert.deepEqual(shareOut(-cents, list, funded), parts.map((part) => 0 - part));
      },
    ),
  );
});

Deno.test("a participant's lines go by day, and those of one day by loan", () => {
  const paid = (id: number, day: string) => {
    const book = new Book([contract()]);
    book.pay(day, 83_333);
    return sharedRows({ ...LOAN, id }, book.rows, [set(1, "", [maple(50_000)])], "");
  };
  const rows = [...paid(7, "2027-03-15"), ...paid(4, "2027-03-15"), ...paid(9, "2027-02-15"), ...paid(5, "2027-03-15")];
  assert.deepEqual(linesOf(rows, "Maple Fund").map(({ day, loanId }) => [day, loanId]), [
    ["2027-02-15", 9],
    ["2027-03-15", 4],
    ["2027-03-15", 5],
    ["2027-03-15", 7],
  ]);
});

Deno.test("the lines of all participants are those of each, and every row is looked at once", () => {
  const book = new Book([contract()]);
  book.pay("2027-03-15", 83_333);
  const lists = [maple(50_000), elm(20_000), ...Array.from({ length: 40 }, (_, i) => ({ name: `N${i}`, amount: 10 }))];
  const rows = sharedRows(LOAN, book.rows, [set(1, "", lists)], "");
  let looks = 0;
  const counted = rows.map((row) => ({
    ...row,
    get shares() {
      return looks++, row.shares;
    },
  }));
  const byName = linesByName(counted);
  assert.equal(looks, rows.length);
  for (const { name } of lists) assert.deepEqual(byName.get(name), linesOf(rows, name), name);
});

Deno.test("the funded amount of a day is stored with the lists, and each change since; the present one is of today", () => {
  const now = { day: "2027-05-01", funded: 150_000 };
  const sets = [
    { ...set(1, "2027-01-10", [maple(10)]), funded: 100_000 },
    { ...set(2, "2027-02-10", [maple(10)]), funded: 120_000 },
    { ...set(3, "2027-03-10", [elm(10)]), funded: 120_000 },
  ];
  const from = (day: string) => fundedFrom(sets, day, now).map((one) => [one.day, one.funded]);
  const [second, last] = [["2027-02-10", 120_000], [now.day, 150_000]];
  assert.deepEqual(from("2027-01-01"), [["2027-01-01", 100_000], second, last]);
  assert.deepEqual(from("2027-01-10"), [["2027-01-10", 100_000], second, last]);
  assert.deepEqual(from("2027-03-01"), [["2027-03-01", 120_000], last]);
  assert.deepEqual(from(now.day), [last]);
  // Of two lists of one day the one saved later counts, and the day is named once.
  const corrected = [...sets.slice(0, 2), { ...set(3, "2027-02-10", [maple(10)]), funded: 130_000 }];
  assert.deepEqual(fundedFrom(corrected, "2027-01-10", now).map((one) => [one.day, one.funded]), [
    ["2027-01-10", 100_000],
    ["2027-02-10", 130_000],
    last,
  ]);
  assert.deepEqual(fundedFrom([], "2027-01-01", now), [{ day: "2027-01-01", funded: 150_000 }]);
  assert.deepEqual(fundedFrom([set(1, "", [])], "2027-01-01", now), [{ day: "2027-01-01", funded: 150_000 }]);
});

Deno.test("a participant's shares are added up by month, over all loans", () => {
  const row = (day: string, shares: [name: string, cents: number][]) => ({
    isBack: false,
    loanId: 7,
    clientCode: "OKA-1007",
    day,
    what: "Payment",
    received: 0,
    funded: 0,
    ours: 0,
    shares: shares.map(([name, cents]) => ({ name, held: 0, cents })),
  });
  const shares = sharesByMonth([
    row("2027-01-10", [["Elm Trust", 100], ["Maple Fund", 1]]),
    row("2027-01-31", [["Elm Trust", -30]]),
    row("2028-01-10", [["Elm Trust", 5]]),
  ]);
  assert.deepEqual([...shares].map(([name, months]) => [name, ...months]), [
    ["Elm Trust", ["2027-01", 70], ["2028-01", 5]],
    ["Maple Fund", ["2027-01", 1]],
  ]);
});

Deno.test("a statement names each credit, adds up those that count, and has no such table without one", () => {
  const credit = { day: "2027-03-05", reference: "C000003-0001", cents: 41_667, returnedOn: "", returnReason: "" };
  const back = { ...credit, reference: "C000002-0001", returnedOn: "2027-03-09", returnReason: "Account closed" };
  const { rows, foot } = creditsTable([back, credit]);
  assert.deepEqual(rows, [
    ["1", "5 Mar 2027", "$416.67", "C000002-0001", "9 Mar 2027, owed again", "Account closed"],
    ["2", "5 Mar 2027", "$416.67", "C000003-0001", "", ""],
  ]);
  assert.deepEqual(foot, ["Paid", "", "$416.67", "", "", ""], "what came back is owed, not paid");
  const lender = { name: "Harbourline", lines: [] };
  const tables = (credits: Parameters<typeof creditsTable>[0]) =>
    statementDocument(lender, "Maple Fund", "2027-03", [], credits, "2027-04-01").blocks
      .filter(({ kind }) => kind === "table").length;
  assert.deepEqual([tables([]), tables([credit])], [0, 1]);
});
