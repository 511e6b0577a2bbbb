/** Values in sentences: `the requested loan amount is $110,000`. */
import type { Pair } from "./classified.ts";
import type { DocumentType } from "./document_types.ts";
import { isLoose, readValue } from "./fields.ts";
import type { Cell } from "./layout.ts";
import { type LabelMeaning, type Synonyms, synonymsOf } from "./labels.ts";

/** A line of at least so many words in one run is part of a sentence. */
const SENTENCE_WORDS = 7;
/** Letters of a page's sentences that are looked at; a full page has some 5,000. */
const PROSE_LETTERS = 50_000;
/** A value has at most so many words. */
const VALUE_WORDS = 5;
/** Whose figure it is: anybody else's (`his wife's annual income`) is not the applicant's. */
const OWNER =
  /(?:^|[.;,:]\s*|\b(?:the|a|an|our|and|this)\s+|(?<!co-)\b(?:client|applicant|borrower|customer)['’]?s?['’]?\s+)$/i;
/** Letters before a label that say whose it is. */
const OWNER_LETTERS = 40;
const VERB = /^\s*(?:is|was|of|at|will be|is estimated at|is approximately)?\s*:?\s+/i;
/** How appraisals end (`is estimated at: $985,000`). */
const ESTIMATED = /\bvalue\b[^.$]{0,120}?\bestimated (?:at|to be):?\s+(?=\$)/gi;

/** The pairs in the sentences of a page. Only values of an unmistakable format, and only by a field's sure labels. */
export function readProse(type: DocumentType, lines: readonly (readonly Cell[])[]): Pair[] {
  const text = lines.flatMap((row) =>
    row.length === 1 && row[0].text.split(" ").length >= SENTENCE_WORDS ? [row[0].text] : []
  ).join(" ").slice(0, PROSE_LETTERS);
  if (text === "") return [];
  const pairs = LABELS[type].flatMap(({ meaning, words }) =>
    [...text.matchAll(words)].flatMap((found): Pair[] => {
      if (!OWNER.test(text.slice(Math.max(0, found.index - OWNER_LETTERS), found.index))) return [];
      const after = text.slice(found.index + found[0].length);
      const verb = VERB.exec(after)?.[0];
      return verb?.trim() ? valueAt(meaning, found[0], after.slice(verb.length)) : [];
    })
  );
  if (type !== "appraisal") return pairs;
  const meaning: LabelMeaning = { target: "appraisedValue", rank: 0 };
  const ends = [...text.matchAll(ESTIMATED)].map((found) => text.slice(found.index + found[0].length));
  return [...pairs, ...ends.flatMap((rest) => valueAt(meaning, "Estimated value", rest))];
}

/** The longest run of words at the start of `text` that the field takes. */
function valueAt(meaning: LabelMeaning, label: string, text: string): Pair[] {
  const words = text.split(" ", VALUE_WORDS);
  for (let count = words.length; count > 0; count--) {
    const value = words.slice(0, count).join(" ").replace(/[.,;:]+$/, "");
    if (readValue(meaning.target, label, value)) return [{ ...meaning, label, value }];
  }
  return [];
}

const escaped = (label: string) => label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A field's sure labels of two words or more, the longest first. A payment is the mortgage's where it says so. */
function labelsOf(type: DocumentType): { meaning: LabelMeaning; words: RegExp }[] {
  return (Object.entries(synonymsOf(type)) as [LabelMeaning["target"], Synonyms][]).flatMap(([target, [sure]]) => {
    const labels = sure.filter((label) =>
      !isLoose(target) && label.includes(" ") && (target !== "mortgageMonthlyPayment" || /mortgage/i.test(label))
    ).toSorted((a, b) => b.length - a.length);
    if (labels.length === 0) return [];
    return [{
      meaning: { target, rank: 0 as const },
      words: new RegExp(`\\b(?:${labels.map(escaped).join("|")})\\b`, "gi"),
    }];
  });
}

const LABELS: Readonly<Record<DocumentType, ReturnType<typeof labelsOf>>> = {
  application: labelsOf("application"),
  bureau: labelsOf("bureau"),
  appraisal: labelsOf("appraisal"),
};
