/** A bank's file: its columns, days and amounts, and which loan each row pays (docs/decisions/bank-files.md). */
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
import {
  type BankLoan,
  BankMatcher,
  type BankMatches,
  beyondTogether,
} from "../../../lib/domain/servicing/bank_match.ts";
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

const loan = (loanId: number, lastName: string, more: Partial<BankLoan> = {}): BankLoan => ({
  loanId,
  clientCode: `${lastName.slice(0, 3).toUpperCase()}-${1000 + loanId}`,
  firstName: "Dan",
  lastName,
  unpaid: [{ day: "2026-12-01", left: 83_333 }],
  charges: 0,
  next: { day: "2027-01-01", payment: 83_333, principal: 0 },
  balance: 10_083_333,
  ...more,
});
const LOANS = [
  loan(1, "Smithers"),
  loan(2, "Côté", { unpaid: [], next: { day: "2026-12-05", payment: 50_000, principal: 0 } }),
  loan(3, "van der Berg", { unpaid: [{ day: "2026-11-01", left: 70_000 }, { day: "2026-12-01", left: 70_000 }] }),
  loan(4, "Berg", { charges: 4_500 }),
];
function matcherOf(loans: readonly BankLoan[]): (row: BankRow) => BankMatches {
  const matcher = new BankMatcher();
  for (const one of loans) matcher.add(one);
  return (row) => matcher.matchesOf(row);
}
const match = matcherOf(LOANS);
const of = (description: string, cents: number, day = "2026-12-02") => {
  const { sure, others } = match({ line: 1, day, description, cents, problem: "" });
  return { sure: sure && [sure.loan.loanId, sure.why], others: others.map(({ loan }) => loan.loanId) };
};

Deno.test("a loan's number settles a row; else name and amount together, near to the day", () => {
  assert.deepEqual(of("PAD SMI 1001 THANKS", 10_000).sure, [
    1,
    "The text has the number SMI-1001, but $833.33 is expected.",
  ]);
  assert.deepEqual(of("E-TRANSFER D. SMITHERS", 83_333).sure, [
    1,
    "The text has the name Smithers, $833.33 is unpaid of 1 Dec 2026.",
  ]);
  assert.deepEqual(of("MARIE COTE", 50_000).sure, [2, "The text has the name Côté, $500.00 is due on 5 Dec 2026."]);
  assert.deepEqual(of("J VAN DER BERG", 140_000).sure?.[0], 3);
  const days = ["2026-11-23", "2026-11-24", "2026-12-08", "2026-12-09"];
  assert.deepEqual(days.map((day) => of("SMITHERS", 83_333, day).sure?.[0]), [undefined, 1, 1, undefined]);
  assert.deepEqual(of("BERG", 87_833).sure, [
    4,
    "The text has the name Berg, $878.33 is all that is unpaid, with charges.",
  ]);
});

Deno.test("of sums that are alike the one nearest to the day explains a row; charges alone do so with a payment", () => {
  const paid = (cents: number, day: string) => of("J VAN DER BERG", cents, day).sure?.[1];
  assert.equal(paid(70_000, "2026-11-02"), "The text has the name van der Berg, $700.00 is unpaid of 1 Nov 2026.");
  assert.equal(paid(70_000, "2026-12-02"), "The text has the name van der Berg, $700.00 is unpaid of 1 Dec 2026.");
  const charged = matcherOf([loan(5, "Okafor", { unpaid: [], charges: 4_500 })]);
  const row = { line: 1, day: "2026-12-02", cents: 4_500, problem: "" };
  assert.equal(charged({ ...row, description: "DEPOSIT" }).others.length, 0);
});

Deno.test("more than a loan owes up to its next payment is left to a person, with what to do", () => {
  // 100,000 not due, 833.33 unpaid, and 833.33 that may be paid ahead.
  assert.equal(of("SMI-1001", 10_166_666).sure?.[0], 1);
  const { sure, others } = match({
    line: 1,
    day: "2026-12-02",
    description: "SMI-1001",
    cents: 10_166_667,
    problem: "",
  });
  assert.equal(sure, null);
  assert.deepEqual(others.map(({ why }) => why), [
    "The text has the number SMI-1001, but $100,833.33 is all that is owed; " +
    "set the loan to Repaid if this pays it out.",
  ]);
  // The last payment holds the principal, which is in the balance already.
  const last = { day: "2026-12-05", payment: 10_083_333, principal: 10_000_000 };
  const ending = matcherOf([loan(6, "Okafor", { unpaid: [], next: last, balance: 10_000_000 })]);
  const paid = (cents: number) => ending({ line: 1, day: "2026-12-02", description: "OKA-1006", cents, problem: "" });
  assert.deepEqual([paid(10_083_333).sure?.loan.loanId, paid(10_083_334).sure], [6, null]);
});

Deno.test("rows of one loan are judged together, oldest first: one beyond what it has to pay is not sure", () => {
  const reasons = (
    one: BankLoan,
    ...rows: [day: string, cents: number][]
  ) => [...beyondTogether(rows.map(([day, cents], i) => ({ row: { line: i + 2, day, cents }, loan: one })))];
  const only = "choose this one only if it was paid as well.";
  // The one payment unpaid, twice; the older row pays it, wherever it stands.
  assert.deepEqual(reasons(LOANS[0], ["2026-12-03", 83_333], ["2026-12-01", 83_333]), [
    [2, `Line 3 pays SMI-1001 already, and only $833.33 is unpaid: ${only}`],
  ]);
  // The next payment may be paid within a week of its day.
  assert.deepEqual(reasons(LOANS[0], ["2026-12-03", 83_333], ["2026-12-26", 83_333], ["2026-12-27", 1]), [
    [4, `Lines 2, 3 pay SMI-1001 already, and only $1,666.66 is unpaid or due on 1 Jan 2027: ${only}`],
  ]);
  // Months that are unpaid, each by a row; the charges with them, and no cent more.
  const late = loan(7, "Okafor", {
    charges: 4_500,
    unpaid: [{ day: "2026-11-01", left: 70_000 }, { day: "2026-12-01", left: 70_000 }],
  });
  assert.deepEqual(reasons(late, ["2026-11-02", 70_000], ["2026-12-02", 70_000], ["2026-12-03", 4_500]), []);
  assert.deepEqual(
    reasons(late, ["2026-11-02", 70_000], ["2026-12-02", 74_501], ["2026-12-03", 4_500]).map(([l]) => l),
    [
      3,
    ],
  );
  // By itself a row stays as it is; two that pay ahead do not.
  const ahead = loan(8, "Okafor", { unpaid: [] });
  assert.deepEqual(reasons(ahead, ["2026-12-03", 500_000]), []);
  assert.deepEqual(reasons(ahead, ["2026-12-03", 83_333], ["2026-12-04", 83_333]), [
    [3, `Line 2 pays OKA-1008 already, and nothing is unpaid: ${only}`],
  ]);
});

Deno.test("a doubtful row is left to a person, with the loans that it may be meant for", () => {
  assert.deepEqual(of("SMITHERS", 20_000), { sure: null, others: [1] });
  assert.deepEqual(of("DEPOSIT", 83_333), { sure: null, others: [1, 4] });
  assert.deepEqual(of("DEPOSIT", 12_345), { sure: null, others: [] });
  // The amount alone, months from its day.
  assert.deepEqual(of("DEPOSIT", 83_333, "2027-06-01"), { sure: null, others: [] });
  assert.equal(of("SMI-1001 AND BER-1004", 83_333).sure, null);
  assert.equal(of("SMITHERSON", 83_333).sure, null);
  // A loan that is not in the book: only its number finds it, and nothing is certain then.
  const outside = loan(9, "Berg", { unpaid: [], next: null, isOutside: true });
  const row = { line: 1, day: "2026-12-02", cents: 83_333, problem: "" };
  const wide = matcherOf([...LOANS, outside]);
  const { sure, others } = wide({ ...row, description: "SMITHERS FOR BER-1009" });
  assert.deepEqual([sure, others[0].loan.loanId, others[1].loan.loanId], [null, 9, 1]);
  assert.equal(others[0].why, "The text has the number BER-1009, whose ledger is not open, or not up to today.");
  assert.equal(wide({ ...row, description: "SMI-1001 AND BER-1009" }).sure, null);
  assert.equal(wide({ ...row, description: "BERG" }).sure?.loan.loanId, 4);
});

Deno.test("of many loans of one amount the first by their numbers are proposed, behind those that the text names", () => {
  const days = ["2026-12-20", "2026-12-01", "2026-12-09", "2026-11-20"];
  const many = Array.from(
    { length: 40 },
    (_, n) =>
      loan(n + 1, n % 10 === 9 ? "Smithers" : `Other ${n}`, {
        unpaid: [{ day: days[n % 4], left: 90_000 }],
        next: null,
      }),
  );
  const others = (description: string) =>
    matcherOf(many)({ line: 1, day: "2026-12-02", description, cents: 90_000, problem: "" }).others
      .map(({ loan }) => loan.loanId);
  // Every second one is due on 1 or 9 December; of the Smithers two on the 1st, two twelve days before.
  assert.deepEqual(others("DEPOSIT"), [2, 3, 6, 7, 10]);
  assert.deepEqual(others("SMITHERS"), [10, 30, 20, 40, 2]);
});
