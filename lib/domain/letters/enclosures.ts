/** Papers that go with a letter: the disclosure statement, and the instructions to the lender's lawyer. */
import { formatLongDate, isCalendarDate } from "../dates.ts";
import { blocksOf, type PrintDocument } from "../print/document.ts";
import { characterName, unprintable } from "../print/printable.ts";
import { isLent } from "../loans/status.ts";
import { isAmendment } from "./amendment.ts";
import type { LetterSection } from "./clauses.ts";
import { disclosureSections, signingWarnings, statementDay } from "./disclosure.ts";
import { letterDay } from "./letter_days.ts";
import type { LetterFacts } from "./facts.ts";
import { type Gap, gapOf, gapsIn } from "./gaps.ts";
import { instructionSections, statementOfFunds } from "./instructions.ts";
import { fillLetter, problemsOf, rewritten } from "./letter.ts";
import { missingFigures } from "./letter_contract.ts";
import { type LetterOut, outdatedText } from "./letter_out.ts";
import type { LetterKind, LetterTerms } from "./terms.ts";

export const ENCLOSURES = ["disclosure", "instructions"] as const;
export type Enclosure = (typeof ENCLOSURES)[number];

export const ENCLOSURE_TITLES: Readonly<Record<Enclosure, string>> = {
  disclosure: "Disclosure statement",
  instructions: "Instructions to the lawyer",
};

/** The page of a loan's enclosure; a disclosure statement is that of a letter. */
export const enclosurePath = (enclosure: Enclosure, loanId: number, letter: LetterKind = "commitment"): string =>
  enclosure === "instructions"
    ? `/dashboard/viewInstructions/${loanId}`
    : `/dashboard/viewDisclosure/${loanId}${letter === "renewal" ? "?letter=renewal" : ""}`;

/** A filled enclosure and what blocks it. */
export interface FilledEnclosure {
  title: string;
  shortTitle: string;
  sections: LetterSection[];
  gaps: Gap[];
  /** Sentences; any of them blocks the PDF. */
  problems: string[];
  warnings: string[];
}

/** Says that the day on which the lawyer is to pay out has passed, and what to do. */
const pastAdvance = ({ fundsOn }: LetterFacts): string =>
  `The advance was planned for ${
    formatLongDate(fundsOn)
  }, which has passed. Set a later closing date on the loan and ` +
  "generate the commitment anew, or fund the loan if it was advanced.";

/** What an enclosure is called, in a bar in short: a disclosure statement after the letter that it goes with. */
function titlesOf(
  enclosure: Enclosure,
  letter: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
): Pick<FilledEnclosure, "title" | "shortTitle"> {
  if (enclosure === "instructions") return { title: ENCLOSURE_TITLES.instructions, shortTitle: "Instructions" };
  const of = letter === "renewal" ? " of the renewal" : isAmendment(facts, terms) ? " of the amendment" : "";
  return { title: ENCLOSURE_TITLES.disclosure + of, shortTitle: `Disclosure${of}` };
}

/**
 * The whole enclosure of a letter: its sections, gaps, problems and warnings. `out`: what was generated of the letter.
 */
export function fillEnclosure(
  enclosure: Enclosure,
  letter: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
  out: LetterOut = { offer: null, edits: [] },
): FilledEnclosure {
  const own = fillLetter(letter, facts, terms, out.edits);
  const stopped = [
    ...problemsOf(letter, facts, terms, own.figures).map(({ text }) => text),
    outdatedText(out.offer, letter, facts, terms, own.figures),
  ].filter(Boolean);
  const isLate = enclosure === "instructions" && isLent(facts.status);
  const isPast = enclosure === "instructions" && isCalendarDate(facts.fundsOn) &&
    facts.fundsOn < facts.today && facts.fundsOn >= letterDay(facts, terms);
  const isDisclosure = enclosure === "disclosure";
  const sections = isDisclosure ? disclosureSections(letter, facts, terms) : instructionSections(facts, terms);
  const inTexts = gapsIn(sections.map(({ text }) => text), facts.loanId);
  const others = missingFigures(letter, facts, terms).map((name) => gapOf(name, facts.loanId))
    .filter(({ what }) => !inTexts.some((gap) => gap.what === what));
  const bad = unprintable(sections.map(({ text }) => text).join(" "));
  const short = isDisclosure || facts.amount <= 0 ? 0 : statementOfFunds(facts, terms).toBorrower;
  return {
    ...titlesOf(enclosure, letter, facts, terms),
    sections,
    gaps: [...inTexts, ...others],
    problems: [
      ...(isLate
        ? ["The loan is advanced already: there is nothing left to pay out."]
        : [...(isPast ? [pastAdvance(facts)] : []), ...stopped]),
      ...(bad.length > 0
        ? [`Characters that cannot be printed: ${bad.slice(0, 5).map(characterName).join(", ")}.`]
        : []),
    ],
    warnings: [
      ...rewritten(own.sections).map((title) =>
        `"${title}" was edited by hand in the letter: this paper has the figures of the loan.`
      ),
      ...(isDisclosure ? [...signingWarnings(letter, facts, terms), facts.signedEarly].filter(Boolean) : []),
      ...(short < 0 ? ["The net advance does not cover what is held back: the borrower pays the rest."] : []),
    ],
  };
}

/** Why an enclosure cannot be printed yet, as a sentence; null where it can. */
export function enclosureRefusal({ problems, gaps }: FilledEnclosure): string | null {
  if (problems.length > 0) return problems[0];
  return gaps.length === 0 ? null : `Not set: ${gaps.map(({ what }) => what).join(", ")}.`;
}

/** The enclosure as a printable document, with its own day. */
export function enclosureDocument(filled: FilledEnclosure, facts: LetterFacts, terms: LetterTerms): PrintDocument {
  return {
    title: filled.title,
    reference: [`Loan ${facts.clientCode}`, formatLongDate(statementDay(facts, terms))],
    sender: facts.lender,
    footer: `${filled.title}, loan ${facts.clientCode}`,
    blocks: filled.sections.flatMap(({ title, text }, i) => [
      { kind: "heading" as const, text: `${i + 1}  ${title}` },
      ...blocksOf(text),
    ]),
  };
}
