/** The letter of an amendment: its days, its figures and what it says (lending rules 11). */
import assert from "node:assert/strict";
import { type AgreedTerms, contractTerms } from "../../../lib/domain/lending/contract.ts";
import { paymentLabel, type ScheduleTerms } from "../../../lib/domain/lending/schedule.ts";
import { amendmentDays, amendmentStart, letterTitle } from "../../../lib/domain/letters/amendment.ts";
import { fillEnclosure } from "../../../lib/domain/letters/enclosures.ts";
import type { LetterFacts } from "../../../lib/domain/letters/facts.ts";
import { fillLetter, letterRefusal, termErrors } from "../../../lib/domain/letters/letter.ts";
import { termRows } from "../../../lib/domain/letters/statements.ts";
import { NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { AGREED } from "../../support/agreed_terms.ts";
import { FACTS } from "../../support/letter_facts.ts";

const funded = (more: Partial<LetterFacts> = {}, agreed: Partial<AgreedTerms> = {}): LetterFacts => {
  const contract = contractTerms({ ...AGREED, ...agreed });
  const at = {
    today: "2027-04-20",
    fundsOn: contract.effectiveDate,
    status: "Funded",
    funded: true,
    signed: true,
  } as const;
  return { ...FACTS, ...at, contract, began: contract, ...more };
};
const TERMS = { ...NO_TERMS, expiresOn: "2027-04-30" };

Deno.test("an amendment starts on a payment day that every month has, by default the next; a bridge from its advance", () => {
  assert.deepEqual(amendmentDays(FACTS), []);
  assert.deepEqual(amendmentDays(funded()).slice(0, 3), ["2026-12-04", "2027-01-04", "2027-02-04"]);
  assert.equal(amendmentDays(funded()).at(-1), "2027-11-04");
  assert.deepEqual(amendmentDays(funded({}, { effectiveDate: "2026-12-31" })).slice(0, 4), [
    "2026-12-31",
    "2027-01-31",
    "2027-03-31",
    "2027-05-31",
  ]);
  const start = (today: string, terms = {}) => amendmentStart(funded({ today }), { ...TERMS, ...terms });
  assert.deepEqual([start("2027-04-20"), start("2027-05-04"), start("2028-02-01"), start("2026-12-04")], [
    "2027-05-04",
    "2027-05-04",
    "2027-11-04",
    "2026-12-04",
  ]);
  assert.equal(start("2027-04-20", { letterDate: "2027-02-10" }), "2027-03-04");
  const bridge = { structure: "Bridge", months: null, bridgeDays: 60, bridgePrice: 2500, bridgeMinimum: 1500 } as const;
  assert.deepEqual(amendmentDays(funded({}, bridge)), ["2026-12-04"]);
  for (const none of [{ fundsOn: "2026-12-01" }, { status: "Repaid" }, { began: null, contract: null }] as const) {
    assert.deepEqual(amendmentDays(funded(none)), [], JSON.stringify(none));
  }
});

Deno.test("the letter of an amendment advances nothing, and says from when and for how long", () => {
  const letter = fillLetter("commitment", funded({ rate: 0.08 }), TERMS, []);
  assert.equal(letterRefusal(letter), null);
  assert.deepEqual([letter.title, letter.amends], ["Mortgage amending agreement", true]);
  assert.equal(letterTitle("commitment", funded(), TERMS), letter.title);
  const disclosed = fillEnclosure("disclosure", "commitment", funded(), TERMS);
  assert.equal(disclosed.title, "Disclosure statement of the amendment");
  assert.equal(disclosed.shortTitle, "Disclosure of the amendment");
  assert.match(disclosed.sections[0].text, /what the loan of the mortgage amending agreement dated/);
  const costOf = ({ sections }: typeof letter | typeof disclosed) => sections.find(({ id }) => id === "cost")?.text;
  assert.equal(
    costOf(disclosed),
    costOf(fillLetter("commitment", funded(), TERMS, [])),
    "no fee comes off an advance that there is none of",
  );
  const text = letter.sections.map((one) => one.text).join("\n");
  for (
    const said of [
      "Balance on 4 May 2027 | $100,000.00",
      "Amends from | 4 May 2027",
      "Rate | 8.00% a year",
      "Monthly payment | $666.67",
      "Months left of the term | 7",
      "Maturity | 4 December 2027",
      "= Annual percentage rate (APR) | 8.00%",
      "Fee for the discharge of the mortgage | $350.00",
    ]
  ) assert.ok(text.includes(said), said);
  assert.doesNotMatch(text, /net advance|Lender fee|broker fee/i);
  const commitment = fillLetter("commitment", FACTS, TERMS, []);
  assert.deepEqual(letter.sections.map(({ id }) => id), commitment.sections.map(({ id }) => id));
  const restated = fillLetter("commitment", funded(), { ...TERMS, startsOn: "2026-12-04" }, []);
  assert.deepEqual([restated.title, restated.figures.netAdvance], ["Mortgage commitment", 95_000]);
});

Deno.test("where one payment of a term is left, it is called the last, with the balance that it clears", () => {
  const rate = (startsOn: string) =>
    fillLetter("commitment", funded({ rate: 0.08 }), { ...TERMS, startsOn }, []).sections
      .find(({ id }) => id === "rate")!.text;
  assert.match(rate("2027-10-04"), /^Monthly payment \| \$666\.67$/m);
  const last = rate("2027-11-04");
  assert.match(last, /^Last payment, with the balance \| \$100,666\.67$/m);
  assert.doesNotMatch(last, /Monthly payment|First payment|made monthly/);
  assert.match(rate("2027-10-04"), /^First payment \| 4 November 2027$[^]*Payments are made monthly/m);
  const terms = { principal: 100_000, rate: 0.08, months: 1, from: "2027-11-04" };
  assert.equal(paymentLabel({ ...terms, structure: "P+I" }), "Last payment, with the balance");
  const termOf = (more: Partial<ScheduleTerms>) =>
    termRows({ ...terms, structure: "Interest Only", ...more }).find(({ label }) => label === "Term")?.value;
  assert.deepEqual([termOf({}), termOf({ months: 2 })], ["1 month", "2 months"]);
  assert.equal(termOf({ structure: "Bridge", bridge: { days: 1, price: 500 } }), "1 day");
  assert.deepEqual([{ ...terms, months: 2, structure: "P+I" } as const, null].map(paymentLabel), [
    "Monthly payment",
    "Monthly payment",
  ]);
});

Deno.test("an amendment is refused past the end of its term", () => {
  const letter = fillLetter("commitment", funded({ months: 3 }), TERMS, []), { problems } = letter;
  assert.ok(
    problems.includes("The term ends before 4 May 2027. Choose a longer term on the loan, or an earlier day."),
    problems.join(" "),
  );
  assert.deepEqual(termErrors(letter, true), { "terms.startsOn": problems[0] });
});

Deno.test("an amount that was not advanced is corrected, or amended from the advance where that is still open", () => {
  const advanced = "$100,000 was advanced, but the loan's amount is $90,000. Correct the amount";
  const problems = (more: Partial<LetterFacts> = {}) =>
    fillLetter("commitment", funded({ amount: 90_000, ...more }), TERMS, []).problems;
  assert.deepEqual(problems(), [`${advanced}, or amend from the advance on 4 December 2026.`]);
  // Amended already: from the advance would be before what is in force.
  const contract = contractTerms({ ...AGREED, kind: "amendment", effectiveDate: "2027-03-04", months: 9 });
  assert.ok(!amendmentDays(funded({ contract })).includes("2026-12-04"));
  assert.deepEqual(problems({ contract }), [`${advanced} on the loan: an amended contract keeps what was advanced.`]);
});

Deno.test("an amendment pays no mortgage out, and asks for none that ranks before a third", () => {
  const paysOut = [{ rank: "first" as const, amount: 420_000, holder: "Dominion Trust" }];
  const first = funded({ position: "first", prior: [], paysOut });
  const third = funded({ position: "third", chargeMissing: true });
  for (const facts of [first, third]) {
    const letter = fillLetter("commitment", facts, TERMS, []);
    assert.equal(letterRefusal(letter), null);
    const security = letter.sections.find(({ id }) => id === "security")!.text;
    assert.doesNotMatch(security, /Paid out|Not set/);
    assert.equal(security.includes("Ranking before it | First mortgage"), facts === third, "what stays is named");
    const restated = fillLetter("commitment", facts, { ...TERMS, startsOn: "2026-12-04" }, []);
    assert.match(restated.sections.find(({ id }) => id === "security")!.text, /Paid out from the advance|Not set/);
  }
});
