/** A bank's list of returns: its columns, and what each row is (docs/decisions/pre-authorised-debit.md). */
import assert from "node:assert/strict";
import {
  guessReturnColumns,
  readReturnRows,
  returnColumnsProblem,
  returnHeadsAt,
  type ReturnRow,
  returnState,
  type SentTransfer,
} from "../../../lib/domain/servicing/return_file.ts";
import { referenceOf } from "../../../lib/domain/servicing/transfers.ts";

const table = (heads: string[], ...rows: string[][]) => ({
  heads,
  rows: rows.map((cells, i) => ({ line: i + 2, cells })),
});

Deno.test("columns are guessed by heading, and the reference by what our files write", () => {
  const named = table(
    ["Return Date", "Payor Name", "Cross Reference No.", "Amount", "Reason Code", "Return Reason"],
    ["2026-12-22", "SMITHERS", "D000001-0001", "833.33", "901", "NSF"],
  );
  assert.deepEqual(guessReturnColumns(named), ["date", "", "reference", "amount", "more", "reason"]);
  const bare = table(["Column 1", "Column 2"], ["83333", `X ${referenceOf("credit", 12, 2)}`]);
  assert.deepEqual(guessReturnColumns(bare), ["", "reference"]);
  assert.deepEqual(guessReturnColumns(table(["Client reference", "Text"], ["7", "D000001-0001"])), ["", "reference"]);
  assert.match(returnColumnsProblem(["amount", "date"]), /cross reference/);
  assert.equal(returnColumnsProblem(["reference", ""]), "");
});

Deno.test("rows are read without signs and text around a reference; unreadable ones are named", () => {
  const read = (...cells: string[]) =>
    readReturnRows(table(["", "", "", "", ""], cells), ["reference", "amount", "reason", "more", "date"], "mdy")[0];
  const whole = read(" 00 d000001-0001 ", "-$833.33", "NSF", "901", "12/22/2026");
  assert.deepEqual(whole, {
    line: 2,
    reference: "D000001-0001",
    cents: 83_333,
    day: "2026-12-22",
    reason: "NSF 901",
    problem: "",
  });
  assert.deepEqual([read("D000001-0001", "", "", "", "").cents, read("D000001-0001", "", "", "", "").day], [null, ""]);
  for (const other of ["D000001-00019", "XD000001-0001", "7D000001-0001", "D000001-0001A"]) {
    assert.equal(read(other, "", "", "", "").reference, other, "a longer one is another's");
  }
  assert.match(read("", "1.00", "", "", "").problem, /no reference/);
  assert.match(read("D000001-0001", "many", "", "", "").problem, /“many” is no amount/);
  assert.match(read("D000001-0001", "1.00", "", "", "13/13/2026").problem, /is no day/);
});

Deno.test("each row is a returned payment, one returned before, or is left out with the reason", () => {
  const row: ReturnRow = { line: 2, reference: "D000001-0001", cents: 83_333, day: "", reason: "", problem: "" };
  const sent: SentTransfer = {
    kind: "debit",
    state: "sent",
    day: "2026-12-20",
    postedAt: 1,
    cents: 83_333,
    rowId: 7,
    undone: null,
    problem: "",
    returnedOn: "",
  };
  const cases: [string, Partial<ReturnRow>, Partial<SentTransfer> | null, boolean, string, RegExp][] = [
    ["a debit", {}, {}, false, "matched", /NSF/],
    ["no amount given", { cents: null }, {}, false, "matched", /NSF/],
    ["a credit", {}, { kind: "credit", rowId: null }, false, "matched", /owed again/],
    ["nobody's", {}, null, false, "unknown", /No payment of our files/],
    ["unreadable", { problem: "There is no reference." }, {}, false, "wrong", /no reference/],
    ["another amount", { cents: 1 }, {}, false, "left", /\$833\.33, the bank says \$0\.01/],
    ["twice in the file", {}, {}, true, "left", /twice/],
    ["recorded before", {}, { undone: "nsf" }, true, "taken", /already/],
    ["a credit before", {}, { kind: "credit", returnedOn: "2026-12-22" }, false, "taken", /22 Dec 2026/],
    ["reversed by hand", {}, { undone: "reversal" }, false, "left", /reversed/],
    ["not posted", {}, { rowId: null, postedAt: null }, false, "left", /payment date/],
    ["settled by hand", {}, { rowId: null }, false, "left", /settled by hand/],
    ["on the payment date", { day: "2026-12-20" }, {}, false, "matched", /NSF/],
    ["before the payment date", { day: "2026-12-19" }, {}, false, "left", /was 20 Dec 2026, the bank says 19 Dec 2026/],
    ["a credit before its date", { day: "2026-12-19" }, { kind: "credit" }, false, "left", /bank says 19 Dec 2026/],
    ["today", { day: "2026-12-22" }, {}, false, "matched", /NSF/],
    ["a day to come", { day: "2026-12-23" }, {}, false, "left", /in the future/],
    ["could not be posted", {}, { rowId: null, problem: "Why" }, false, "left", /settled/],
    ["undone", {}, { state: "undone" }, false, "left", /not marked as sent/],
  ];
  for (const [name, ofRow, ofSent, isSecond, state, why] of cases) {
    const found = returnState(
      { ...row, ...ofRow },
      ofSent ? { ...sent, ...ofSent } : undefined,
      isSecond,
      "2026-12-22",
    );
    assert.equal(found.state, state, name);
    assert.match(found.why, why, name);
  }
});

Deno.test("headings are found below a title, and a payment's row is not taken for one", () => {
  const row = ["d000001-0001", "833.33"], heads = ["Reference", "Amount"];
  const cases: [number, string[][]][] = [
    [0, [heads, row]],
    [-1, [row]],
    [1, [["Returns of", "ACME"], heads, row]],
    [1, [["Returns of 22 Dec 2026", "ACME"], heads, ["X9", "1.00"], row]],
    [0, [["Numéro", "Montant"], row]],
    [-1, [["X9", "833.33"], row]],
    [-1, [["X9", "833.33"]]],
    [0, [heads]],
    [-1, []],
  ];
  for (const [at, lines] of cases) assert.equal(returnHeadsAt(lines), at, JSON.stringify(lines));
});
