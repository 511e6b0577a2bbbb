/** What a participant is still credited for a month (docs/decisions/pre-authorised-debit.md). Cents. */
import assert from "node:assert/strict";
import { creditOf, newestMonth } from "../../../lib/domain/servicing/transfers.ts";

const months = (...cents: number[]) => new Map(cents.map((sum, i) => [`2027-0${i + 1}`, sum] as const));

Deno.test("a month's credit is its share less what earlier files paid of it and what was returned", () => {
  const cases: [string, number[], number[], number, number][] = [
    // What it shows, the shares of January on, what files paid of them, owed for the last month, taken off.
    ["nothing paid yet", [100], [], 100, 0],
    ["paid", [100], [100], 0, 0],
    ["a late entry is paid by a later file", [150], [100], 50, 0],
    ["more came back than was paid", [-40], [], -40, 0],
    ["an earlier month that was never paid is its own", [100, 70], [], 70, 0],
    ["what came back is taken off", [100, -40, 70], [100], 30, -40],
    ["as far as the month goes", [100, -100, 70], [100], -30, -100],
    ["and the rest off the next", [100, -100, 70, 70], [100], 40, -30],
    ["once", [100, -40, 70, 70], [100, 0, 30], 70, 0],
    ["what came back of a paid month counts like it", [60, 70], [100], 30, -40],
  ];
  for (const [what, shares, paid, owed, carried] of cases) {
    const month = `2027-0${shares.length}`;
    assert.deepEqual(creditOf(months(...shares), months(...paid), month), { owed, carried }, what);
  }
});

Deno.test("the newest month that can be paid is the one before today's", () => {
  assert.deepEqual(["2027-01-01", "2027-03-31", "2027-12-15"].map(newestMonth), ["2026-12", "2027-02", "2027-11"]);
});
