/** Reads every loan that the map's filters let through, and builds the exported file in the browser. */
import { csvText } from "../../domain/csv.ts";
import { MAP_LOAN_COLUMNS, mapLoanCells } from "../../domain/maps/map_loan_table.ts";
import type { MapLoan } from "../../domain/maps/loan_spots.ts";
import { filterSearch, type LoanMapQuery } from "../../schemas/maps/loan_map.ts";
import { callApi } from "../call_api.ts";

/** The loans in the table's order; null where a page failed. One that moved between pages meanwhile is included once. */
export async function readMapLoans(query: LoanMapQuery): Promise<MapLoan[] | null> {
  const loans = new Map<number, MapLoan>();
  for (let page = 1;; page++) {
    const search = filterSearch(query);
    search.set("order", query.order);
    search.set("page", String(page));
    const answer = await callApi<{ data: MapLoan[]; size: number }>(`/api/loans/getmaploans?${search}`);
    if (!answer.response) return null;
    for (const loan of answer.data) loans.set(loan.id, loan);
    if (answer.data.length < answer.size) return [...loans.values()];
  }
}

/** The file's text. */
export const loansCsv = (loans: readonly MapLoan[]): string => csvText(MAP_LOAN_COLUMNS, loans.map(mapLoanCells));
