/** Detects a document's type from its text; file names prove nothing. */
import { DOCUMENT_TYPES, type DocumentType } from "./fields.ts";
import type { Cell } from "./layout.ts";

/** Terms for each type, with weights. Each counts once, twice at the top of the first page. */
const TERMS: Readonly<Record<DocumentType, readonly (readonly [RegExp, number])[]>> = {
  application: [
    [/mortgage application|loan application/, 3],
    [/\b(?:filogix|velocity|finmo|lendesk|expert)\b/, 3],
    [/application (?:summary|id|form|date|number|details)|submission summary/, 2],
    [/\bapplicant\b/, 1],
    [/co-?applicant/, 1],
    [/mortgage request|requested (?:loan|mortgage) amount|amount requested|loan amount/, 2],
    [/use of (?:proceeds|funds)|loan purpose|purpose of loan/, 1],
    [/closing date/, 1],
    [/broker fee/, 1],
  ],
  bureau: [
    [/credit report|consumer (?:disclosure|report|credit)/, 3],
    [/credit bureau|bureau report/, 2],
    [/\bequifax\b|\btransunion\b/, 3],
    [/\bbeacon\b|\bfico\b|creditvision/, 2],
    [/trade ?lines?\b/, 2],
    [/\binquir(?:y|ies)\b/, 1],
    [/past due/, 1],
    [/total balances?|outstanding balance/, 1],
  ],
  appraisal: [
    [/appraisal report|report of appraisal|residential appraisal|appraisal of real/, 4],
    [/\bappraiser\b|\baaci\b|\bcra\b/, 3],
    [/comparable sales?|comparables\b|direct comparison/, 2],
    [/cost approach|highest and best use/, 2],
    [/effective date|date of (?:inspection|valuation)/, 1],
    [/subject property|market value/, 1],
    [/appraised value|final (?:value )?estimate|value conclusion/, 2],
    [/lot size|living area|zoning|year built/, 1],
  ],
};

const MIN_WEIGHT = 3;
const TITLE_LINES = 6;
const PAGES_LOOKED_AT = 6;

const textOf = (lines: readonly (readonly Cell[])[]) =>
  lines.map((line) => line.map(({ text }) => text).join(" ")).join("\n").toLowerCase().replace(/[^\S\n]+/g, " ");

/** The type with a clear majority, or null. */
export function recognise(pages: readonly (readonly (readonly Cell[])[])[]): DocumentType | null {
  const all = pages.slice(0, PAGES_LOOKED_AT).map(textOf).join("\n");
  const title = textOf((pages[0] ?? []).slice(0, TITLE_LINES));
  const weigh = (type: DocumentType) =>
    TERMS[type].reduce(
      (sum, [words, weight]) => sum + (words.test(all) ? weight : 0) + (words.test(title) ? weight : 0),
      0,
    );
  const [best, next] = DOCUMENT_TYPES.map((type) => ({ type, weight: weigh(type) })).sort((a, b) =>
    b.weight - a.weight
  );
  return best.weight >= MIN_WEIGHT && best.weight > next.weight ? best.type : null;
}
