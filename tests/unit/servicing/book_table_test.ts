/** The book's files: each cell under its heading, amounts in dollars. */
import assert from "node:assert/strict";
import type { CsvCell } from "../../../lib/domain/csv.ts";
import {
  BOOK_COLUMNS,
  bookCells,
  type BookLoan,
  CALENDAR_COLUMNS,
  calendarCells,
  MATURITY_COLUMNS,
  maturityCells,
} from "../../../lib/domain/servicing/book_table.ts";

const LOAN: BookLoan = {
  loanId: 7,
  clientCode: "OKA-1007",
  borrower: "Ada Okafor",
  arrears: 83_333,
  arrearsDays: 35,
  charges: 1_416,
  balance: 10_084_749,
  paidOn: "2027-02-15",
  paid: 83_334,
  nextDay: "2027-04-15",
  nextPayment: 83_335,
  maturity: "2028-01-15",
  plan: "renew",
  decidedAt: Date.UTC(2027, 2, 20, 15, 30),
  decidedBy: "Robert Calder",
  renewedFrom: null,
};
/** A row by its headings; a cell without one fails. */
function under(columns: readonly string[], cells: CsvCell[]): Record<string, CsvCell> {
  assert.equal(cells.length, columns.length);
  return Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
}

Deno.test("a loan in servicing is a row of the file, with empty cells for what there is none of", () => {
  assert.deepEqual(under(BOOK_COLUMNS, bookCells(LOAN)), {
    Loan: "OKA-1007",
    Borrower: "Ada Okafor",
    Arrears: 833.33,
    "Days in arrears": 35,
    "Charges and interest on arrears": 14.16,
    "Posted balance": 100_847.49,
    "Last payment": "2027-02-15",
    "Amount of the last payment": 833.34,
    "Next payment due": "2027-04-15",
    "Amount of the next payment": 833.35,
    Maturity: "2028-01-15",
  });
  const bare = bookCells({ ...LOAN, paidOn: "", paid: 0, nextDay: null, nextPayment: null, maturity: "" });
  assert.deepEqual(bare.slice(6), [null, null, null, null, null]);
});

Deno.test("a maturity's row says what was decided, when and by whom", () => {
  const rows = under(MATURITY_COLUMNS, maturityCells({ ...LOAN, renewedFrom: "2028-01-15" }));
  assert.deepEqual(rows, {
    Maturity: "2028-01-15",
    Loan: "OKA-1007",
    Borrower: "Ada Okafor",
    "Posted balance": 100_847.49,
    Arrears: 833.33,
    Plan: "Renew",
    Decided: "20 Mar 2027, 11:30",
    By: "Robert Calder",
    "Renewed from": "2028-01-15",
  });
});

Deno.test("a day of the calendar says what falls due, and what of it is principal", () => {
  const cells = calendarCells({
    day: "2027-04-15",
    payments: 3,
    amount: 10_250_001,
    principal: 10_000_000,
    maturities: 1,
  });
  assert.deepEqual(under(CALENDAR_COLUMNS, cells), {
    Day: "2027-04-15",
    Payments: 3,
    Amount: 102_500.01,
    "Of which principal": 100_000,
    "Loans that mature": 1,
  });
});
