/** Which days of a loan cannot follow one another as they do. */
import assert from "node:assert/strict";
import { dateOrderProblem, type LoanDays } from "../../../lib/domain/loans/date_order.ts";

const NONE: LoanDays = { dateFunded: null, dateRepaid: null, maturityEmailDate: null, reminderEmailDate: null };
const FUNDED = "2026-11-10", EARLIER = "2026-11-09";

const CASES: [what: string, row: Partial<LoanDays>, wrong: keyof LoanDays | null, before?: Partial<LoanDays>][] = [
  ["no days", {}, null],
  ["empty days", { dateFunded: "", maturityEmailDate: "" }, null],
  ["repaid before it was funded", { dateFunded: FUNDED, dateRepaid: EARLIER }, "dateRepaid"],
  ["repaid on the day", { dateFunded: FUNDED, dateRepaid: FUNDED }, null],
  ["mature before it was funded", { dateFunded: FUNDED, maturityEmailDate: EARLIER }, "maturityEmailDate"],
  ["mature on the day", { dateFunded: FUNDED, maturityEmailDate: FUNDED }, null],
  ["mature, and funded on the day that stands for none", {
    dateFunded: "2050-01-01",
    maturityEmailDate: EARLIER,
  }, null],
  [
    "funded after the maturity that was planned",
    { dateFunded: FUNDED, maturityEmailDate: EARLIER },
    "maturityEmailDate",
    {
      maturityEmailDate: EARLIER,
    },
  ],
  ["of old, both", { dateFunded: FUNDED, maturityEmailDate: EARLIER }, null, {
    dateFunded: FUNDED,
    maturityEmailDate: EARLIER,
  }],
  ["reminded on the day that stands for none", {
    maturityEmailDate: EARLIER,
    reminderEmailDate: "2050-01-01",
  }, "reminderEmailDate"],
  ["repaid before the day that stands for none", { dateFunded: "2050-01-01", dateRepaid: EARLIER }, "dateRepaid"],
  ["reminded after maturity", { maturityEmailDate: EARLIER, reminderEmailDate: FUNDED }, "reminderEmailDate"],
];

for (const [what, row, wrong, before] of CASES) {
  Deno.test(`days of a loan: ${what}`, () => {
    const problem = dateOrderProblem({ ...NONE, ...before }, { ...NONE, ...row });
    assert.equal(problem?.field ?? null, wrong);
    if (problem) assert.match(problem.reason, /\. Correct one of the two dates\.$/);
  });
}
