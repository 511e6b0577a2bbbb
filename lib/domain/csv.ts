/** Tables as CSV that spreadsheets open as they are, and never run. */

/** A cell: text, or a number as it is; null is empty. */
export type CsvCell = string | number | null;

/**
 * What a spreadsheet would take for a formula: a leading = + - @, in their wide forms too and behind spaces, and a leading
 * tab or line break.
 */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/;

/** One field. Text that could run as a formula gets an apostrophe before it; text is always quoted, quotes are doubled. */
export function csvField(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Rows with their heads as a file's text: the mark that tells spreadsheets UTF-8, commas, and CRLF after every line. */
export function csvText(heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return "\uFEFF" + [heads, ...rows].map((row) => row.map(csvField).join(",") + "\r\n").join("");
}
