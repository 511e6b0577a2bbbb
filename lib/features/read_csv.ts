/** Reads CSV text: separators, quotes and line ends as spreadsheets and banks of any country write them. */
import Papa from "papaparse";
import { invalid } from "../domain/refusal.ts";

/** Of equal ones the first counts: a text may hold commas, which also stand in numbers, sooner than the others. */
const SEPARATORS = [";", "\t", "|", ","] as const;
const LINES_LOOKED_AT = 50;

export interface CsvRow {
  /** Where it is in the file, from 1. */
  line: number;
  cells: string[];
}

/**
 * How many of the first lines are within a column of the most frequent number of columns, which is at least two, and
 * that number: in one bank's file, some rows end in a separator more than others.
 */
function regularity(text: string, delimiter: string): [lines: number, columns: number] {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: LINES_LOOKED_AT, skipEmptyLines: "greedy" });
  const lines = new Map<number, number>();
  for (const { length } of data) if (length > 1) lines.set(length, (lines.get(length) ?? 0) + 1);
  const near = (columns: number) => (lines.get(columns - 1) ?? 0) + (lines.get(columns + 1) ?? 0);
  const [columns, count] = [...lines].reduce(
    (best, one) => one[1] > best[1] || (one[1] === best[1] && one[0] > best[0]) ? one : best,
    [0, 0],
  );
  return [count + near(columns), columns];
}

/** The separator that makes a table of most lines: in `Oshawa;2026-10;98,5` commas are of the numbers. */
function separatorOf(text: string): string {
  let best = { separator: ",", lines: 0, columns: 0 };
  for (const separator of SEPARATORS) {
    const [lines, columns] = regularity(text, separator);
    if (lines > best.lines || (lines === best.lines && columns > best.columns)) best = { separator, lines, columns };
  }
  return best.separator;
}

/** What workbooks, PDFs and pictures have: control characters but tab, line ends and the end mark of DOS. */
// deno-lint-ignore no-control-regex
const NOT_TEXT = /[\0-\x08\x0e-\x19\x1b-\x1f]|^%PDF-/;

/**
 * The rows that hold anything, their cells trimmed. A byte order mark is no part of the first. Throws 422 for what is
 * no text.
 */
export function readCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, "");
  if (NOT_TEXT.test(source)) throw invalid("This file is no CSV. Save the table as CSV, then choose that file.");
  return Papa.parse<string[]>(source, { delimiter: separatorOf(source) }).data
    .map((cells, i) => ({ line: i + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
}
