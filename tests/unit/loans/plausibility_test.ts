/** Entries that cannot be (lending rules 13), and figures that follow from days. */
import assert from "node:assert/strict";
import {
  type DayRules,
  entryProblem,
  pickerDays,
  plausibilityProblems,
  SUBMISSION,
} from "../../../lib/domain/loans/plausibility.ts";
import { SAVE } from "../../../lib/domain/loans/saved_days.ts";
import { FALLBACK_DATE } from "../../../lib/domain/dates.ts";
import { daysFunded } from "../../../lib/domain/loans/status.ts";
import { netCoverage } from "../../../lib/domain/lending/cash_flow.ts";
import { priceApplication, underwrite } from "../../../lib/domain/lending/underwrite.ts";
import { applicationFrom } from "../../../lib/domain/loans/application.ts";
import { fixed, halfUp } from "../../../lib/domain/money.ts";
import settings from "../../../db/seed/default_settings.json" with { type: "json" };
import vectors from "../quote/vectors.json" with { type: "json" };

const TODAY = "2026-11-20";

const CASES: [field: string, entry: string, says: RegExp | null][] = [
  ["DOB", "2026-11-21", /after today/],
  ["DOB", "2008-11-21", /18 or older/],
  ["DOB", "2008-11-20", null],
  ["DOB", "1906-11-19", /more than 120 years ago/],
  ["DOB", "1906-11-20", null],
  ["creditScore", "299", /from 300 to 900/],
  ["creditScore", "300", null],
  ["creditScore", "900", null],
  ["creditScore", "901", /from 300 to 900/],
  ["creditScore", "", null],
  ["firstOrSecond", "Fourth", /first, second, third or bridge/],
  ["firstOrSecond", "2nd mortgage", null],
  ["firstOrSecond", "THIRD", null],
  ["firstOrSecond", "Second Bridge", null],
  ["postal", "V6B 1A1", /Ontario only/],
  ["postal", "90210", /Canadian postal code, such as L8P 1A1/],
  ["postal", "l8p1a1", null],
  ["postal", "L8P", null],
  ["city", "Vancouver, BC", /Ontario only/],
  ["city", "Québec", /Ontario only/],
  ["region", "British Columbia", /Ontario only/],
  ["region", "Hamilton", null],
  ["address", "12 Rue Sainte-Anne, Québec, QC G1R 3X2", /Ontario only/],
  ["address", "12 Quebec St, Guelph, ON N1H 2S9", null],
  ["address", "4 Alberta Ave", null],
  ["newLoanAmount", "24,999", /We lend \$25,000 or more/],
  ["newLoanAmount", "25,000", null],
  ["newLoanAmount", "0", null],
  ["fsfcLoan", "1", /We lend \$25,000 or more/],
  ["fsfcLoan", "0", /above 0, or leave it empty/],
  ["fsfcLoan", "", null],
  ["constructor", "x", null],
];
for (const [field, entry, says] of CASES) {
  Deno.test(`${field} of "${entry}" ${says ? "is refused" : "may be"}, at submission and at save`, () => {
    for (const at of [SUBMISSION, SAVE]) {
      const said = entryProblem(field, entry, { today: TODAY, minLoan: 25_000, at });
      if (says) assert.match(said ?? "", says);
      else assert.equal(said, null);
    }
  });
}

Deno.test("a closing date has to be ahead at submission alone, days funded and repaid past at a save alone", () => {
  const says = (field: string, day: string, at: DayRules) => entryProblem(field, day, { today: TODAY, minLoan: 0, at });
  assert.match(says("estClosingDate", "2026-11-19", SUBMISSION) ?? "", /has passed/);
  assert.match(says("estClosingDate", "2036-11-21", SUBMISSION) ?? "", /10 years ahead/);
  assert.deepEqual([says("estClosingDate", TODAY, SUBMISSION), says("estClosingDate", "2020-01-01", SAVE)], [
    null,
    null,
  ]);
  assert.match(says("dateFunded", "2026-11-21", SAVE) ?? "", /after today/);
  assert.match(says("dateRepaid", "2026-11-21", SAVE) ?? "", /after today/);
  assert.equal(says("dateFunded", TODAY, SAVE), null);
  assert.match(says("dateFunded", "2016-11-19", SAVE) ?? "", /more than 10 years ago/);
  for (const field of ["estClosingDate", "maturityEmailDate", "reminderEmailDate"]) {
    assert.match(says(field, "2036-11-21", SAVE) ?? "", /more than 10 years ahead/, field);
    assert.equal(says(field, "2036-11-20", SAVE), null, field);
    assert.match(says(field, "2016-11-19", SAVE) ?? "", /more than 10 years ago/, field);
    assert.equal(says(field, "2016-11-20", SAVE), null, field);
    assert.equal(says(field, FALLBACK_DATE, SAVE), null, field);
  }
  assert.deepEqual(
    plausibilityProblems({ creditScore: 12, DOB: "", postal: null }, { today: TODAY, minLoan: 0, at: SAVE }).map((
      { field },
    ) => field),
    [
      "creditScore",
    ],
  );
});

Deno.test("a picker offers the days that a rule allows, and the current one", () => {
  const days = (field: string, day: string, at: DayRules) =>
    Object.values(pickerDays(field, day, { today: TODAY, at }));
  assert.deepEqual(days("DOB", "", SUBMISSION), ["1906-11-20", "2008-11-20"]);
  assert.deepEqual(days("estClosingDate", "", SUBMISSION), [TODAY, "2036-11-20"]);
  assert.deepEqual(days("dateFunded", "", SAVE), ["2016-11-20", TODAY]);
  assert.deepEqual(days("estClosingDate", "2001-05-01", SAVE), ["2001-05-01", "2036-11-20"]);
  assert.deepEqual(days("maturityEmailDate", FALLBACK_DATE, SAVE), ["2016-11-20", FALLBACK_DATE]);
  for (const at of [SUBMISSION, SAVE]) {
    assert.deepEqual(days("maturesIn", "", at), ["2016-11-20", "2036-11-20"]);
    assert.deepEqual(days("maturesIn", "2044-01-01", at), ["2016-11-20", "2044-01-01"]);
    assert.equal(entryProblem("maturesIn", "2044-01-01", { today: TODAY, minLoan: 0, at }), null, "typed, it is taken");
  }
  assert.deepEqual(days("anotherDate", "", SAVE), ["1900-01-01", "2199-12-31"]);
  // What is picked at either end is taken.
  for (
    const [field, at] of [["DOB", SUBMISSION], ["estClosingDate", SUBMISSION], ["dateFunded", SAVE]] as const
  ) {
    for (const day of days(field, "", at)) {
      assert.equal(
        entryProblem(field, day, { today: TODAY, minLoan: 0, at }),
        null,
      );
    }
  }
});

Deno.test("dates of a loan stay in order", () => {
  const dates = { dateFunded: "2026-11-20", dateRepaid: "2026-11-10" };
  assert.equal(daysFunded("Repaid", dates, "2026-12-01"), null);
  assert.equal(daysFunded("Funded", dates, "2026-11-19"), null);
  assert.equal(daysFunded("Funded", dates, "2026-11-20"), 0);
});

Deno.test("a reason rounds its figure once", () => {
  const twice: string[] = [];
  for (let n = 0; n < 2000; n++) {
    const application = applicationFrom({ ...vectors.loans[0].input, primaryIncome: 60_000 + n * 7 });
    const said = underwrite(application, settings, null).reasons.find((reason) => reason.includes("coverage"));
    const { base, paymentCents } = priceApplication(application, settings, {}, 0);
    const exact = netCoverage(base, paymentCents);
    if (said) assert.equal(said, `Net debt service coverage of ${fixed(exact, 2)} is low`);
    if (said && fixed(halfUp(exact, 10_000), 2) !== fixed(exact, 2)) twice.push(said);
  }
  assert.ok(twice.length > 0, "no income of these rounds another way by two steps");
});
