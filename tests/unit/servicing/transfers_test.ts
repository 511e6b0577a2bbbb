/** What files for the bank are called by, and debits above what is owed. */
import assert from "node:assert/strict";
import { lastDigits, newestMonth, overSum, overText, referenceOf } from "../../../lib/domain/servicing/transfers.ts";

Deno.test("the newest month that can be paid is the one before today's, over the turn of a year too", () => {
  assert.deepEqual(["2027-03-01", "2027-03-31", "2027-01-01"].map(newestMonth), ["2027-02", "2027-02", "2026-12"]);
});

Deno.test("a transfer is named by its kind, its file and its place in it, an account by its last three digits", () => {
  assert.equal(referenceOf("debit", 12, 0), "D000012-0001");
  assert.equal(referenceOf("credit", 1_234_567, 499), "C1234567-0500");
  assert.equal(lastDigits({ account: "001234543" }), "543");
});

Deno.test("debits above what their loans owe are named with both sums, ten of them, and added up", () => {
  const over = (name: string, cents: number, owed: number) => ({ name, cents, owed });
  assert.equal(
    overText([over("OKA-1007", 83_333, 50_000)]),
    "1 payment collects more than is owed by now: OKA-1007 owes $500.00 of $833.33.",
  );
  const two = [over("OKA-1007", 83_333, 50_000), over("LAU-1082", 10_000, 0)];
  assert.equal(
    overText(two),
    "2 payments collect more than is owed by now: OKA-1007 owes $500.00 of $833.33, LAU-1082 owes $0.00 of $100.00.",
  );
  assert.equal(overSum(two), 33_333 + 10_000);
  const many = Array.from({ length: 12 }, (_, i) => over(`SMI-${i + 1}`, 200, 100)), text = overText(many);
  assert.match(text, /^12 payments collect .*SMI-1 owes .*SMI-10 owes \$1\.00 of \$2\.00, and 2 more\.$/);
  assert.doesNotMatch(text, /SMI-11/);
});
