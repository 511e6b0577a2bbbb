import { formatLongDate, isCalendarDate } from "../dates.ts";
import { isClosed } from "../loans/status.ts";
import { blocksOf, type PrintDocument } from "../print/document.ts";
import { characterName, unprintable } from "../print/printable.ts";
import type { LetterSection } from "./clauses.ts";
import { amendmentFigures, isAmendment, letterTitle } from "./amendment.ts";
import { amendmentSections } from "./amendment_sections.ts";
import { commitmentSections } from "./commitment.ts";
import type { LetterFacts } from "./facts.ts";
import { commitmentFigures, type LetterFigures, renewalFigures } from "./figures.ts";
import { type Gap, type GapName, gapOf, gapsIn } from "./gaps.ts";
import { signingWarnings } from "./disclosure.ts";
import { confirmations, dayProblems, type LetterProblem, overholdingText, renewalWarnings } from "./letter_days.ts";
import { missingFigures } from "./letter_contract.ts";
import { renewalSections } from "./renewal.ts";
import { type LetterKind, type LetterTerms, type SectionEdit } from "./terms.ts";

/** A section as it stands: filled from the loan, or edited. */
export interface FilledSection extends LetterSection {
  /** The text filled from the loan, for a reset. */
  filled: string;
  edited: boolean;
  /** True where the figures changed after the edit. */
  outdated: boolean;
}

/** A filled letter and what blocks it. */
export interface FilledLetter {
  title: string;
  /** True for an amendment after the advance, which advances nothing. */
  amends: boolean;
  sections: FilledSection[];
  figures: LetterFigures;
  /** Figures missing in the text. */
  gaps: Gap[];
  /** Problems, as sentences; any of them blocks the letter. */
  problems: string[];
  /** The problem that each of the letter's own terms mends. */
  termProblems: TermErrors;
  /** Warnings, as sentences. */
  warnings: string[];
  /** Those of the warnings that a person confirms before the letter is generated. */
  toConfirm: string[];
}

/** Sentences by the letter's own term. */
type TermErrors = Partial<Record<keyof LetterTerms, string>>;

/** The letter's sections filled from figures, without edits. */
function filledSections(kind: LetterKind, facts: LetterFacts, terms: LetterTerms): LetterSection[] {
  if (kind === "renewal") return renewalSections(facts, terms);
  return isAmendment(facts, terms) ? amendmentSections(facts, terms) : commitmentSections(facts, terms);
}

function figuresOf(kind: LetterKind, facts: LetterFacts, terms: LetterTerms): LetterFigures {
  if (kind === "renewal") return renewalFigures(facts, terms);
  return isAmendment(facts, terms) ? amendmentFigures(facts, terms) : commitmentFigures(facts, terms);
}

/** True for a loan that takes letters and the papers that go with them; nothing more is offered on a closed one. */
export const takesLetters = (status: string): boolean => !isClosed(status);

/** What stops a letter, and the papers that go with it, whatever their texts say. */
export function problemsOf(
  kind: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
  figures: LetterFigures,
): LetterProblem[] {
  if (!takesLetters(facts.status)) {
    return [{ text: `This loan is in the status ${facts.status}: no letter is made for it.` }];
  }
  const problems: LetterProblem[] = [];
  if (figures.refusal) problems.push({ text: figures.refusal, ...(kind === "renewal" && { term: "rate" }) });
  if (kind === "commitment" && facts.amount > 0 && figures.netAdvance <= 0) {
    problems.push({ text: "The fees leave nothing to advance. Lower them." });
  }
  if (kind === "renewal" && !facts.funded) {
    problems.push({ text: "This loan is not funded, so there is nothing to renew." });
  }
  return [...problems, ...dayProblems(kind, facts, terms, figures)];
}

/** What stops a letter in its sections' texts, as sentences. */
function sectionProblems(sections: readonly FilledSection[]): string[] {
  const problems: string[] = [];
  for (const { title, text } of sections) {
    const bad = unprintable(`${title} ${text}`);
    if (bad.length) {
      const more = bad.length > 5 ? ", and others" : "";
      problems.push(
        `"${title}" has characters that cannot be printed: ${bad.slice(0, 5).map(characterName).join(", ")}${more}.`,
      );
    }
    if (text.trim() === "") problems.push(`"${title}" is empty. Write its text, or reset it to the loan's figures.`);
  }
  return problems;
}

function warningsOf(kind: LetterKind, facts: LetterFacts, terms: LetterTerms, sections: FilledSection[]): string[] {
  const warnings: string[] = [...signingWarnings(kind, facts, terms), facts.signedEarly].filter(Boolean);
  const overheld = kind === "renewal" ? overholdingText(facts) : "";
  if (overheld) warnings.push(overheld);
  if (kind === "renewal") warnings.push(...renewalWarnings(facts, terms));
  if (kind === "commitment" && facts.status === "Funded") {
    warnings.push("This loan is funded already: the letter amends its contract once it is put in force.");
  }
  for (const { title, outdated } of sections) {
    if (outdated) warnings.push(`The loan's figures changed after "${title}" was edited.`);
  }
  return warnings;
}

/** The gaps of the texts, and the figures that the contract needs though no text names them any more. */
function gapsOf(sections: readonly FilledSection[], missing: readonly GapName[], loanId: number): Gap[] {
  const inTexts = gapsIn(sections.map(({ text }) => text), loanId);
  const others = missing.map((name) => gapOf(name, loanId));
  return [...inTexts, ...others.filter(({ what }) => !inTexts.some((gap) => gap.what === what))];
}

/** Sections whose figures the contract has too. */
const WITH_TERMS: readonly string[] = ["amount", "rate", "terms", "prepayment"];

/** The titles of the sections that were rewritten beside the contract's figures. */
export const rewritten = (sections: readonly FilledSection[]): string[] =>
  sections.filter(({ id, edited }) => edited && WITH_TERMS.includes(id)).map(({ title }) => title);

/** The first problem of each term. */
function firstByTerm(problems: readonly LetterProblem[]): TermErrors {
  const first: TermErrors = {};
  for (const { text, term } of problems) if (term) first[term] ??= text;
  return first;
}

/** The whole letter: figures, edits, gaps, problems and warnings. Pure, so screen and server agree. */
export function fillLetter(
  kind: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
  edits: readonly SectionEdit[],
): FilledLetter {
  const figures = figuresOf(kind, facts, terms);
  const sections = filledSections(kind, facts, terms).map((section): FilledSection => {
    const edit = edits.find(({ id }) => id === section.id);
    const edited = edit !== undefined && edit.text !== section.text;
    return {
      ...section,
      text: edited ? edit.text : section.text,
      filled: section.text,
      edited,
      outdated: edited && edit.basis !== section.text,
    };
  });
  const toConfirm = [
    ...confirmations(kind, facts, figures),
    ...rewritten(sections).map((title) => `"${title}" was edited by hand: the contract keeps the figures of the loan.`),
  ];
  const problems = problemsOf(kind, facts, terms, figures);
  const gaps = gapsOf(sections, missingFigures(kind, facts, terms), facts.loanId);
  return {
    title: letterTitle(kind, facts, terms),
    amends: kind === "commitment" && isAmendment(facts, terms),
    sections,
    figures,
    gaps,
    problems: [...problems.map(({ text }) => text), ...sectionProblems(sections)],
    termProblems: firstByTerm(problems),
    warnings: [...toConfirm, ...warningsOf(kind, facts, terms, sections)],
    toConfirm,
  };
}

/** Why an unfinished letter cannot be generated; null where it can. */
export function letterRefusal(letter: FilledLetter): string | null {
  if (letter.problems.length) return letter.problems[0];
  if (letter.gaps.length === 0) return null;
  return `Not set: ${letter.gaps.map(({ what }) => what).join(", ")}.`;
}

/**
 * What is wrong with the letter's own terms, by their paths in what is sent; `withGaps`: with what is not entered yet.
 */
export function termErrors({ termProblems, gaps }: FilledLetter, withGaps: boolean): Record<string, string> {
  const wrong = { ...termProblems };
  for (const { what, term } of withGaps ? gaps : []) if (term) wrong[term] ??= `Enter the ${what}.`;
  return Object.fromEntries(Object.entries(wrong).map(([term, text]) => [`terms.${term}`, text]));
}

/** The letter as a printable document. */
export function letterDocument(
  kind: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
  sections: readonly LetterSection[],
): PrintDocument {
  const date = isCalendarDate(terms.letterDate) ? terms.letterDate : facts.today;
  const title = letterTitle(kind, facts, terms);
  return {
    title,
    reference: [`Loan ${facts.clientCode}`, formatLongDate(date)],
    sender: facts.lender,
    footer: `${title}, loan ${facts.clientCode}`,
    blocks: sections.flatMap(({ title, text }, i) => [
      { kind: "heading" as const, text: `${i + 1}  ${title}` },
      ...blocksOf(text),
    ]),
  };
}
