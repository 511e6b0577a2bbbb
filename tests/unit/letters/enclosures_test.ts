/** The disclosure statement and the instructions to the lawyer, filled from a loan (lending rules 11). */
import assert from "node:assert/strict";
import { addBusinessDays, isBusinessDay } from "../../../lib/domain/business_days.ts";
import { contractTerms } from "../../../lib/domain/lending/contract.ts";
import {
  type Enclosure,
  enclosureDocument,
  enclosureRefusal,
  ENCLOSURES,
  fillEnclosure,
} from "../../../lib/domain/letters/enclosures.ts";
import { signedEarlyText } from "../../../lib/domain/letters/disclosure.ts";
import type { LetterFacts } from "../../../lib/domain/letters/facts.ts";
import { statementOfFunds } from "../../../lib/domain/letters/instructions.ts";
import { fillLetter } from "../../../lib/domain/letters/letter.ts";
import { type LetterKind, type LetterTerms, NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { AGREED } from "../../support/agreed_terms.ts";
import { FACTS } from "../../support/letter_facts.ts";
import fc from "../../support/properties.ts";

const TERMS: LetterTerms = { ...NO_TERMS, expiresOn: "2026-11-27", retainer: 500, otherFees: 400, dischargeFee: 350 };
const fill = (
  enclosure: Enclosure,
  facts: Partial<LetterFacts> = {},
  terms = TERMS,
  letter: LetterKind = "commitment",
) => fillEnclosure(enclosure, letter, { ...FACTS, ...facts }, terms);
const textOf = (filled: ReturnType<typeof fill>) => filled.sections.map(({ text }) => text).join("\n");

Deno.test("no sentence of a letter or its enclosures ends twice where a name ends with a full stop", () => {
  const names = {
    lender: { ...FACTS.lender, name: "Example Lending Inc." },
    broker: { ...FACTS.broker!, name: "Example Brokers Ltd.", brokerage: "Example Co." },
    useOfProceeds: "To buy out Example Inc.",
  };
  for (const enclosure of ENCLOSURES) assert.doesNotMatch(textOf(fill(enclosure, names)), /\.\./, enclosure);
  const letter = fillLetter("commitment", { ...FACTS, ...names }, TERMS, []);
  assert.doesNotMatch(letter.sections.map(({ text }) => text).join("\n"), /\.\./);
});

Deno.test("business days are counted over weekends and public holidays", () => {
  assert.equal(addBusinessDays("2026-11-20", 2), "2026-11-24", "from a Friday to Tuesday");
  assert.equal(addBusinessDays("2026-12-24", 1), "2026-12-29", "Christmas, a Saturday's Boxing Day, a weekend");
  assert.equal(addBusinessDays("2026-11-21", 0), "2026-11-21");
  fc.assert(fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 1, max: 12 }), (offset, days) => {
    const from = new Date(Date.UTC(2024, 0, 1 + offset)).toISOString().slice(0, 10);
    const to = addBusinessDays(from, days);
    assert.ok(isBusinessDay(to));
    assert.equal(addBusinessDays(addBusinessDays(from, days - 1), 1), to);
  }));
});

Deno.test("a disclosure statement says what the loan costs, who is paid, and when it may be signed", () => {
  const filled = fill("disclosure");
  assert.deepEqual([filled.gaps, filled.problems, filled.warnings], [[], [], []]);
  const text = textOf(filled);
  for (
    const said of [
      "Principal | $100,000.00",
      "Rate | 10.00% a year, calculated monthly, not in advance",
      "Monthly payment | $833.33",
      "Term | 12 months",
      // 10,000 of interest and 5,900 of fees over a year on 94,100.
      "= Cost of borrowing over the term | $15,899.96",
      "= Annual percentage rate (APR) | 16.90%",
      "Lender fee, taken from the advance | $4,000.00",
      "Broker fee, taken from the advance | $1,000.00",
      "Discharge of the mortgage, paid with the payout | $350.00",
      "The broker fee is paid to Priya Raman, Lakeshore Mortgage Group",
      "three months' interest",
      "Arrears bear interest at the rate of the mortgage",
      "before 24 November 2026",
    ]
  ) assert.ok(text.includes(said), said);
  assert.equal(enclosureRefusal(fill("disclosure", { rate: null })), "Not set: rate.");
});

Deno.test("a letter that leaves no time before signing has a warning", () => {
  const early = { ...TERMS, expiresOn: "2026-11-23" };
  assert.deepEqual(fill("disclosure", {}, early).warnings, [
    "The offer lapses on 23 November 2026, but the borrower may sign from 24 November 2026 on, 2 business days after " +
    "the disclosure statement.",
  ]);
  assert.match(fill("disclosure", { fundsOn: "2026-11-23" }).warnings.join(" "), /The advance is on 23 November 2026/);
  assert.deepEqual(fill("disclosure", { disclosureDays: 0 }, early).warnings, []);
});

Deno.test("a disclosure statement is not dated back: it has today's day, or that of a future letter", () => {
  const statement = (letterDate: string, days = 2) => {
    const terms = { ...TERMS, letterDate }, filled = fill("disclosure", { disclosureDays: days }, terms);
    const { reference } = enclosureDocument(filled, { ...FACTS, disclosureDays: days }, terms);
    return { filled, text: filled.sections[0].text, day: reference[1] };
  };
  const passed = statement("2026-11-02");
  assert.equal(passed.day, "20 November 2026");
  assert.match(
    passed.text,
    /commitment dated 2 November 2026 costs you\. It is given to you on 20 November 2026, 2 business/,
  );
  assert.match(passed.text, /before 24 November 2026\. It binds you to nothing\.$/);
  const coming = statement("2026-11-23");
  assert.equal(coming.day, "23 November 2026");
  assert.match(coming.text, /given to you on 23 November 2026, 2 business days .+ before 25 November 2026\./);
  const atOnce = statement("", 0);
  assert.match(
    atOnce.text,
    /on 20 November 2026: please read it before you sign the letter, or the mortgage\. It binds you to nothing\.$/,
  );
  const lapsed = fill("disclosure", { disclosureDays: 0 }, {
    ...TERMS,
    letterDate: "2026-11-02",
    expiresOn: "2026-11-10",
  });
  assert.deepEqual(lapsed.warnings, [
    "The offer lapses on 10 November 2026, but the borrower may sign from 20 November 2026 on, the day of the disclosure " +
    "statement.",
  ]);
});

Deno.test("the instructions name the charge, what to pay out, what is open and what to return", () => {
  const filled = fill("instructions", {
    position: "first",
    prior: [],
    paysOut: [{ rank: "first", amount: 60_000, holder: "Dominion Trust" }],
    claims: [{ label: "Income tax in arrears", amount: 9_000 }],
  });
  assert.deepEqual([filled.gaps, filled.problems, filled.warnings], [[], [], []]);
  const text = textOf(filled);
  for (
    const said of [
      "Charge to register | $100,000.00, as a first charge",
      "To be discharged | First mortgage of $60,000.00 held by Dominion Trust",
      "= Net advance | $94,100.00",
      "Less first mortgage, Dominion Trust | −$60,000.00",
      "Less income tax in arrears | −$9,000.00",
      "= To the borrower | $25,100.00",
      "- Executed commitment letter\n- Insurance binder",
      "Your statement of receipts and payments",
    ]
  ) assert.ok(text.includes(said), said);
  assert.ok(!text.includes("HST evidence"), "optional conditions are not asked for");
  const behind = textOf(fill("instructions"));
  assert.ok(behind.includes("Ranks before it | First mortgage of $420,000.00 held by Dominion Trust"));
  const short = fill("instructions", { paysOut: [{ rank: "first", amount: 95_000, holder: "" }] });
  assert.deepEqual(short.warnings, [
    "The net advance does not cover what is held back: the borrower pays the rest.",
  ]);
});

const ADVANCED = "The loan is advanced already: there is nothing left to pay out.";

Deno.test("no instructions are printed for a loan that is advanced, declined or in the trash", () => {
  const contract = contractTerms({
    ...AGREED,
    letterDate: "2026-10-20",
    effectiveDate: "2026-11-02",
  });
  const funded: Partial<LetterFacts> = {
    status: "Funded",
    funded: true,
    fundsOn: "2026-11-02",
    began: contract,
    contract,
  };
  const bridge = contractTerms({
    ...contract,
    structure: "Bridge",
    months: null,
    bridgeDays: 60,
    bridgePrice: 2500,
    bridgeMinimum: 1500,
  });
  const renewal = contractTerms({ ...contract, kind: "renewal", effectiveDate: "2027-11-02" });
  const advanced: [string, Partial<LetterFacts>, LetterTerms?][] = [
    ["a bridge", { ...funded, structure: "Bridge", bridgeDays: 60, contract: bridge, began: bridge }],
    ["a renewal", { ...funded, contract: renewal, began: renewal, renewed: contract }],
    ["another day funded", { ...funded, fundsOn: "2026-11-05" }],
    ["from the advance", funded, { ...TERMS, startsOn: "2026-11-02" }],
    ["repaid", { ...funded, status: "Repaid" }],
    ["a loss", { ...funded, status: "Loss" }],
  ];
  for (const [what, facts, terms] of advanced) {
    assert.deepEqual(fill("instructions", facts, terms).problems, [ADVANCED], what);
  }
  for (const status of ["Declined", "Trash"] as const) {
    assert.deepEqual(fill("instructions", { status }).problems, [
      `This loan is in the status ${status}: no letter is made for it.`,
    ]);
  }
});

Deno.test("what keeps a letter from being made keeps its enclosures too", () => {
  const stopped: [RegExp, Partial<LetterFacts>, LetterTerms?][] = [
    [/the legal ceiling is 35%/, { rate: 0.4, cost: { ...FACTS.cost, rate: 0.4 } }],
    [/^The fees leave nothing to advance/, { lenderFee: 100_000 }],
    [/^The advance on 4 November 2026 comes before the letter's date/, { fundsOn: "2026-11-04" }],
    [/^The offer expires before the day of the letter/, {}, { ...TERMS, expiresOn: "2026-11-19" }],
    [/^The loan's maturity is set to 1 May 2027/, { maturitySet: "2027-05-01" }],
    [/in the status Declined/, { status: "Declined" }],
  ];
  for (const [said, facts, terms = TERMS] of stopped) {
    const own = fillLetter("commitment", { ...FACTS, ...facts }, terms, []).problems;
    assert.match(own.join("\n"), new RegExp(said, "m"));
    for (const enclosure of ENCLOSURES) {
      assert.deepEqual(fill(enclosure, facts, terms).problems, own, `${enclosure}: ${said}`);
    }
  }
  assert.deepEqual(
    fill("disclosure", {}, TERMS, "renewal").problems[0],
    "This loan is not funded, so there is nothing to renew.",
  );
});

Deno.test("instructions after the day of the planned advance are refused, and say what to do", () => {
  const out = { ...TERMS, letterDate: "2026-11-20", expiresOn: "2026-11-27" };
  const late = fill("instructions", { today: "2026-12-05" }, out);
  assert.deepEqual(late.problems, [
    "The advance was planned for 4 December 2026, which has passed. Set a later closing date on the loan and generate " +
    "the commitment anew, or fund the loan if it was advanced.",
  ]);
  assert.equal(enclosureRefusal(late), late.problems[0]);
  assert.deepEqual(fill("instructions", { today: "2026-12-04" }, out).problems, [], "on the day itself they go out");
  assert.deepEqual(fill("disclosure", { today: "2026-12-05" }, out).problems, []);
});

Deno.test("a letter signed before its disclosure allows has a warning, on the letter and its statement", () => {
  assert.equal(signedEarlyText("2026-11-20", "2026-11-24", 2), "");
  assert.equal(signedEarlyText("2026-11-20", "", 2), "");
  assert.equal(signedEarlyText("2026-11-20", "2026-11-20", 0), "");
  const said = signedEarlyText("2026-11-20", "2026-11-23", 2);
  assert.match(
    said,
    /signed on 23 November 2026\. The borrower may sign from 24 November 2026 on, 2 business days after/,
  );
  assert.ok(fill("disclosure", { signedEarly: said }).warnings.includes(said));
  assert.ok(fillLetter("commitment", { ...FACTS, signedEarly: said }, TERMS, []).warnings.includes(said));
});

Deno.test("a statement of funds adds up, whatever is held back", () => {
  const dollars = fc.integer({ min: 0, max: 200_000 });
  fc.assert(fc.property(
    fc.record({
      amount: dollars,
      lenderFee: dollars,
      brokerFee: dollars,
      first: dollars,
      tax: dollars,
      retainer: dollars,
      lawyerFee: dollars,
    }),
    ({ amount, lenderFee, brokerFee, first, tax, retainer, lawyerFee }) => {
      const paysOut = [{ rank: "first" as const, amount: first, holder: "" }];
      const claims = [{ label: "Income tax in arrears", amount: tax }];
      const facts = { ...FACTS, amount, lenderFee, brokerFee, paysOut, claims };
      const funds = statementOfFunds(facts, { ...TERMS, retainer, lawyerFee });
      const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);
      assert.equal(sum(funds.fees) + sum(funds.holdbacks) + funds.toBorrower, amount);
      assert.equal(amount - sum(funds.fees), funds.netAdvance);
    },
  ));
});
