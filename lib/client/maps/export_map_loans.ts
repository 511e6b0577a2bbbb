/** Reads every loan that the map's filters let through, and builds the exported file in the browser. */
import { csvText } from "../../domain/csv.ts";
import { MAP_LOAN_COLUMNS, mapLoanCells } from "../../domain/maps/map_loan_table.ts";
import type { MapLoan } from "../../domain/maps/loan_spots.ts";
import { filterSearch, type LoanMapQuery, type MapOrder } from "../../schemas/maps/loan_map.ts";
import { callApi } from "../call_api.ts";

const FIRST: Record<MapOrder, (a: MapLoan, b: MapLoan) => number> = {
  amount: (a, b) => b.amount - a.amount,
  score: (a, b) => b.score - a.score,
  new: () => 0,
};

/** Loans in the table's order: of equal ones the newest first. */
export const inMapOrder = (loans: readonly MapLoan[], order: MapOrder): MapLoan[] =>
  loans.toSorted((a, b) => FIRST[order](a, b) || b.id - a.id);

/** The loans in the table's order, each once; null where a part failed. */
export async function readMapLoans(query: LoanMapQuery): Promise<MapLoan[] | null> {
  const loans: MapLoan[] = [];
  for (;;) {
    const search = filterSearch(query);
    search.set("after", String(loans.at(-1)?.id ?? 0));
    const result = await callApi<{ data: MapLoan[]; size: number }>(`/api/loans/getmaploans?${search}`);
    if (!result.response) return null;
    loans.push(...result.data);
    if (result.data.length < result.size) return inMapOrder(loans, query.order);
  }
}

/** The file's text. */
export const loansCsv = (loans: readonly MapLoan[]): string => csvText(MAP_LOAN_COLUMNS, loans.map(mapLoanCells));
