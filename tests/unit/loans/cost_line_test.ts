/** The cost of borrowing that a loan's page says (lending rules 8 and 12). */
import assert from "node:assert/strict";
import { CRIMINAL_RATE } from "../../../lib/domain/lending/ceiling.ts";
import { costLine, shownApr } from "../../../lib/domain/loans/cost_line.ts";
import { contract } from "../../support/ledger_book.ts";

// 100,000 at 10% for a year, 3,000 of fees deducted: 13,000 / 97,000 = 13.40%.
const cost = {
  principal: 100_000,
  rate: 0.1,
  months: 12,
  fees: 3_000,
  deducted: true,
  structure: "Interest Only" as const,
  ceiling: CRIMINAL_RATE,
};
const figures = { apr: 0.134021, cost };

Deno.test("the contract's APR is the one that it disclosed, whatever the form would compute", () => {
  assert.equal(shownApr(figures, null), 0.134021);
  assert.equal(shownApr(figures, contract({ apr: 0.131 })), 0.131);
  assert.equal(costLine(figures, null), "APR with fees 13.40%; the ceiling is 35%");
  assert.equal(costLine(figures, contract({ apr: 0.131 })), "APR with fees by the contract 13.10%; the ceiling is 35%");
  assert.equal(costLine({ apr: null, cost }, null), "No amount yet");
});

Deno.test("a contract without a disclosed APR has the form's, with the days of its interest adjustment", () => {
  // 15 January to 1 February are 17 days: T = 1 + 17/365; (10,000 x T + 3,000) / (T x 97,000) = 13.26%.
  const T = 1 + 17 / 365;
  const shown = shownApr(figures, contract({ paymentDay: 1 }))!;
  assert.ok(Math.abs(shown - (10_000 * T + 3_000) / (T * 97_000)) < 1e-6, String(shown));
  assert.equal(shownApr(figures, contract()), 0.134021, "on the day of the advance there is none");
});
