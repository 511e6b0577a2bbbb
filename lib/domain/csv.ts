/** CSV text that spreadsheets open as it is and never run as formulas. */

/** A cell: text (quoted), a number (unquoted), or null for empty. */
export type CsvCell = string | number | null;

/** Formula injection: a leading = + - @ (full-width forms too, also after spaces), or a leading tab or line break. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** One field, quoted. Text that a spreadsheet could run as a formula gets a leading apostrophe. */
export function csvField(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Rows as lines with commas, each with CRLF after it. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => row.map(csvField).join(",") + "\r\n").join("");

/** Rows with headings as file text, which begins with UTF-8's byte order mark. */
export const csvText = (heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  "\uFEFF" + csvLines([heads, ...rows]);

/** What no column of a file was said to hold, as a sentence that asks for it; empty where nothing is lacking. */
export function columnsLacking(things: readonly string[]): string {
  if (things.length === 0) return "";
  const last = things[things.length - 1];
  return things.length === 1
    ? `Say which column has ${last}.`
    : `Say which columns have ${things.slice(0, -1).join(", ")} and ${last}.`;
}
