/** Detects a document's type from its text; file names prove nothing. */
import { classify } from "./classified.ts";
import { DOCUMENT_TYPES, type DocumentType } from "./document_types.ts";
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
/** Pages that decide a short file's type, and the most pages of a file that is one document. */
const PAGES_LOOKED_AT = 6, SHORT_FILE = 12;

type Lines = readonly (readonly Cell[])[];

/** A document within a file: its type, and its pages by index. */
export interface Recognised {
  type: DocumentType;
  pages: number[];
}

const textOf = (lines: Lines) =>
  lines.map((line) => line.map(({ text }) => text).join(" ")).join("\n").toLowerCase().replace(/[^\S\n]+/g, " ");

/** A type's weight in a text; the title counts a second time. */
const weightOf = (type: DocumentType, text: string, title: string): number =>
  TERMS[type].reduce(
    (sum, [words, weight]) => sum + (words.test(text) ? weight : 0) + (words.test(title) ? weight : 0),
    0,
  );

/** The type with a clear majority and its weight, or null. */
function weigh(text: string, title: string): { type: DocumentType; weight: number } | null {
  const [best, next] = DOCUMENT_TYPES.map((type) => ({ type, weight: weightOf(type, text, title) })).sort((a, b) =>
    b.weight - a.weight
  );
  return best.weight >= MIN_WEIGHT && best.weight > next.weight ? best : null;
}

const ofPage = (lines: Lines) => weigh(textOf(lines), textOf(lines.slice(0, TITLE_LINES)));

/** What letters and statements have as well: who and where. */
const ANYWHERE = new Set<string>(["name", "firstName", "lastName", "DOB", "phone", "address", "city", "postal"]);
/** A page without a title is recognised by so many labels of other fields. */
const LABELS_OF_PAGE = 3;

/** True for a page that has words or labels of a document's type. */
function belongs(type: DocumentType, lines: Lines): boolean {
  if (weightOf(type, textOf(lines), "") > 0) return true;
  const targets = lines.flat().map((cell) => classify(type, cell).meaning?.target);
  return new Set(targets.filter((target) => target && !ANYWHERE.has(target))).size >= LABELS_OF_PAGE;
}

/** True for a page that an application or another document that is read may have. */
export const looksReadable = (lines: Lines): boolean => ofPage(lines) !== null || belongs("application", lines);

/**
 * The document in a file, or null. A long file has several, among statements and letters: the page recognised most
 * clearly leads, with the next pages that belong to it, up to another document.
 */
export function recognise(pages: readonly Lines[]): Recognised | null {
  if (pages.length <= SHORT_FILE) {
    const found = weigh(
      pages.slice(0, PAGES_LOOKED_AT).map(textOf).join("\n"),
      textOf((pages[0] ?? []).slice(0, TITLE_LINES)),
    );
    return found && { type: found.type, pages: [...pages.keys()] };
  }
  const weights = pages.map(ofPage);
  const most = Math.max(...weights.map((found) => found?.weight ?? 0));
  const from = weights.findIndex((found) => found?.weight === most);
  const type = weights[from]?.type;
  if (!type) return null;
  const next = weights.findIndex((found, page) => page > from && found !== null && found.type !== type);
  const to = Math.min(from + SHORT_FILE, next < 0 ? pages.length : next);
  const own = [...pages.keys()].slice(from, to).filter((page) => belongs(type, pages[page]));
  return { type, pages: own };
}
