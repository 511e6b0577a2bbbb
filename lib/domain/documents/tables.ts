/** Tables of a page: two people side by side, and lists of debts that end with their sum. */
import { type ClassifiedCell, type ClassifiedLines, type Pair, withoutValue } from "./classified.ts";
import type { DocumentType } from "./document_types.ts";
import { sectionOf } from "./headings.ts";
import { labelKey, partKeys } from "./label_key.ts";
import { type Cell, inColumn } from "./layout.ts";

/** How far a cell of a column may start from its heading, in points. */
const COLUMN_SHIFT = 14;
/** A gap between lines that ends a table, in letter heights. */
const TABLE_GAP = 3.5;

/** The pairs of a page's tables, and the cells that belong to these alone. */
export interface TablePairs {
  pairs: Pair[];
  taken: ReadonlySet<ClassifiedCell>;
}

/** Reads a page's tables. A second person's column gives the co-applicant's name and income, and nothing else. */
export function readTables(type: DocumentType, lines: ClassifiedLines): TablePairs {
  const pairs: Pair[] = [], taken = new Set<ClassifiedCell>();
  for (const [at, row] of lines.entries()) {
    const people = peopleIn(row);
    if (people) readPeople(lines.slice(at + 1), row, people, pairs, taken);
    const balance = row.find(({ cell }) => isOneOf(BALANCE, cell.text));
    if (balance && row.length >= 3) pairs.push(...sumsOf(type, lines, at));
  }
  return { pairs, taken };
}

/** True where a text, or a part of one in two languages, is one of these labels. */
const isOneOf = (known: ReadonlySet<string>, text: string): boolean =>
  [labelKey(text), ...partKeys(text)].some((key) => known.has(key));

const SECOND_PERSON = new Set(["applicant2", "borrower2", "secondapplicant"]);
const FIRST_PERSON = new Set(["applicant1", "borrower1"]);

interface People {
  own: Cell;
  other: Cell;
}

/** `Applicant` and `Co-applicant` as headings of two columns, beside nothing or beside an empty corner. */
function peopleIn(row: readonly ClassifiedCell[]): People | null {
  const own = row.find((one) =>
    withoutValue(one) && (one.meaning?.target === "name" || isOneOf(FIRST_PERSON, one.cell.text))
  );
  const other = row.find((one) =>
    withoutValue(one) && (one.meaning?.target === "coApplicant" || isOneOf(SECOND_PERSON, one.cell.text))
  );
  return own && other && row.length === 2 && own.cell.x < other.cell.x ? { own: own.cell, other: other.cell } : null;
}

/** Reads the lines below two people's headings until the table ends. */
function readPeople(
  lines: ClassifiedLines,
  head: readonly ClassifiedCell[],
  { own, other }: People,
  pairs: Pair[],
  taken: Set<ClassifiedCell>,
): void {
  const isAt = (cell: Cell, column: Cell) => Math.abs(cell.x - column.x) <= COLUMN_SHIFT;
  let y = own.y;
  for (const [at, row] of lines.entries()) {
    if (row.length === 0) continue;
    const [label] = row;
    const rest = row.slice(1);
    const inTable = label.cell.x < own.x - COLUMN_SHIFT &&
      rest.every(({ cell }) => isAt(cell, own) || isAt(cell, other));
    if (!inTable || row[0].cell.y - y > TABLE_GAP * Math.max(label.cell.height, 4)) return;
    // A heading alone on its line begins another section.
    if (rest.length === 0 && sectionOf(label.cell.text)) return;
    if (at === 0) head.forEach((one) => taken.add(one));
    y = label.cell.y;
    row.forEach((one) => taken.add(one));
    if (!label.meaning || label.label === null) continue;
    for (const { cell } of rest) {
      // What reaches into the next column may be two people's.
      if (isAt(cell, own) && cell.right < other.x) {
        pairs.push({ ...label.meaning, label: label.label, value: cell.text });
      }
      const target = isAt(cell, other) ? OF_OTHER[label.meaning.target] : undefined;
      if (target) pairs.push({ target, rank: label.meaning.rank, label: label.label, value: cell.text });
    }
  }
}

/** What the form takes of the co-applicant, by the applicant's field. */
const OF_OTHER: Readonly<Partial<Record<Pair["target"], Pair["target"]>>> = {
  name: "coApplicant",
  primaryIncome: "secondaryIncome",
};

const BALANCE = new Set(["balance", "balances", "outstandingbalance", "currentbalance", "balanceowing"]);
const PAST_DUE = new Set(["pastdue", "amountpastdue", "arrears"]);
const SUM = /^(?:grand )?totals?:?$/i;
const OF_DEBTS = /liabilit|debt|trade ?line|credit obligation/i;

/** The sums below a list's headings; none where it is not of debts, or has a mortgage among them. */
function sumsOf(type: DocumentType, lines: ClassifiedLines, head: number): Pair[] {
  const title = lines.slice(0, head).findLast((row) => row.length === 1)?.[0].cell.text ?? "";
  if (!OF_DEBTS.test(title)) return [];
  let y = lines[head][0].cell.y;
  for (const row of lines.slice(head + 1)) {
    if (row.length === 0) continue;
    const { cell } = row[0];
    if (cell.y - y > TABLE_GAP * Math.max(cell.height, 4) || row.some((one) => /mortgage/i.test(one.cell.text))) {
      return [];
    }
    y = cell.y;
    if (!SUM.test(cell.text)) continue;
    return lines[head].flatMap((column): Pair[] => {
      const sum = row.find((one) => one.cell !== cell && inColumn(column.cell, one.cell))?.cell.text;
      const { text } = column.cell, label = `Total ${text}`;
      if (sum === undefined) return [];
      if (isOneOf(BALANCE, text)) return [{ target: "total_other_credits", rank: 1, label, value: sum }];
      return type === "bureau" && isOneOf(PAST_DUE, text)
        ? [{ target: "debtInArrears", rank: 1, label, value: sum }]
        : [];
    });
  }
  return [];
}
