/** Reads CSV text: separators, quotes and line ends as spreadsheets and banks of any country write them. */
import Papa from "papaparse";
import { invalid } from "../domain/refusal.ts";

/** Of equal ones the first counts: a text may hold commas, which also stand in numbers, sooner than the others. */
const SEPARATORS = [";", "\t", "|", ","] as const;
const LINES_LOOKED_AT = 50;
/** Letters that those lines are looked for in: of a text Papa splits all, however little of it is asked for. */
const HEAD = 65_536;

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
function separatorOf(head: string): string {
  let best = { separator: ",", lines: 0, columns: 0 };
  for (const separator of SEPARATORS) {
    const [lines, columns] = regularity(head, separator);
    if (lines > best.lines || (lines === best.lines && columns > best.columns)) best = { separator, lines, columns };
  }
  return best.separator;
}

/** The first lines of a text without quotes, where each line end is a row's. */
function firstLines(text: string, newline: string, most: number): string {
  let end = -1;
  for (let line = 0; line < most; line++) {
    end = text.indexOf(newline, end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/** What workbooks, PDFs and pictures have: control characters but tab, line ends and the end mark of DOS. */
// deno-lint-ignore no-control-regex
const NOT_TEXT = /[\0-\x08\x0e-\x19\x1b-\x1f]|^%PDF-/;

/** Lines for each row that a file may have: some programs write every second one empty. */
const LINES_PER_ROW = 2;

/**
 * The rows that hold anything, their cells trimmed. A byte order mark is no part of the first. Throws 422 for what is
 * no text, and with `tooMany` for more rows than `most`, without reading the rest.
 */
export function readCsv(text: string, most: number, tooMany: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, "");
  if (NOT_TEXT.test(source)) throw invalid("This file is no CSV. Save the table as CSV, then choose that file.");
  const head = source.slice(0, HEAD), delimiter = separatorOf(head), preview = LINES_PER_ROW * most + 1;
  const newline = Papa.parse(head, { delimiter, preview: 1 }).meta.linebreak as "\n";
  const begun = source.includes('"') ? source : firstLines(source, newline, preview);
  const { data } = Papa.parse<string[]>(begun, { delimiter, newline, preview });
  const rows = data.map((cells, i) => ({ line: i + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (rows.length > most || data.length === preview) throw invalid(tooMany);
  return rows;
}
