/** Reads a bank's CSV, with headings or without. */
import { type BankTable, hasHeads } from "../../domain/servicing/bank_file.ts";
import { invalid } from "../../domain/refusal.ts";
import { BANK_ROWS_MAX } from "../../schemas/servicing/bank.ts";
import { readCsv } from "../read_csv.ts";

const COLUMNS_MAX = 40;
/** Lines that a bank may write above its table. */
const ABOVE_MAX = 100;
const TOO_MANY = `A file takes ${BANK_ROWS_MAX} rows. Download fewer days from the bank, or split this file.`;

const firstHeads = ([first]: readonly string[][]): number => first && hasHeads(first) ? 0 : -1;

/**
 * The file's table: `headsAt` finds the line of headings, -1 for none, `least` is how many columns it has, `fetched`
 * tells where one is from. Throws 422 where it is empty, too large or not a table.
 */
export function readBankFile(
  text: string,
  { headsAt = firstHeads, least = 3, fetched = "Download the account's transactions as CSV" } = {},
): BankTable {
  const lines = readCsv(text, BANK_ROWS_MAX + ABOVE_MAX, TOO_MANY);
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  // Some banks write the account and the period above the table.
  const begin = lines.findIndex(({ cells }) => cells.length >= least && cells.length >= width - 1);
  const table = begin < 0 ? [] : lines.slice(begin);
  const at = headsAt(table.map(({ cells }) => cells)), heading = table[at]?.cells ?? [];
  const rows = table.slice(at + 1);
  if (rows.length === 0) {
    throw invalid(`This file has no rows. ${fetched}, then try again.`);
  }
  if (rows.length > BANK_ROWS_MAX) throw invalid(TOO_MANY);
  if (width > COLUMNS_MAX) throw invalid(`A file takes ${COLUMNS_MAX} columns. Leave out those not needed.`);
  const heads = Array.from({ length: width }, (_, i) => heading[i] || `Column ${i + 1}`);
  return { heads, rows };
}

/** Throws 422 where the days of a plan can be read in two ways, and nobody said which. */
export function requireOrder({ isOrderSure }: { isOrderSure: boolean }): void {
  if (isOrderSure) return;
  throw invalid("These days can be read with the month or the day first. Say how they are written.");
}
