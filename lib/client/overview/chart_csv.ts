import { type CsvCell, csvText } from "../../domain/csv.ts";

/** A cell for the file: the plain number where the page has one, else its text. */
function cellOf(cell: HTMLTableCellElement): CsvCell {
  const { value } = cell.dataset;
  if (value !== undefined) return value === "" ? null : Number(value);
  return cell.textContent!.trim();
}

const cellsOf = (row: HTMLTableRowElement): HTMLTableCellElement[] =>
  [...row.cells].filter((cell) => !cell.classList.contains("bar-cell"));

/** A chart's table as CSV, with its headings. */
export function chartCsv(section: HTMLElement): string {
  const table = section.querySelector("table")!;
  const heads = cellsOf(table.tHead!.rows[0]).map((cell) => cell.textContent!.trim());
  return csvText(heads, [...table.tBodies[0].rows].map((row) => cellsOf(row).map(cellOf)));
}
