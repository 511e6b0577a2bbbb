/** What a letter counts as a cost of borrowing, and the ceiling that it names (lending rules 8 and 11). */
import assert from "node:assert/strict";
import { rateRow, shownRate } from "../../../lib/domain/letters/clauses.ts";
import { type Enclosure, fillEnclosure } from "../../../lib/domain/letters/enclosures.ts";
import { exactPercent } from "../../../lib/domain/lending/exact_percent.ts";
import { fillLetter } from "../../../lib/domain/letters/letter.ts";
import { letterContract } from "../../../lib/domain/letters/letter_contract.ts";
import { NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { FACTS } from "../../support/letter_facts.ts";

const TERMS = { ...NO_TERMS, expiresOn: "2026-11-27", retainer: 500, otherFees: 400 };
const textOf = (enclosure: Enclosure, terms = TERMS) =>
  fillEnclosure(enclosure, "commitment", FACTS, terms).sections.map(({ text }) => text).join("\n");

Deno.test("what the lender's lawyer is paid is a cost of borrowing, and comes off the advance", () => {
  const terms = { ...TERMS, lawyerFee: 1500 };
  const { figures, sections } = fillLetter("commitment", FACTS, terms, []);
  assert.deepEqual([figures.fees, figures.netAdvance], [7400, 92_600]);
  // (10,000 + 7,400) / 92,600.
  assert.equal(figures.apr, 0.187905);
  const letter = sections.map(({ text }) => text).join("\n");
  assert.match(letter, /Less lender's lawyer \| −\$1,500\.00/);
  assert.match(letter, /are for the borrower: \$1,500\.00, paid from the advance\./);
  assert.equal(letterContract("commitment", FACTS, terms, figures).otherFees, 2400);
  const disclosed = textOf("disclosure", terms);
  assert.match(disclosed, /Lender's lawyer, taken from the advance \| \$1,500\.00/);
  assert.match(
    disclosed,
    /; the lender's lawyer is paid from the advance; every other fee above is paid to Harbourline/,
  );
  assert.match(textOf("instructions", terms), /keep \$1,500\.00 of the principal for it\./);
  assert.match(textOf("instructions"), /Your own account is for the borrower; take it from what goes to them\./);
  assert.match(textOf("disclosure"), /every other fee above is paid to Harbourline/);
});

Deno.test("a letter of a commercial loan names its own ceiling, and why", () => {
  const cost = (commercial: string, ceiling: number | null, amount = 100_000) => {
    const facts = { ...FACTS, commercial, amount, cost: { ...FACTS.cost, principal: amount, ceiling } };
    return fillLetter("commitment", facts, TERMS, []).sections.find(({ id }) => id === "cost")!.text;
  };
  assert.match(cost("", 0.35), /The Criminal Code does not allow a rate above 35%\.$/);
  assert.match(
    cost("Ovens", 0.48),
    /does not allow a rate above 48% on a loan of this amount for a business \(Ovens\)\.$/,
  );
  assert.match(
    cost("Ovens", null, 600_000),
    /sets no highest rate on a loan of this amount for a business \(Ovens\)\.$/,
  );
});

Deno.test("a disclosure says who is paid what, and of no fee that it does not list", () => {
  const said = (more: Partial<typeof FACTS>, terms: Partial<typeof TERMS> = {}) =>
    fillEnclosure("disclosure", "commitment", { ...FACTS, ...more }, { ...NO_TERMS, expiresOn: "2026-11-27", ...terms })
      .sections.find(({ text }) => text.includes("own lawyer, and what the registry"))!.text;
  const own = "their own lawyer, and what the registry and insurers charge; these are not the lender's.";
  assert.equal(said({ lenderFee: 0, brokerFee: 0 }), `Fees | None\n\nThe borrower pays ${own}`);
  const lender = "Lender fee, taken from the advance | $4,000.00\n\n";
  assert.equal(
    said({ brokerFee: 0 }),
    `${lender}Every fee above is paid to Harbourline Capital Corp. The borrower also pays ${own}`,
  );
  assert.match(
    said({}),
    /^[^]*\n\nThe broker fee is paid to Priya Raman, Lakeshore[^;]*; every other fee above is paid to/,
  );
  // Only the broker's: there is no other.
  assert.match(said({ lenderFee: 0 }), /paid to Priya Raman, Lakeshore Mortgage Group\. The borrower also pays/);
  const lawyer = said({ lenderFee: 0, brokerFee: 0 }, { lawyerFee: 1500 });
  assert.match(lawyer, /\n\nThe lender's lawyer is paid from the advance\. The borrower also pays/);
});

Deno.test("letters and statements state the contract's rate with all of its decimals: 8.125% was 8.13%", () => {
  const rate = 0.08125, terms = { principal: 100_000, rate, months: 12, structure: "Interest Only", from: "" } as const;
  const text = (kind: "commitment" | "renewal", facts: object, more: object) =>
    fillLetter(kind, { ...FACTS, ...facts }, { ...NO_TERMS, ...more }, []).sections.map((one) => one.text).join("\n");
  const funded = { status: "Funded", funded: true, fundsOn: "2025-12-04" };
  assert.match(text("commitment", { rate }, {}), /^Rate \| 8\.125% a year/m);
  assert.match(text("renewal", funded, { rate, term: "1 year" }), /^Rate \| 8\.125% a year/m);
  assert.equal(rateRow(terms).value, "8.125% a year, calculated monthly, not in advance");
  assert.deepEqual(
    [0.1, 0.0799, 0.108, 0.10125, 0.0912345, 0.1 + 0.0099, 1 / 3, null].map(exactPercent),
    ["10.00%", "7.99%", "10.80%", "10.125%", "9.12345%", "10.99%", "33.333333%", ""],
  );
  // An equivalent rate is computed, and stated with two.
  assert.deepEqual(shownRate({ ...terms, structure: "Bridge", bridge: { days: 61, price: 1500 } }), {
    label: "Equivalent annual rate",
    rate: "8.98%",
  });
});
