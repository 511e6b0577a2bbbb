/** A letter as its page edits it: what can be read of its terms, and two editors' changes put together. */
import assert from "node:assert/strict";
import {
  type LetterDocument,
  letterDocument,
  letterPartName,
  letterPartText,
  sameInLetter,
  sectionEdits,
  termProblems,
  termsOf,
} from "../../../lib/domain/letters/letter_document.ts";
import { NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { mergeDocuments } from "../../../lib/domain/settings/merge_documents.ts";

const written = (
  terms: Partial<LetterDocument["terms"]>,
  texts: Record<string, string> = {},
  basis = "",
): LetterDocument => {
  const { terms: none } = letterDocument(NO_TERMS, []);
  return {
    terms: { ...none, ...terms },
    sections: Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, [text, basis]])),
  };
};
const merge = (base: LetterDocument, mine: LetterDocument, theirs: LetterDocument) => {
  const { document, clashes } = mergeDocuments(base, mine, theirs, { same: sameInLetter });
  const texts = Object.fromEntries(sectionEdits(document).map(({ id, text }) => [id, text]));
  return { terms: document.terms, texts, clashes: clashes.map(({ path }) => path) };
};

Deno.test("edits made here lie over another person's save, and the rest is theirs", () => {
  const base = written({ retainer: "500" }, { offer: "Old offer", duties: "Old duties" });
  const mine = written({ retainer: "500", fee: "900" }, { offer: "My offer", duties: "Old duties" });
  const after = merge(base, mine, written({ retainer: "700" }, { offer: "Old offer", duties: "Their duties" }));
  assert.deepEqual([after.terms.retainer, after.terms.fee], ["700", "900"]);
  assert.deepEqual(after.texts, { offer: "My offer", duties: "Their duties" });
  assert.deepEqual(after.clashes, []);
});

Deno.test("a conflict is reported, but not where both made the same change", () => {
  const base = written({ fee: "1", rate: "9" }, { offer: "Old", duties: "Old", parties: "Old" });
  const mine = written({ fee: "2", rate: "10" }, { offer: "Mine", duties: "Same" });
  const theirs = written(
    { fee: "3", rate: "10" },
    { offer: "Theirs", duties: "Same", parties: "New" },
    "other figures",
  );
  const after = merge(base, mine, theirs);
  assert.deepEqual(after.clashes, ["terms.fee", "sections.offer", "sections.parties"]);
  assert.deepEqual([after.terms.fee, after.texts], ["2", { offer: "Mine", duties: "Same" }]);
});

Deno.test("terms pass through their fields unchanged", () => {
  const terms = {
    ...NO_TERMS,
    retainer: 1500,
    lawyerFee: 1200,
    rate: 0.0999,
    balance: 100_000.25,
    letterDate: "2026-11-20",
    term: "12",
  };
  assert.deepEqual(termsOf(letterDocument(terms, [])), terms);
  assert.deepEqual(letterDocument(terms, []).terms.rate, "9.99");
});

Deno.test("a value that is no number, no rate or no whole dollars shows the error at its term", () => {
  const wrong = termProblems(written({ retainer: "many", rate: "101", fee: "1.5", balance: "1.5", otherFees: "-1" }));
  assert.deepEqual(wrong, {
    "terms.retainer": "Enter a number like 1,250 or 12.5.",
    "terms.rate": "Enter a rate from 0 to 100.",
    "terms.fee": "Enter whole dollars.",
    "terms.otherFees": "Enter a number like 1,250 or 12.5.",
  });
  const comma = written({ rate: "9,5" });
  assert.deepEqual(termProblems(comma), { "terms.rate": "Enter a number like 1,250 or 12.5." });
  assert.equal(termsOf(comma).rate, null, "not 95%");
  const paths = Object.keys(termProblems(written({ rate: "x", fee: "x", balance: "x", unpaidInterest: "x" })));
  assert.deepEqual(
    paths,
    ["terms.rate", "terms.fee", "terms.balance", "terms.unpaidInterest"],
    "as the screen has them",
  );
});

Deno.test("changes are named and worded as the page has them", () => {
  assert.equal(letterPartName("terms.expiresOn", {}), "Open until");
  assert.equal(letterPartName("sections.offer", { offer: "The offer" }), "The offer");
  assert.equal(letterPartText("sections.offer", undefined), "as the loan's figures say");
  assert.equal(letterPartText("sections.offer", ["x".repeat(200), ""]), `${"x".repeat(160)}…`);
  assert.equal(letterPartText("terms.fee", ""), "none");
  for (const [day, text] of [["0", "the day of the advance"], ["15", "the 15th"], ["", "as the settings say"]]) {
    assert.equal(letterPartText("terms.paymentDay", day), text);
  }
});
