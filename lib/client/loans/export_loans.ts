/** Reads a whole list from the server and builds the file in the browser (loans specification 2.2). */
import { csvText } from "../../domain/csv.ts";
import { type ListedLoan, LOAN_COLUMNS, loanCells } from "../../domain/loans/loan_table.ts";
import { callApi } from "../call_api.ts";

interface Page {
  data: ListedLoan[];
  found: number;
  size: number;
  today: string;
}

export interface ExportedList {
  loans: ListedLoan[];
  /** The day in Toronto. */
  today: string;
}

/**
 * Every loan of a list's query, in order; null where a page failed. `onProgress` gets the fraction read, 0 to 1. A loan
 * that moved between pages meanwhile is included once.
 */
export async function readAllLoans(
  query: string,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<ExportedList | null> {
  const loans = new Map<number, ListedLoan>();
  for (let page = 1;; page++) {
    const search = new URLSearchParams(query);
    search.set("page", String(page));
    const result = await callApi<Page>(`/api/loans/listedloans?${search}`, undefined, { signal });
    if (!result.response) return null;
    for (const loan of result.data) loans.set(loan.id, loan);
    const read = page * result.size;
    onProgress(Math.min(1, read / Math.max(1, result.found)));
    if (result.data.length < result.size || read >= result.found) {
      return { loans: [...loans.values()], today: result.today };
    }
  }
}

/** The file's text, with the seven columns. */
export const listCsv = (loans: readonly ListedLoan[]): string => csvText(LOAN_COLUMNS, loans.map(loanCells));
