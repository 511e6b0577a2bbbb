/** What people record in a ledger and take back: no part of it falls below nothing (lending rules 14). */
import assert from "node:assert/strict";
import { addDays } from "../../../lib/domain/dates.ts";
import {
  actProblem,
  LEDGER_PARTS,
  type LedgerAct,
  RECORD_KINDS,
  reversalEntry,
  reversalProblem,
  reversedWith,
} from "../../../lib/domain/servicing/entries.ts";
import { amountOf, balanceOf, type LedgerRow, liveRows, unpaidOf } from "../../../lib/domain/servicing/ledger.ts";
import { Book, contract } from "../../support/ledger_book.ts";
import { fieldErrors } from "../../../lib/client/schema_check.ts";
import { RecordLedgerInput } from "../../../lib/schemas/servicing/ledger.ts";
import fc from "../../support/properties.ts";

const prepaid = (day: string, cents: number, penaltyCents = 0): LedgerAct => ({
  kind: "prepayment",
  day,
  cents,
  penaltyCents,
  note: "",
});
const adjusted = (day: string, cents: number, part: (typeof LEDGER_PARTS)[number]): LedgerAct => ({
  kind: "adjustment",
  day,
  cents,
  part,
  note: "Correction",
});
const problem = (book: Book, act: LedgerAct, today: string) => actProblem(act, book.rows, book.state(act.day), today);

/** Takes a row back with all that goes with it, as the verb does. */
function undo(book: Book, row: LedgerRow, day: string): void {
  for (const one of reversedWith(row, book.rows)) book.add(reversalEntry(one, "reversal", day, "Wrong"), one.id);
}

/** 100,000 whose first payment was made. */
function paidBook(): Book {
  const book = new Book([contract()]);
  book.post("2027-02-15");
  book.pay("2027-02-15", 83_333);
  return book;
}

Deno.test("a charge holds up a prepayment unless as much was paid ahead", () => {
  const book = paidBook(), day = "2027-02-25";
  book.record({ kind: "fee", day: "2027-02-20", cents: 5_000, note: "Statement" });
  assert.equal(
    problem(book, prepaid(day, 10_000), day)?.reason,
    "$50.00 is unpaid. Record that payment first, then the prepayment.",
  );
  book.pay("2027-02-18", 5_000);
  assert.equal(problem(book, prepaid(day, 10_000), day), null);
});

Deno.test("principal that a later prepayment takes cannot be taken again on an earlier day", () => {
  const book = paidBook();
  book.record(prepaid("2027-02-25", 6_000_000));
  const early = prepaid("2027-02-20", 6_000_000);
  assert.deepEqual(problem(book, early, "2027-03-01"), {
    field: "amount",
    reason: "The entry of 25 February 2027 takes that off already. Enter less, or reverse that entry first.",
  });
  assert.equal(problem(book, prepaid("2027-02-20", 4_000_000), "2027-03-01"), null);
  assert.equal(problem(book, adjusted("2027-02-20", -4_000_001, "principal"), "2027-03-01")?.field, "amount");
});

Deno.test("principal changes from the last payment due on, whose interest is posted; charges and payments due earlier", () => {
  const book = paidBook();
  for (const act of [prepaid("2027-02-14", 1_000), adjusted("2027-02-14", 1_000, "principal")]) {
    assert.deepEqual(problem(book, act, "2027-03-01"), {
      field: "day",
      reason: "The payment due on 15 February 2027 has its interest already. Choose that day or a later one.",
    });
    assert.equal(problem(book, { ...act, day: "2027-02-15" }, "2027-03-01"), null);
  }
  for (const part of ["due", "charges"] as const) {
    assert.equal(problem(book, adjusted("2027-02-14", 1_000, part), "2027-03-01"), null);
  }
});

Deno.test("charges and payments due that were waived cannot be waived again on an earlier day", () => {
  const book = paidBook();
  book.record({ kind: "fee", day: "2027-02-16", cents: 5_000, note: "Statement" });
  book.record(adjusted("2027-02-25", -5_000, "charges"));
  assert.match(problem(book, adjusted("2027-02-20", -1, "charges"), "2027-03-01")!.reason, /25 February 2027/);
  book.post("2027-03-15");
  book.record(adjusted("2027-03-25", -83_333, "due"));
  assert.match(problem(book, adjusted("2027-03-20", -1, "due"), "2027-04-01")!.reason, /25 March 2027/);
  // A payment that came anyway is entered: it waits for the next one due.
  const paid: LedgerAct = { kind: "payment", day: "2027-03-20", cents: 83_333, note: "" };
  assert.equal(problem(book, paid, "2027-04-01"), null);
});

Deno.test("an entry cannot be reversed where a later one depends on it", () => {
  const book = paidBook();
  const [raised] = book.record(adjusted("2027-02-20", 1_000_000, "principal"));
  const [fee] = book.record({ kind: "fee", day: "2027-02-20", cents: 5_000, note: "Statement" });
  const [waived] = book.record(adjusted("2027-02-21", -5_000, "charges"));
  const [repaid] = book.record(prepaid("2027-02-25", 10_500_000));
  const said = "The entry of 25 February 2027 takes off what this one added. Reverse that entry first.";
  assert.equal(reversalProblem(raised, book.rows), said);
  assert.match(reversalProblem(fee, book.rows), /21 February 2027/);
  for (const row of [waived, fee, repaid, raised]) {
    assert.equal(reversalProblem(row, book.rows), "");
    undo(book, row, "2027-03-01");
  }
  assert.equal(book.on("2027-03-01").balance, 10_000_000);
});

Deno.test("the whole principal is no prepayment: the loan is paid out, with interest and penalty", () => {
  const book = new Book([contract()]);
  book.post("2027-02-15");
  book.pay("2027-02-15", 83_333);
  assert.equal(problem(book, prepaid("2027-02-20", 9_999_999), "2027-02-20"), null);
  assert.match(problem(book, prepaid("2027-02-20", 10_000_000), "2027-02-20")?.reason ?? "", /Set the loan to Repaid/);
});

Deno.test("a prepayment goes with its penalty, whichever of the two is reversed", () => {
  for (const chosen of [0, 1]) {
    const book = paidBook();
    const rows = book.record(prepaid("2027-02-25", 4_000_000, 100_000));
    assert.equal(rows.length, 2);
    undo(book, rows[chosen], "2027-03-01");
    const { principal, charges, credit, balance } = book.on("2027-03-01");
    assert.deepEqual([principal, charges, credit, balance], [10_000_000, 0, 0, 10_000_000]);
    for (const row of rows) assert.match(reversalProblem(row, book.rows), /reversed already/);
  }
  const book = paidBook();
  const [penalty] = book.record(prepaid("2027-02-25", 4_000_000, 100_000));
  book.post("2027-03-15");
  assert.match(reversalProblem(penalty, book.rows), /Interest was posted on it since, on 15 March 2027/);
});

Deno.test("a ledger with a wrong beginning is reversed with the interest on arrears that it posted", () => {
  const book = new Book([contract()]);
  book.post("2027-03-15");
  const start = book.rows[0];
  for (const due of book.rows.filter(({ kind }) => kind === "due")) {
    assert.match(reversalProblem(start, book.rows), /Reverse the other rows first/);
    assert.equal(reversalProblem(due, book.rows), "");
    undo(book, due, "2027-03-16");
  }
  assert.equal(reversalProblem(start, book.rows), "");
  undo(book, start, "2027-03-16");
  assert.deepEqual(liveRows(book.rows), []);
  assert.equal(book.rows.reduce((sum, row) => sum + amountOf(row), 0), 0);
});

const steps = fc.array(
  fc.record({
    wait: fc.integer({ min: 0, max: 8 }),
    back: fc.integer({ min: 0, max: 15 }),
    kind: fc.constantFrom(...RECORD_KINDS, "prepayment" as const, "adjustment" as const, "undo" as const),
    cents: fc.constantFrom(5_000, 83_333, 6_000_000, 9_000_000),
    lowers: fc.boolean(),
    penaltyCents: fc.constantFrom(0, 5_000),
    part: fc.constantFrom(...LEDGER_PARTS),
    place: fc.nat({ max: 30 }),
  }),
  { minLength: 4, maxLength: 20 },
);
const structures = fc.constantFrom("Interest Only" as const, "P+I" as const);

Deno.test("property: whatever is recorded and reversed, no part falls below zero, and no credit comes from nothing", () => {
  fc.assert(
    fc.property(steps, structures, (all, structure) => {
      const book = new Book([contract({ structure })]);
      let today = "2027-01-15";
      for (const { wait, back, kind, cents, lowers, penaltyCents, part, place } of all) {
        today = addDays(today, wait);
        book.post(today);
        if (kind === "undo") {
          const row = book.rows[1 + place % book.rows.length];
          if (row && reversalProblem(row, book.rows) === "") undo(book, row, today);
          continue;
        }
        const day = addDays(today, -back), owed = book.state(day);
        // Half of the payments pay everything, so that prepayments can be made.
        const paid = lowers && kind === "payment" ? unpaidOf(owed) + owed.charges : cents;
        const size = kind === "adjustment" && lowers ? -cents : paid;
        const act = { kind, day, cents: size, penaltyCents, part, note: "x" } as LedgerAct;
        if (problem(book, act, today) === null) book.record(act);
      }
      const live = liveRows(book.rows);
      for (const { day } of live) {
        const state = book.state(day);
        const { principal, charges, credit, unpaid } = state;
        assert.ok([principal, charges, credit, ...unpaid.map(({ left }) => left)].every((part) => part >= 0));
        const before = live.filter((row) => row.day <= day);
        const paid = before.reduce((sum, row) => sum + row.paid, 0);
        const returned = before.reduce(
          (sum, { kind, charges }) => sum - (kind === "arrears" ? Math.min(0, charges) : 0),
          0,
        );
        assert.ok(credit <= paid + returned, `${credit} of credit, ${paid} paid`);
        assert.equal(before.reduce((sum, row) => sum + amountOf(row), 0), balanceOf(state));
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("an entry with several mistakes names each at its field", () => {
  const wrong = (more: object) =>
    fieldErrors(RecordLedgerInput, { loanId: 1, requestId: "by-hand-1", day: "2026-12-20", ...more });
  const AMOUNT = "Enter the amount in dollars.";
  assert.deepEqual(wrong({ kind: "fee", amount: "", note: "" }), { amount: AMOUNT, note: "Say what the fee is for." });
  assert.deepEqual(wrong({ kind: "fee", amount: "-5", note: "" }), {
    amount: "Enter an amount above 0.",
    note: "Say what the fee is for.",
  });
  assert.deepEqual(Object.keys(wrong({ kind: "adjustment", amount: "", day: "" })), ["day", "amount", "note"]);
  assert.deepEqual(Object.keys(wrong({ kind: "prepayment", amount: "-5", penalty: "x" })), ["penalty", "amount"]);
  for (const amount of ["0.01", "100.01", "999999999.99", 83.33 * 11, 0.1 + 0.2]) {
    assert.deepEqual(wrong({ kind: "payment", amount }), {});
  }
  const fractions = wrong({ kind: "prepayment", amount: "100.005", penalty: "0.005" });
  assert.deepEqual(Object.values(fractions), Array(2).fill("Enter dollars with two decimals at most."));
  for (const entry of ["45,50", "1 831,67", "1,2", "12,34,5", "1,0000", "150,", "1.250,000"]) {
    const fields = wrong({ kind: "prepayment", amount: entry, penalty: entry });
    assert.deepEqual(
      Object.entries(fields).map(([name, said]) => [name, /^Enter dollars such as 1,234\.50/.test(said)]),
      [["amount", true], ["penalty", true]],
      `a decimal comma: ${entry}`,
    );
  }
  for (const entry of ["1,831.67", "1 250 000", "$1,250,000"]) {
    assert.deepEqual(wrong({ kind: "payment", amount: entry }), {});
  }
  assert.deepEqual(wrong({ kind: "adjustment", amount: "-5", note: "Agreed" }), {});
});
