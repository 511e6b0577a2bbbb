import assert from "node:assert/strict";
import { inSentence, withFullStop } from "../../../lib/domain/sentence.ts";

const GOES_ON: [string, string][] = [
  ["Lender fee", "lender fee"],
  ["A loan has a term.", "a loan has a term."],
  ["Île-Perrot is out.", "île-Perrot is out."],
  ["LTV may be 80% at most.", "LTV may be 80% at most."],
  ["APR of 35.2% is over the limit.", "APR of 35.2% is over the limit."],
  ["T4A slips", "T4A slips"],
  ["I agree", "I agree"],
  ["$50 is too little.", "$50 is too little."],
  ["", ""],
];

Deno.test("within a sentence the first word is lower case, and an acronym stays as it is", () => {
  for (const [text, within] of GOES_ON) assert.equal(inSentence(text), within);
});

Deno.test("a sentence ends once", () => {
  const ends: [string, string][] = [["Saved", "Saved."], ["Harbourline Inc.", "Harbourline Inc."], [
    "Sure?”",
    "Sure?”",
  ]];
  for (const [text, whole] of ends) assert.equal(withFullStop(text), whole);
});
