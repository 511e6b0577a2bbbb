/** The sections of a page by their headings: whose lines they hold, and which mortgage's. */
import type { ClassifiedCell, ClassifiedLines } from "./classified.ts";
import { sectionOf } from "./headings.ts";
import type { Cell } from "./layout.ts";
import { endsMortgage, isBalance, type MortgageHeading, mortgageHeading } from "./mortgages.ts";

interface Section {
  /** Where its heading is: it reaches to the next one, and to the left by `INDENT`. */
  x: number;
  line: number;
  /** About somebody or something else than the applicant and the property. */
  away: boolean;
  mortgage: MortgageHeading | null;
}

const INDENT = 6;

/** What the cells of a page are about. */
export interface Sections {
  isAway: (cell: Cell) => boolean;
  mortgageOver: (cell: Cell) => MortgageHeading | null;
  /** True where the next page goes on about somebody or something else. */
  endsAway: boolean;
}

/** The sections of a page; `away` is how the page before ended. */
export function sectionsIn(marked: ClassifiedLines, away: boolean): Sections {
  const sections: Section[] = [{ x: -Infinity, line: -1, away, mortgage: null }];
  const over = ({ x, line }: Cell) => sections.findLast((one) => one.line < line && one.x <= x + INDENT) ?? sections[0];
  for (const [line, row] of marked.entries()) {
    const found = row.map((one) => headingOf(one, row, marked[line + 1]));
    if (row.length === 0 || !found.every((section) => section !== null)) continue;
    found.forEach((section, at) => {
      const { cell } = row[at];
      const away = section === "same" ? over(cell).away : section === "elsewhere";
      sections.push({ x: cell.x, line, away, mortgage: mortgageHeading(cell.text) });
    });
  }
  for (const section of sections) {
    const own = marked.flat().filter(({ cell }) => over(cell) === section);
    section.mortgage = section.mortgage && toldBy(section.mortgage, section.line, marked, own);
  }
  return {
    isAway: (cell) => over(cell).away,
    mortgageOver: (cell) => over(cell).mortgage,
    endsAway: sections.at(-1)!.away,
  };
}

/** What only the mortgage that is asked for has. */
const OF_REQUEST = new Set<string>(["newLoanAmount", "estClosingDate", "useOfProceeds"]);

/**
 * What a heading is about by the lines below it: a first or second that stands has a balance, one that is asked for has
 * not. Without one the heading may be a label whose value is missing.
 */
function toldBy(
  heading: MortgageHeading,
  line: number,
  marked: ClassifiedLines,
  own: readonly ClassifiedCell[],
): MortgageHeading | null {
  if (heading === "existing" || heading === "unclear") return heading;
  const isOwed = own.some((one) => {
    if (one.label === null || !isBalance(one.label, one.meaning)) return false;
    const row = marked[one.cell.line], next = row[row.indexOf(one) + 1];
    return one.inline !== null || next?.label === null || one.cell.line === line + 1;
  });
  const isAsked = own.some(({ meaning }) => meaning && OF_REQUEST.has(meaning.target));
  if (isOwed && !isAsked) return heading;
  return heading === "first" ? null : "unclear";
}

/** A cell as a heading: by its text, or a person's or mortgage's label without a value and with labels below. */
function headingOf(
  one: ClassifiedCell,
  row: readonly ClassifiedCell[],
  next: readonly ClassifiedCell[] | undefined,
): "here" | "elsewhere" | "same" | null {
  if (one.inline !== null || one.label === null) return null;
  const section = sectionOf(one.label);
  if (section) return section;
  const isOver = row.every(({ label }) => label !== null) && next?.some(({ label }) => label !== null);
  if (!isOver) return null;
  if (one.meaning?.target === "coApplicant") return "elsewhere";
  if (one.meaning?.target === "name") return "here";
  return mortgageHeading(one.label) || endsMortgage(one.label) ? "same" : null;
}
