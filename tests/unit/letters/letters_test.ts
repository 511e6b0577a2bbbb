/** Letters as data: what they say of a loan, what they name as missing, and what they refuse. */
import assert from "node:assert/strict";
import type { LetterFacts } from "../../../lib/domain/letters/facts.ts";
import { fillLetter, letterDocument, letterRefusal } from "../../../lib/domain/letters/letter.ts";
import { type LetterTerms, NO_TERMS, type SectionEdit } from "../../../lib/domain/letters/terms.ts";
import { blocksOf } from "../../../lib/domain/print/document.ts";
import { faceRuns, printable, unprintable } from "../../../lib/domain/print/printable.ts";
import { FACTS } from "../../support/letter_facts.ts";

const TERMS: LetterTerms = { ...NO_TERMS, expiresOn: "2026-11-27", retainer: 500, otherFees: 400 };
const RENEWAL: LetterTerms = { ...NO_TERMS, expiresOn: "2026-11-27", rate: 0.1, term: "1 year", fee: 5900 };
const FUNDED: LetterFacts = { ...FACTS, status: "Funded", funded: true, fundsOn: "2025-12-04" };

const commitment = (facts: Partial<LetterFacts> = {}, terms: Partial<LetterTerms> = {}, edits: SectionEdit[] = []) =>
  fillLetter("commitment", { ...FACTS, ...facts }, { ...TERMS, ...terms }, edits);
const renewal = (facts: Partial<LetterFacts> = {}, terms: Partial<LetterTerms> = {}) =>
  fillLetter("renewal", { ...FUNDED, ...facts }, { ...RENEWAL, ...terms }, []);
const textOf = (letter: ReturnType<typeof fillLetter>, id: string) =>
  letter.sections.find((section) => section.id === id)?.text ?? "";
const all = (letter: ReturnType<typeof fillLetter>) => letter.sections.map(({ text }) => text).join("\n");

Deno.test("a complete commitment says who, what, how much and until when, with nothing missing", () => {
  const letter = commitment();
  assert.deepEqual([letter.gaps, letter.problems, letter.warnings], [[], [], []]);
  assert.equal(letterRefusal(letter), null);
  assert.deepEqual(letter.sections.map(({ id }) => id), [
    "offer",
    "parties",
    "security",
    "amount",
    "rate",
    "cost",
    "prepayment",
    "duties",
    "conditions",
    "advice",
    "default",
    "acceptance",
  ]);
  const text = all(letter);
  for (
    const said of [
      "Harbourline Capital Corp.",
      "Daniel Smithers",
      "Priya Raman, Lakeshore Mortgage Group, M08001234",
      "118 Locke Street South",
      "A second charge (mortgage) registered on title",
      "$420,000.00 held by Dominion Trust",
      "10.00% a year, calculated monthly, not in advance",
      "Monthly payment | $833.33",
      "First payment | 4 January 2027",
      "Maturity | 4 December 2027",
      "until 27 November 2026",
      "dated 20 November 2026",
    ]
  ) assert.ok(text.includes(said), said);
});

Deno.test("the net advance is the principal less the fees of lender and broker, the retainer and other costs", () => {
  const letter = commitment();
  // 100,000 - 4,000 - 1,000 - 500 - 400
  assert.equal(letter.figures.netAdvance, 94_100);
  assert.deepEqual(
    blocksOf(textOf(letter, "amount"))[0],
    {
      kind: "rows",
      rows: [
        { label: "Principal", value: "$100,000.00" },
        { label: "Less lender fee", value: "\u2212$4,000.00" },
        { label: "Less broker fee", value: "\u2212$1,000.00" },
        { label: "Less non-refundable retainer", value: "\u2212$500.00" },
        { label: "Less other costs of the lender", value: "\u2212$400.00" },
        { label: "Net advance", value: "$94,100.00", total: true },
      ],
    },
  );
});

Deno.test("the APR is that of the lending rules: 16.90% with fees deducted, 15.90% with a fee paid in cash", () => {
  // Lending rules 8: 100,000 at 10% for 12 months with 5,900 of fees.
  assert.match(textOf(commitment(), "cost"), /Annual percentage rate \(APR\) \| 16\.90%/);
  assert.match(textOf(renewal(), "cost"), /Annual percentage rate \(APR\) \| 15\.90%/);
  assert.match(textOf(commitment(), "cost"), /Cost of borrowing over the term \| \$15,899\.96/);
});

Deno.test("terms above the criminal rate are refused with the sentence that names the rate", () => {
  // (10,000 + 22,000) / 78,000 is 41.03% (lending rules 8).
  const letter = commitment({ lenderFee: 20_600, brokerFee: 500 });
  assert.equal(
    letterRefusal(letter),
    "These terms cost 41.03% a year, fees included; the legal ceiling is 35%. " +
      "At $100,000 for 12 months the ceiling leaves $18,518 for fees.",
  );
  // (10,000 + 18,518) / 81,482 is 35.0%: just at the ceiling; a dollar more is above.
  const at = (lenderFee: number) =>
    letterRefusal(commitment({ lenderFee, brokerFee: 0 }, { retainer: 0, otherFees: 0 }));
  assert.equal(at(18_518), null);
  assert.match(at(18_520) ?? "", /35\.00\d+% a year/);
  assert.match(letterRefusal(renewal({}, { rate: 0.3, fee: 6000 })) ?? "", /36\.00% a year/);
  assert.match(letterRefusal(commitment({ lenderFee: 100_000 })) ?? "", /as large as the loan/);
});

Deno.test("missing data are named with their place, never invented, and keep the letter from being made", () => {
  const letter = commitment({
    rate: null,
    months: null,
    term: "",
    structure: null,
    penalty: "",
    lenderFee: null,
    fundsOn: "",
    borrower: "",
    address: "",
  }, { expiresOn: "" });
  assert.deepEqual(letter.gaps.map(({ what }) => what), [
    "borrower's name",
    "property address",
    "expiry of the offer",
    "lender fee",
    "rate",
    "structure",
    "term",
    "funding date",
    "payment penalty",
  ]);
  assert.equal(letter.gaps.find(({ what }) => what === "rate")?.href, "/dashboard/viewloan?id=7#deal-adminRate");
  assert.equal(letter.gaps.find(({ what }) => what === "expiry of the offer")?.href, "#letter-expiresOn");
  assert.match(letterRefusal(letter) ?? "", /^Not set: borrower's name, property address, /);
  assert.doesNotMatch(all(letter), /10\.49%|NaN|null|undefined/);
  assert.deepEqual(renewal({}, { rate: null, term: "", fee: null }).gaps.map(({ what }) => what), [
    "renewal rate",
    "renewal term",
    "renewal fee",
  ]);
});

Deno.test("an edited section keeps its text, shows when its figures changed, and can be reset", () => {
  const basis = textOf(commitment(), "rate");
  const edits = [{ id: "rate", text: "Rate | 9% for the first month", basis }];
  const same = commitment({}, {}, edits).sections.find(({ id }) => id === "rate")!;
  assert.deepEqual([same.text, same.edited, same.outdated, same.filled], [edits[0].text, true, false, basis]);
  const changed = commitment({ rate: 0.11 }, {}, edits);
  assert.equal(changed.sections.find(({ id }) => id === "rate")?.outdated, true);
  const byHand = '"Rate, payment and term" was edited by hand: the contract keeps the figures of the loan.';
  assert.deepEqual(changed.toConfirm, [byHand]);
  assert.deepEqual(changed.warnings, [byHand, `The loan's figures changed after "Rate, payment and term" was edited.`]);
  assert.equal(commitment({}, {}, [{ id: "rate", text: basis, basis: "" }]).sections[4].edited, false);
  assert.match(letterRefusal(commitment({}, {}, [{ id: "duties", text: " ", basis: "" }])) ?? "", /is empty/);
});

Deno.test("a missing value that a person writes over counts as there", () => {
  const facts = { penalty: "" };
  const basis = textOf(commitment(facts), "prepayment");
  const letter = commitment(facts, {}, [{ id: "prepayment", text: "Open after six months.", basis }]);
  assert.deepEqual([letter.gaps, letterRefusal(letter)], [[], null]);
});

Deno.test("each payment penalty has its own sentence", () => {
  const said = (penalty: string) => textOf(commitment({ penalty }), "prepayment");
  assert.match(said("3 months"), /three months' interest/);
  assert.match(said("3 months"), /or of the interest from that day to the maturity date where that is less, together/);
  assert.match(said("1 month"), /one month's interest/);
  assert.match(said("none"), /open: it may be repaid .* without notice, bonus or penalty/);
  assert.match(said("closed"), /closed: it may not be repaid/);
});

Deno.test("a bridge's letter names what is not set: its rate or its days, not the other of them", () => {
  const bridge = { position: "bridge" as const, structure: "Bridge" as const, months: null, prior: [] };
  const what = (facts: Partial<LetterFacts>) => commitment({ ...bridge, ...facts }).gaps.map(({ what }) => what);
  assert.deepEqual(what({ bridgeDays: 91, rate: null }), ["rate"]);
  assert.deepEqual(what({ bridgeDays: null }), ["term"]);
});

Deno.test("a bridge has a price instead of payments, and its own days where no term is chosen", () => {
  const letter = commitment({
    position: "bridge",
    structure: "Bridge",
    months: null,
    bridgeDays: 60,
    penalty: "",
    prior: [],
    cost: { ...FACTS.cost, structure: "Bridge", bridgeDays: 60, bridgePrice: 2400 },
  });
  assert.deepEqual(letter.gaps, []);
  const text = textOf(letter, "rate");
  assert.match(text, /Term \| 60 days/);
  assert.match(text, /Price for the whole term \| \$2,400\.00/);
  // 2.4% for 60 days is 14.60% a year, which is not the rate: the equivalent is stated, and no other annual rate.
  assert.match(text, /^Equivalent annual rate \| 14\.60%/);
  assert.doesNotMatch(text, /10\.00%/);
  const least = { ...FACTS.cost, structure: "Bridge" as const, bridgeDays: 60, bridgePrice: 1500 };
  const minimum = commitment({ position: "bridge", structure: "Bridge", bridgeDays: 60, prior: [], cost: least });
  assert.match(textOf(minimum, "rate"), /Minimum charge for the whole term \| \$1,500\.00/);
  // 4 December 2026 and 60 days
  assert.match(text, /Maturity \| 2 February 2027/);
  assert.match(textOf(letter, "prepayment"), /not below \$1,500\.00/);
});

Deno.test("conditions that are open and not optional are listed", () => {
  const text = textOf(commitment(), "conditions");
  assert.match(text, /- Executed commitment letter\n- Insurance binder\n/);
  assert.doesNotMatch(text, /Appraisal|HST/);
});

Deno.test("a renewal runs from maturity on the balance that the term leaves", () => {
  const letter = renewal();
  assert.deepEqual([letter.gaps, letter.problems], [[], []]);
  const text = textOf(letter, "terms");
  assert.match(text, /Balance renewed \| \$100,000\.00/);
  assert.match(text, /Starts on \| 4 December 2026/);
  assert.match(text, /New maturity \| 4 December 2027/);
  assert.match(textOf(renewal({}, { balance: 98_765.43 }), "terms"), /Balance renewed \| \$98,765\.43/);
  const other = textOf(renewal({ maturitySet: "2026-12-10" }), "terms");
  assert.match(other, /Starts on \| 4 December 2026/, "the contract's maturity, not the form's (lending rules 12)");
});

Deno.test("a loan that is not funded is not renewed, and a closed one gets no letter", () => {
  assert.match(letterRefusal(renewal({ funded: false })) ?? "", /not funded, so there is nothing to renew/);
  assert.match(letterRefusal(commitment({ status: "Declined" })) ?? "", /status Declined/);
  const repaid = renewal({ status: "Repaid" }, { letterDate: "2026-12-10" });
  assert.deepEqual(repaid.problems, ["This loan is in the status Repaid: no letter is made for it."], "and no more");
  assert.match(letterRefusal(commitment({}, { expiresOn: "2026-11-19" })) ?? "", /expires before the day/);
});

Deno.test("a broker without a fee is not said to be paid one", () => {
  const paid = /The mortgage broker is paid the broker fee shown below/;
  assert.match(textOf(commitment(), "parties"), paid);
  assert.match(textOf(commitment({ brokerFee: null }), "parties"), paid, "the gap is shown below");
  assert.doesNotMatch(textOf(commitment({ brokerFee: 0 }), "parties"), /broker fee/);
});

Deno.test("a co-applicant signs; without one no sentence speaks of them", () => {
  const text = all(commitment({ coBorrower: "Anna Smithers" }));
  assert.match(text, /To Daniel Smithers and Anna Smithers:/);
  assert.match(text, /____ Anna Smithers, co-borrower/);
  const company = textOf(commitment({ coBorrower: "Smithers and Sons Ltd." }), "parties");
  assert.match(company, /^Co-borrower \| Smithers and Sons Ltd\.$/m, 'a name may have an "and" of its own');
  assert.deepEqual(commitment({ coBorrower: "Yes" }).gaps.map(({ what }) => what), ["co-applicant's name"]);
});

Deno.test("characters that cannot be printed are named and refused, in a name as in a section", () => {
  assert.match(
    letterRefusal(commitment({ borrower: "Daniel 😀 Smithers" })) ?? "",
    /"The offer" has characters that cannot be printed: 😀 \(U\+1F600\)\./,
  );
  const backwards = [{ id: "duties", text: "abc\u202Edef", basis: "" }];
  assert.match(letterRefusal(commitment({}, {}, backwards)) ?? "", /"The borrower's duties" has .*: U\+202E\./);
  assert.deepEqual(unprintable("Zoë Łukasz Nguyễn \u2212$5 “x” é ü\n"), []);
  assert.deepEqual(unprintable("e\u0301"), [], "a letter and its accent are one character");
  assert.equal(printable("سلام 😀 é"), "???? ? é");
  assert.deepEqual(faceRuns("Łódź"), [
    { face: "latin-ext", text: "Ł" },
    { face: "latin", text: "ód" },
    { face: "latin-ext", text: "ź" },
  ]);
});

Deno.test("plain text becomes paragraphs, rows, points and lines to sign on; markup stays text", () => {
  assert.deepEqual(blocksOf("C  |\n=D\t| 3 | 4\n= E|5"), [
    { kind: "rows", rows: [{ label: "C", value: "" }, { label: "D", value: "3 | 4", total: true }] },
    { kind: "paragraph", text: "= E|5" },
  ]);
  assert.deepEqual(blocksOf("One\ntwo\n\nA | 1\n= B | 2\n\n- x\n- y\n____ Z\n<script>alert(1)</script>"), [
    { kind: "paragraph", text: "One\ntwo" },
    { kind: "rows", rows: [{ label: "A", value: "1" }, { label: "B", value: "2", total: true }] },
    { kind: "bullets", items: ["x", "y"] },
    { kind: "signature", name: "Z" },
    { kind: "paragraph", text: "<script>alert(1)</script>" },
  ]);
});

Deno.test("the document numbers its sections and names the loan on every page", () => {
  const document = letterDocument("commitment", FACTS, TERMS, commitment().sections);
  const headings = document.blocks.filter((block) => block.kind === "heading");
  assert.equal(headings.length, 12);
  assert.deepEqual(headings[1], { kind: "heading", text: "2  Parties" });
  assert.deepEqual(document.reference, ["Loan SMI-7", "20 November 2026"]);
  assert.equal(document.footer, "Mortgage commitment, loan SMI-7");
});

Deno.test("a letter names every charge before it, the one that it pays out, and the one that is not entered", () => {
  const first = { rank: "first", amount: 400_000, holder: "Dominion Trust" } as const;
  const second = { rank: "second", amount: 60_000, holder: "" } as const;
  const third = all(commitment({ position: "third", prior: [first, second] }));
  assert.ok(third.includes("Ranking before it | First mortgage of $400,000.00 held by Dominion Trust"));
  assert.ok(third.includes("Ranking before it | Second mortgage of $60,000.00\n"));
  const bridge = all(commitment({ position: "bridge", structure: "Bridge", bridgeDays: 60, prior: [first] }));
  assert.ok(bridge.includes("Ranking before it | First mortgage of $400,000.00"));

  const missing = commitment({ position: "third", prior: [first], chargeMissing: true });
  assert.deepEqual(missing.gaps.map(({ what }) => what), ["mortgages that rank before"]);

  const paysOut = commitment({ position: "first", prior: [], paysOut: [first], amount: 425_000 });
  assert.ok(all(paysOut).includes("A first charge (mortgage) registered on title"));
  assert.ok(all(paysOut).includes("Paid out from the advance | First mortgage of $400,000.00 held by Dominion Trust"));
  const short = commitment({ position: "first", prior: [], paysOut: [first], amount: 400_000 });
  assert.match(short.toConfirm.join(" "), /does not pay out the \$400,000\.00 that ranks before it/);
});
