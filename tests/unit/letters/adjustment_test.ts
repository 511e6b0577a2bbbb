/**
 * Letters of a loan whose payments fall on a set day (lending rules 10 and 11). Figures are worked out beside each
 * test.
 */
import assert from "node:assert/strict";
import { isCalendarDate } from "../../../lib/domain/dates.ts";
import { type ContractTerms, contractTerms } from "../../../lib/domain/lending/contract.ts";
import { LAST_PAYMENT_DAY, paymentDayText } from "../../../lib/domain/lending/payment_days.ts";
import { amendmentDays } from "../../../lib/domain/letters/amendment.ts";
import { fillEnclosure } from "../../../lib/domain/letters/enclosures.ts";
import type { LetterFacts } from "../../../lib/domain/letters/facts.ts";
import { fillLetter } from "../../../lib/domain/letters/letter.ts";
import { letterContract } from "../../../lib/domain/letters/letter_contract.ts";
import { letterDocument, termsOf } from "../../../lib/domain/letters/letter_document.ts";
import { scheduleTable, termRows } from "../../../lib/domain/letters/statements.ts";
import { type LetterKind, type LetterTerms, NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { FACTS } from "../../support/letter_facts.ts";

/** Advanced on 4 December 2026, with payments on the 1st. */
const SET: LetterFacts = { ...FACTS, paymentDay: 1 };
const TERMS: LetterTerms = { ...NO_TERMS, expiresOn: "2026-11-27" };

const contractOf = (facts: LetterFacts, terms: LetterTerms, kind: LetterKind = "commitment"): ContractTerms =>
  letterContract(kind, facts, terms, fillLetter(kind, facts, terms, []).figures);

const textOf = (facts: LetterFacts, terms: LetterTerms, kind: LetterKind = "commitment"): string =>
  fillLetter(kind, facts, terms, []).sections.map(({ text }) => text).join("\n");

Deno.test("a commitment names the adjustment date, its interest and the days that follow", () => {
  const { figures } = fillLetter("commitment", SET, TERMS, []);
  // 100,000 x 10% x 28 / 365, beside twelve payments of 833.33.
  assert.deepEqual(figures.adjustment, { date: "2027-01-01", days: 28, interest: 767.12 });
  assert.deepEqual([figures.firstPayment, figures.maturity, figures.payment], ["2027-02-01", "2028-01-01", 833.33]);
  assert.equal(figures.interest, 10_767.08);
  // T = 1 + 28/365: (10,000 T + 5,000) / (95,000 T); without the 28 days 15.79%.
  assert.equal(figures.apr, 0.154145);
  const said = textOf(SET, TERMS);
  for (
    const line of [
      "Interest adjustment date | 1 January 2027",
      "Interest from the advance to that date | $767.12, for 28 days",
      "First payment | 1 February 2027",
      "Maturity | 1 January 2028",
      "the term counts from it",
    ]
  ) assert.ok(said.includes(line), line);
});

Deno.test("a commitment keeps to the ceiling on whichever day it is funded: the days before the payments do not excuse fees", () => {
  const cost = { ...SET.cost, principal: 40_000, rate: 0.14, months: 6, fees: 2_800 };
  const facts = {
    ...SET,
    amount: 40_000,
    rate: 0.14,
    months: 6,
    lenderFee: 2_800,
    brokerFee: 0,
    cost,
    fundsOn: "2027-02-02",
  };
  const terms: LetterTerms = { ...TERMS, otherFees: 1_200 };
  const { figures, problems } = fillLetter("commitment", facts, terms, []);
  // (5,600 T + 4,000) / (36,000 T): T = 1/2 + 27/365, and 1/2 on the payment day.
  assert.equal(figures.apr, 0.349138);
  const refusal = problems.find((text) => text.includes("ceiling")) ?? "";
  assert.match(
    refusal,
    /^If the advance moves to its payment day: these terms cost 37\.78% a year.+leaves \$3,574 for/,
  );
  const fits = fillLetter("commitment", facts, { ...terms, otherFees: 774 }, []);
  assert.equal(fits.figures.refusal, null);
  const dear = fillLetter("commitment", { ...facts, fundsOn: "2027-03-01" }, terms, []);
  assert.match(dear.figures.refusal ?? "", /^These terms cost 37\.78%/);
});

Deno.test("the letter's own day outranks the loan's, and on the day itself there is no interest to adjust", () => {
  const own = contractOf(SET, { ...TERMS, paymentDay: 15 });
  assert.deepEqual([own.paymentDay, own.adjustmentDate, own.maturity], [15, "2026-12-15", "2027-12-15"]);
  for (const paymentDay of [0, 4]) {
    const made = contractOf(SET, { ...TERMS, paymentDay });
    assert.deepEqual([made.adjustmentDate, made.firstPayment, made.maturity], ["", "2027-01-04", "2027-12-04"]);
    assert.doesNotMatch(textOf(SET, { ...TERMS, paymentDay }), /adjustment/i);
  }
  for (const paymentDay of [null, 0, 28]) {
    assert.equal(termsOf(letterDocument({ ...TERMS, paymentDay }, [])).paymentDay, paymentDay);
  }
});

Deno.test("disclosure statement and instructions include it: collected on its day, not held back", () => {
  const paper = (name: "disclosure" | "instructions") =>
    fillEnclosure(name, "commitment", SET, TERMS).sections.map(({ text }) => text).join("\n");
  for (const name of ["disclosure", "instructions"] as const) {
    assert.ok(paper(name).includes("Interest from the advance to that date | $767.12, for 28 days"), name);
  }
  assert.ok(paper("instructions").includes("we collect the $767.12 up to the interest adjustment date ourselves, on"));
  assert.ok(
    !fillEnclosure("instructions", "commitment", FACTS, TERMS).sections.some(({ text }) =>
      text.includes("Keep nothing back")
    ),
  );
});

Deno.test("documents of a letter sent with other payment days are refused until it is generated anew", () => {
  const out = { offer: contractOf(SET, TERMS), edits: [] };
  const problems = (terms: LetterTerms) => fillEnclosure("disclosure", "commitment", SET, terms, out).problems;
  assert.deepEqual(problems(TERMS), []);
  assert.match(problems({ ...TERMS, paymentDay: 0 })[0], /payments on the 1st, now on the day of the advance/);
});

Deno.test("a schedule begins with a row of its own and adds up with it", () => {
  const terms = fillLetter("commitment", SET, TERMS, []).figures.schedule!;
  const { rows, foot } = scheduleTable(terms);
  assert.deepEqual(rows[0], ["Adj.", "1 January 2027", "$767.12", "$767.12", "$0.00", "$100,000.00"]);
  assert.deepEqual(rows[1].slice(0, 3), ["1", "1 February 2027", "$833.33"]);
  assert.deepEqual(foot?.[3], "$10,767.08");
  assert.deepEqual(termRows(terms).at(-1), { label: "Interest adjustment", value: "1 January 2027, for 28 days" });
});

/** The loan of `SET` once it is funded on the planned day. */
function funded(more: Partial<ContractTerms> = {}): LetterFacts {
  const contract = contractTerms({ ...contractOf(SET, TERMS), ...more });
  return { ...SET, status: "Funded", funded: true, today: "2027-03-10", contract, began: contract, signed: true };
}

Deno.test("an amendment begins on the advance, the adjustment date or a payment day, and keeps day and maturity", () => {
  const facts = { ...funded(), rate: 0.08 };
  assert.deepEqual(amendmentDays(facts).slice(0, 3), ["2026-12-04", "2027-01-01", "2027-02-01"]);
  const made = contractOf(facts, { ...NO_TERMS, expiresOn: "2027-03-31", paymentDay: 15 });
  assert.deepEqual([made.kind, made.effectiveDate, made.months, made.paymentDay], ["amendment", "2027-04-01", 9, 1]);
  assert.deepEqual([made.adjustmentDate, made.firstPayment, made.maturity], ["", "2027-05-01", "2028-01-01"]);
  const early = contractOf(facts, { ...NO_TERMS, expiresOn: "2027-03-31", startsOn: "2027-01-01" });
  assert.deepEqual([early.months, early.principal, early.maturity], [12, 100_000, "2028-01-01"]);
});

Deno.test("an amendment of P+I covers the payments that are left, interest before them not counted", () => {
  const facts: LetterFacts = { ...funded({ structure: "P+I" }), structure: "P+I" };
  const made = contractOf(facts, { ...NO_TERMS, expiresOn: "2027-03-31", startsOn: "2027-03-01" });
  // Two payments of 894.49 were made: 300 - 2, and what they left (lending rules 3).
  assert.deepEqual([made.amortisation, made.months, made.principal], [298, 10, 99_843.35]);
});

Deno.test("a renewal continues on the loan's day from its maturity; another day has interest up to it", () => {
  const renewal: LetterTerms = { ...NO_TERMS, expiresOn: "2027-12-15", rate: 0.09, term: "1 year", fee: 0 };
  const same = contractOf(funded(), renewal, "renewal");
  assert.deepEqual([same.effectiveDate, same.paymentDay, same.adjustmentDate, same.maturity], [
    "2028-01-01",
    1,
    "",
    "2029-01-01",
  ]);
  const other = contractOf(funded(), { ...renewal, paymentDay: 20 }, "renewal");
  assert.deepEqual([other.adjustmentDate, other.firstPayment, other.maturity], [
    "2028-01-20",
    "2028-02-20",
    "2029-01-20",
  ]);
  // 100,000 x 9% x 19 / 365.
  assert.ok(
    textOf(funded(), { ...renewal, paymentDay: 20 }, "renewal").includes(
      "Interest from the start to that date | $468.49, for 19 days",
    ),
  );
});

Deno.test("a letter that restates a contract in force keeps its payment day: posted interest would be posted again", () => {
  const fromAdvance: LetterTerms = { ...NO_TERMS, expiresOn: "2027-03-31", startsOn: "2026-12-04", paymentDay: 15 };
  const again = contractOf(funded(), fromAdvance);
  assert.deepEqual([again.kind, again.paymentDay, again.firstPayment], ["amendment", 1, "2027-02-01"]);
  const bridge = funded({ structure: "Bridge", bridgeDays: 60, bridgePrice: 2_000 });
  assert.equal(contractOf(bridge, fromAdvance).paymentDay, 15);

  const renewal: LetterTerms = { ...NO_TERMS, expiresOn: "2027-12-15", rate: 0.09, term: "1 year", paymentDay: 15 };
  const renewed = funded().contract!, contract = contractOf(funded(), renewal, "renewal");
  const facts: LetterFacts = { ...funded(), today: "2028-03-20", contract, began: contract, renewed };
  const day = (terms: LetterTerms) => contractOf(facts, { ...terms, retroactive: true, paymentDay: 1 }, "renewal");
  assert.deepEqual([day({ ...renewal, amends: true }).paymentDay, day({ ...renewal, amends: true }).firstPayment], [
    15,
    contract.firstPayment,
  ]);
  // The next renewal may choose its day.
  assert.equal(day(renewal).paymentDay, 1);
});

Deno.test("every month has the last day on which payments may fall", () => {
  const every = Array.from(
    { length: 12 },
    (_, month) => `2027-${String(month + 1).padStart(2, "0")}-${LAST_PAYMENT_DAY}`,
  );
  assert.deepEqual(every.filter((day) => !isCalendarDate(day)), []);
});

Deno.test("a day of payments is written with its ending", () => {
  const days = [0, 1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 28].map(paymentDayText);
  assert.equal(days[0], "the day of the advance");
  assert.deepEqual(days.slice(1).map((text) => text.replace("the ", "")), [
    ...["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "28th"],
  ]);
});

Deno.test("a bridge's letter has neither", () => {
  const bridge: LetterFacts = {
    ...SET,
    position: "bridge",
    structure: "Bridge",
    bridgeDays: 60,
    cost: { ...SET.cost, structure: "Bridge", bridgePrice: 2_000, bridgeDays: 60 },
  };
  assert.deepEqual([contractOf(bridge, TERMS).paymentDay, contractOf(bridge, TERMS).adjustmentDate], [0, ""]);
  assert.doesNotMatch(textOf(bridge, TERMS), /adjustment/i);
});
