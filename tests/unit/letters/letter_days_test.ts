/** Days that a letter cannot have, and what it has confirmed (lending rules 11). */
import assert from "node:assert/strict";
import { contractTerms } from "../../../lib/domain/lending/contract.ts";
import type { LetterFacts } from "../../../lib/domain/letters/facts.ts";
import { fillLetter, termErrors } from "../../../lib/domain/letters/letter.ts";
import { type LetterTerms, NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { AGREED_WITHOUT_FEES } from "../../support/agreed_terms.ts";
import { FACTS } from "../../support/letter_facts.ts";

const TERMS: LetterTerms = { ...NO_TERMS, expiresOn: "2026-11-27", retainer: 500, otherFees: 400 };
const RENEWAL: LetterTerms = { ...NO_TERMS, expiresOn: "2026-11-27", rate: 0.1, term: "1 year", fee: 5900 };
const FUNDED: LetterFacts = { ...FACTS, status: "Funded", funded: true, fundsOn: "2025-12-04" };

const commitment = (facts: Partial<LetterFacts> = {}, terms: Partial<LetterTerms> = {}) =>
  fillLetter("commitment", { ...FACTS, ...facts }, { ...TERMS, ...terms }, []);
const renewal = (facts: Partial<LetterFacts> = {}, terms: Partial<LetterTerms> = {}) =>
  fillLetter("renewal", { ...FUNDED, ...facts }, { ...RENEWAL, ...terms }, []);
const textOf = (letter: ReturnType<typeof fillLetter>, id: string) =>
  letter.sections.find((section) => section.id === id)?.text ?? "";
const LAST_TERM = contractTerms({
  ...AGREED_WITHOUT_FEES,
  effectiveDate: "2025-10-04",
  apr: 0.1,
});
const problemsOf = (letter: ReturnType<typeof fillLetter>) => letter.problems.join(" ");

Deno.test("a commitment with impossible dates is refused, each with what to do", () => {
  assert.match(
    problemsOf(commitment({ fundsOn: "2026-11-19" })),
    /advance on 19 November 2026 comes before the letter's date/,
  );
  assert.equal(problemsOf(commitment({ fundsOn: "2026-11-20" }, { expiresOn: "2026-11-20" })), "");
  assert.match(problemsOf(commitment({}, { expiresOn: "2026-12-05" })), /open past the advance on 4 December 2026/);
  assert.match(
    problemsOf(commitment({ maturitySet: "2027-12-15" })),
    /set to 15 December 2027, but its term ends on 4 December 2027\. Correct/,
  );
  assert.equal(problemsOf(commitment({ maturitySet: "2027-12-04" })), "");
  const funded = { status: "Funded" as const, funded: true, fundsOn: "2026-01-15", signed: true };
  assert.equal(problemsOf(commitment(funded)), "", "an amendment goes back to the advance");
  const renewed = { ...funded, contract: { ...LAST_TERM, kind: "renewal" as const } };
  assert.match(problemsOf(commitment(renewed)), /Amend the renewal instead/);
});

Deno.test("a renewal says that it is retroactive, matures in the future, and closes before it starts", () => {
  const late = { contract: LAST_TERM };
  assert.match(problemsOf(renewal(late)), /starts on 4 October 2026, before the letter's date\. Tick that below/);
  const told = renewal(late, { retroactive: true });
  assert.equal(problemsOf(told), "");
  assert.match(textOf(told, "offer"), /matured on 4 October 2026[^]*retroactive: it takes effect on 4 October 2026/);
  assert.match(textOf(told, "offer"), /Without a renewal the whole balance is due\. You/);
  assert.match(textOf(told, "terms"), /The renewal fee is paid as this letter is signed and is not added/);
  assert.match(
    textOf(renewal(), "terms"),
    /every payment up to 4 December 2026 is made\. The renewal fee is paid on or before/,
  );
  const carried = renewal(late, { retroactive: true, unpaidInterest: 5187 });
  assert.match(textOf(carried, "terms"), /assumes that every other payment up to 4 October 2026 is made/);
  assert.match(
    textOf(carried, "unchanged"),
    /- But for the interest that is renewed, no payment is in arrears on the day/,
  );
  assert.match(textOf(renewal(), "offer"), /matures on 4 December 2026[^]*the whole balance is due at maturity\. You/);
  // 100,000 x 10% / 365
  assert.deepEqual(told.warnings, [
    "This loan matured on 4 October 2026. Until it is renewed or repaid, interest runs at 10.00% a year, $27.40 a day.",
  ]);
  // Of a bridge that costs 2,400 for 60 days its letter states 14.60% alone.
  const bridge = {
    structure: "Bridge",
    months: null,
    bridgeDays: 60,
    bridgePrice: 2_400,
    bridgeMinimum: 1_500,
  } as const;
  const matured = contractTerms({ ...AGREED_WITHOUT_FEES, ...bridge, effectiveDate: "2026-08-05", apr: 0.1 });
  assert.match(renewal({ contract: matured }).warnings.join(), /runs at 14\.60% a year, \$40\.00 a day\./);
  assert.match(
    problemsOf(renewal({ contract: { ...LAST_TERM, effectiveDate: "2025-05-04", maturity: "2026-05-04" } }, {
      retroactive: true,
      term: "6 months",
    })),
    /new maturity, 4 November 2026, is not in the future/,
  );
  assert.match(problemsOf(renewal({}, { expiresOn: "2026-12-05" })), /open past the start on 4 December 2026/);
});

Deno.test("an LTV above the limit, and an amendment of an unsigned letter, need confirmation", () => {
  assert.deepEqual(commitment().toConfirm, []);
  assert.deepEqual(commitment({ ltv: 84 }).toConfirm, ["The LTV of 84% is above the limit of 80%."]);
  assert.deepEqual(commitment({ status: "Funded" }).toConfirm, [
    "The commitment of this loan has not come back signed.",
  ]);
  assert.deepEqual(renewal({ ltv: 84 }).toConfirm, []);
});

Deno.test("a problem that a term of the letter mends is that field's, a figure that is missing on being asked", () => {
  const wrong = (letter: ReturnType<typeof fillLetter>) => termErrors(letter, false);
  assert.deepEqual(wrong(commitment()), {});
  assert.deepEqual(wrong(commitment({}, { letterDate: "2026-12-10", expiresOn: "2026-12-09" })), {
    "terms.letterDate":
      "The advance on 4 December 2026 comes before the letter's date. Set a later closing date on the loan.",
    "terms.expiresOn": "The offer expires before the day of the letter. Choose a later day.",
  });
  assert.deepEqual(wrong(commitment({ fundsOn: "2026-11-19" })), {}, "today's date cannot be an earlier one");
  assert.deepEqual(Object.keys(wrong(renewal({ contract: LAST_TERM }))), ["terms.letterDate"]);
  assert.deepEqual(Object.keys(wrong(renewal({}, { rate: 0.3, fee: 6000 }))), ["terms.rate"]);
  assert.deepEqual(Object.keys(wrong(renewal({}, { expiresOn: "2026-12-05" }))), ["terms.expiresOn"]);
  const unset = renewal({}, { rate: null, expiresOn: "2026-12-05" });
  assert.deepEqual(wrong(unset), { "terms.expiresOn": unset.problems[0] });
  assert.deepEqual(termErrors(unset, true), {
    "terms.expiresOn": unset.problems[0],
    "terms.rate": "Enter the renewal rate.",
  });
});
