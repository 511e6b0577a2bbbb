/** Reads a CSV of market reports. */
import type { ReadTable } from "../../domain/maps/market_import.ts";
import { countText } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import { readCsv } from "../read_csv.ts";

/** Rows that one import takes: 80 regions for five years. */
const MAX_ROWS = 5000;
const MAX_COLUMNS = 40;
const TOO_MANY = `An import takes ${countText(MAX_ROWS)} rows. Split this file and import its parts.`;

/** The headings and rows of a CSV. Throws 422 where it is empty, too large or not a table. */
export function readTable(text: string): ReadTable {
  const [head, ...rows] = readCsv(text, MAX_ROWS + 1, TOO_MANY);
  if (!head || rows.length === 0) {
    throw invalid("This file has no rows. Its first line names the columns, each further line is a report.");
  }
  if (head.cells.length > MAX_COLUMNS) throw invalid(`An import takes ${MAX_COLUMNS} columns. Drop those not needed.`);
  return { heads: head.cells, rows };
}
