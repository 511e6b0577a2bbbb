/** CSV: what comes back when it is read, and that no cell can run as a formula. */
import assert from "node:assert/strict";
import { csvField, csvText } from "../../../lib/domain/csv.ts";
import { exportFileName, type ListedLoan, loanCells } from "../../../lib/domain/loans/loan_table.ts";
import { readCsv } from "../../../lib/features/read_csv.ts";
import fc from "../../support/properties.ts";

const table = (text: string) => readCsv(text, 1000, "Too many rows.");

/** Reads CSV as RFC 4180 has it: quoted fields, doubled quotes, CRLF. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [], field = "", quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ",") row.push(field), field = "";
    else if (c === "\r" && text[i + 1] === "\n") row.push(field), rows.push(row), row = [], field = "", i++;
    else field += c;
  }
  assert.equal(quoted, false, "a quote is left open");
  assert.equal(field + row.join(), "", "the last line is ended");
  return rows;
}

/** What the guard is for: characters with which spreadsheets begin a formula, and what they pass over before them. */
const RUNS = /^[=+\-@\t\r\n]/;
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", "'", " =", "＝"), fc.string())
    .map(([first, rest]) => first + rest),
);

Deno.test("property: any table reads back as it was, except for an apostrophe before a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), (rows) => {
      const text = csvText(["A", 'B "b"'], rows);
      assert.equal(text[0], "\uFEFF");
      const [heads, ...back] = read(text.slice(1));
      assert.deepEqual(heads, ["A", 'B "b"']);
      assert.equal(back.length, rows.length);
      for (const [r, row] of back.entries()) {
        assert.equal(row.length, rows[r].length);
        for (const [c, field] of row.entries()) {
          assert.ok(!RUNS.test(field), JSON.stringify(field));
          assert.ok(field === rows[r][c] || field === `'${rows[r][c]}` && /^\s*[=+\-@\t\r\n＝＋－＠]/.test(rows[r][c]));
        }
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("each character that begins a formula is guarded, names and numbers are not", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "  ="]) {
    assert.equal(csvField(`${start}1+1`), `"'${start}1+1"`, JSON.stringify(start));
  }
  for (const fine of ["Marie-Ève", "O'Brien", "12 Elm", "a=b", "", "64%"]) assert.equal(csvField(fine), `"${fine}"`);
  assert.equal(csvField(-120_000), "-120000");
  assert.equal(csvField(2.5), "2.5");
  assert.equal(csvField(NaN), "");
  assert.equal(csvField(null), "");
});

Deno.test("a loan's row has the seven columns, the funded amount before the one asked for", () => {
  const loan: ListedLoan = {
    id: 7,
    clientCode: "SMI-1042",
    firstName: "Daniel",
    lastName: "Smithers",
    brokerName: "@Raman",
    city: "Québec",
    firstOrSecond: "second",
    fsfcLoan: 110_000,
    newLoanAmount: 120_000,
    ltv: 64,
    shownScore: 2.384,
    updated: 0,
  };
  assert.deepEqual(loanCells(loan), ["SMI-1042 Daniel Smithers", "@Raman", "Québec", "Second", 110_000, "64%", 2.38]);
  assert.deepEqual(loanCells({ ...loan, fsfcLoan: null, ltv: null }).slice(4, 6), [120_000, null]);
  assert.equal(exportFileName("NA", "2026-11-20"), "loans-pending-2026-11-20.csv");
});

const READ: [what: string, text: string, cells: string[][]][] = [
  ["commas, a byte order mark, blank lines", "\uFEFFa,b\r\n\r\n 1 ,2\r\n,\r\n", [["a", "b"], ["1", "2"]]],
  ["semicolons with decimal commas", "City;Month;Change\nWhitby;2026-09;0,1\nAjax;2026-09;-1,5\n", [
    ["City", "Month", "Change"],
    ["Whitby", "2026-09", "0,1"],
    ["Ajax", "2026-09", "-1,5"],
  ]],
  ["semicolons, and more commas than semicolons", "Day;Sum\n2;1,000,000\n3;2,000,000\n", [
    ["Day", "Sum"],
    ["2", "1,000,000"],
    ["3", "2,000,000"],
  ]],
  ["semicolons without headings", "2 Nov;Deposit;1,50\n3 Nov;Deposit;2,50\n", [
    ["2 Nov", "Deposit", "1,50"],
    ["3 Nov", "Deposit", "2,50"],
  ]],
  ["tabs, and a comma in each row", "Day\tWho\tSum\n2\tRoss, Ann\t1\n", [["Day", "Who", "Sum"], [
    "2",
    "Ross, Ann",
    "1",
  ]]],
  ["commas, and the account above", "Account;1234\nDay,Who,Sum\n2,Ross; Ann,1\n3,Lee,2\n", [
    ["Account;1234"],
    ["Day", "Who", "Sum"],
    ["2", "Ross; Ann", "1"],
    ["3", "Lee", "2"],
  ]],
  [
    "semicolons, half the rows with one more, and a decimal comma in each",
    "2;A;1,50\n3;B;2,50;\n4;C;3,50\n5;D;4,50;\n",
    [["2", "A", "1,50"], ["3", "B", "2,50", ""], ["4", "C", "3,50"], ["5", "D", "4,50", ""]],
  ],
  ["commas, half the rows with one more, and a bar in each", "2,A|B,1\n3,C|D,2,\n", [["2", "A|B", "1"], [
    "3",
    "C|D",
    "2",
    "",
  ]]],
  ["commas, half the rows with one more, and a semicolon in each", "2,A;B,1\n3,C;D,2,\n", [["2", "A;B", "1"], [
    "3",
    "C;D",
    "2",
    "",
  ]]],
  ["one column", "Day\n2\n", [["Day"], ["2"]]],
  ["nothing", " \n\n", []],
];

Deno.test("a CSV is read by the separator that makes a table of it", () => {
  for (const [what, text, cells] of READ) assert.deepEqual(table(text).map((row) => row.cells), cells, what);
  assert.deepEqual(table("a,b\n\n1,2\n").map(({ line }) => line), [1, 3]);
});

Deno.test("a workbook, a PDF or a picture chosen as a CSV is refused by one sentence; an end mark of DOS is accepted", () => {
  for (const bytes of ["PK\x03\x04\x14\0", "%PDF-1.7\n1 0 obj", "\x89PNG\r\n\x1a\n\0"]) {
    assert.throws(() => table(`${bytes},a,b\nc,d,e`), /This file is no CSV\. Save the table as CSV/);
  }
  assert.deepEqual(table("Region;Month\nOshawa;2026-10\n\x1a")[1].cells, ["Oshawa", "2026-10"]);
});

Deno.test("a file of too many rows is refused without being read to its end, empty ones counted", () => {
  const of = (rows: number, row: string) => `Day;Amount\n${row.repeat(rows)}`;
  for (const row of ["1;2\n", '"1";"2"\r\n', '"a\nb";2\n', "1;2\n\n"]) {
    assert.equal(readCsv(of(9, row), 10, "Too many rows.").length, 10, JSON.stringify(row));
    assert.throws(() => readCsv(of(10, row), 10, "Too many rows."), { status: 422, message: "Too many rows." });
  }
  assert.throws(() => readCsv(of(1, "\n".repeat(30)), 10, "Too many rows."), { message: "Too many rows." });
});
