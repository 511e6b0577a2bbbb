/** A bank's file: its columns, days and amounts (docs/decisions/bank-files.md). */
import assert from "node:assert/strict";
import {
  type BankRow,
  columnsProblem,
  guessBankColumns,
  guessDateOrder,
  linesAlike,
  readBankAmount,
  readBankDay,
  readBankRows,
  rowIdentities,
} from "../../../lib/domain/servicing/bank_file.ts";
import fc from "../../support/properties.ts";

const table = (heads: string[], ...rows: string[][]) => ({
  heads,
  rows: rows.map((cells, i) => ({ line: i + 2, cells })),
});

Deno.test("days and amounts are read as banks write them", () => {
  for (
    const [text, order, day] of [
      ["2026-12-01", "mdy", "2026-12-01"],
      ["20261201", "dmy", "2026-12-01"],
      ["12/01/2026", "mdy", "2026-12-01"],
      ["12/01/2026", "dmy", "2026-01-12"],
      ["1-Dec-26", "mdy", "2026-12-01"],
      ["Dec 1, 2026", "ymd", "2026-12-01"],
      ["13/13/2026", "mdy", null],
      ["Opening balance", "mdy", null],
      ["9999-12-31", "ymd", null],
      ["0000-01-01", "ymd", null],
    ] as const
  ) assert.equal(readBankDay(text, order), day, text);
  for (
    const [text, cents] of [
      ["1,234.50", 123_450],
      ["$833.33", 83_333],
      ["(45.00)", -4_500],
      ["45.00-", -4_500],
      ["-45", -4_500],
      ["45.00 DR", -4_500],
      ["45.00 CR", 4_500],
      ["$1,234,567.89", 123_456_789],
      ["-1,000", -100_000],
      ["833,33", null],
      ["1.234,56", null],
      ["1.234,567", null],
      ["12,34.50", null],
      ["", null],
      ["n/a", null],
      ["DEPOSIT\nREF 4", null],
      ["(45.00", 4_500],
      ["45.00)", 4_500],
      ["( 45.00 ) ", -4_500],
      // Some banks pad their cells; by a pattern of blanks beside blanks these took minutes.
      [`${" ".repeat(400)}a\nb`, null],
      [`${" ".repeat(400)}45.00${" ".repeat(400)}DR`, -4_500],
    ] as const
  ) assert.equal(readBankAmount(text), cents, text);
});

Deno.test("columns are guessed by heading, without headings by what they hold, and days by those that fit", () => {
  const rbc = table(
    ["Account Type", "Transaction Date", "Cheque Number", "Description 1", "Description 2", "CAD$"],
    ["Chequing", "12/14/2026", "", "PAD", "SMITHERS", "833.33"],
  );
  const columns = guessBankColumns(rbc);
  assert.deepEqual(columns, ["", "date", "", "description", "more", "amount"]);
  assert.deepEqual(guessDateOrder(rbc, columns), { order: "mdy", isSure: true });
  assert.deepEqual(readBankRows(rbc, columns, "mdy"), [
    { line: 2, day: "2026-12-14", description: "PAD SMITHERS", cents: 83_333, problem: "" },
  ]);
  // Two columns of numbers without a heading: nobody guesses which one is money in.
  const bare = table(["Column 1", "Column 2", "Column 3", "Column 4"], ["02/01/2026", "PAY SMITHERS", "", "833.33"], [
    "03/01/2026",
    "RENT",
    "1,000.00",
    "",
  ]);
  const guessed = guessBankColumns(bare);
  assert.deepEqual(guessed, ["date", "description", "", ""]);
  assert.equal(columnsProblem(guessed), "Say which column has the amount, or the money in.");
  assert.equal(
    columnsProblem(["", "", "debit", ""]),
    "Say which columns have the date, the description and the amount, or the money in.",
  );
  assert.equal(guessDateOrder(bare, guessed).isSure, false);
  const rows = readBankRows(bare, ["date", "description", "debit", "credit"], "mdy");
  assert.deepEqual(rows.map(({ cents, day }) => [day, cents]), [["2026-02-01", 83_333], ["2026-03-01", -100_000]]);
  // A credit below 0 was taken back; money out has a sign, or none.
  const signed = table(["Date", "Details", "Debit", "Credit"], ["2026-02-01", "REVERSAL", "", "-833.33"], [
    "2026-02-02",
    "FEE",
    "-4.50",
    "",
  ]);
  const read = readBankRows(signed, guessBankColumns(signed), "ymd");
  assert.deepEqual(read.map(({ cents }) => cents), [-83_333, -450]);
});

Deno.test("numbers are the amount where nothing else is: not beside a named one, and not a day", () => {
  const guessed = (heads: string[], ...cells: string[]) => guessBankColumns(table(heads, cells));
  for (const [head, field] of [["Amount", "amount"], ["Credit", "credit"], ["Debit", "debit"]] as const) {
    const heads = ["Date", "Description", head, "Balance"];
    assert.deepEqual(guessed(heads, "2026-12-01", "PAD", "5.00", "900.00"), ["date", "description", field, ""], head);
  }
  assert.deepEqual(guessed(["Column 1", "Column 2", "Column 3"], "20261201", "PAD SMITHERS", "833.33"), [
    "date",
    "description",
    "amount",
  ]);
});

Deno.test("property: however a file is cut, whole days keep each row's identity, and no two rows share one", () => {
  const row = fc.record({ day: fc.constantFrom("2026-12-01", "2026-12-02"), cents: fc.constantFrom(100, 200) });
  fc.assert(fc.property(fc.array(row, { maxLength: 12 }), (all) => {
    const rows = all.map((one, i): BankRow => ({ ...one, line: i + 1, description: "PAD", problem: "" }));
    const whole = rowIdentities(rows);
    assert.equal(new Set(whole).size, rows.length);
    const second = rows.filter(({ day }) => day === "2026-12-02");
    assert.deepEqual(rowIdentities(second), whole.filter((_, i) => rows[i].day === "2026-12-02"));
  }));
});

Deno.test("a row is like one above of its day, amount and words, however these are written", () => {
  const row = (line: number, day: string, cents: number, description: string): BankRow => ({
    line,
    day,
    cents,
    description,
    problem: "",
  });
  const rows = [
    row(2, "2026-12-01", 100, "PAD 1001"),
    row(3, "2026-12-01", 100, "Pad  1001*"),
    row(4, "2026-12-02", 100, "PAD 1001"),
    row(5, "2026-12-01", 101, "PAD 1001"),
    row(6, "2026-12-01", 100, "PAD 1002"),
    row(7, "2026-12-01", 100, "PAD 1001"),
  ];
  assert.deepEqual(linesAlike(rows), [undefined, 2, undefined, undefined, undefined, 3]);
});
