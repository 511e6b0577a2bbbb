import { useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { type Extent, extentText } from "../../lib/domain/maps/extent.ts";
import type { LoansInView, LoanSpots } from "../../lib/domain/maps/loan_spots.ts";
import type { LoanMapData, LoanMapSummary } from "../../lib/domain/maps/screen.ts";
import { filterSearch, type LoanMapQuery } from "../../lib/schemas/maps/loan_map.ts";

/** Where the map is. */
export interface View {
  extent: Extent;
  zoom: number;
}

export interface LoanMapState {
  summary: LoanMapSummary;
  spots: LoanSpots | null;
  list: LoansInView;
  /** The last question had no answer. */
  failed: boolean;
}

/** Calls of which the last one alone counts: the others answer "late". */
function useLatest() {
  const last = useRef(0);
  return async <T extends object>(path: string): Promise<T | null | "late"> => {
    const mine = ++last.current;
    const answer = await callApi<{ data: T }>(path);
    if (mine !== last.current) return "late";
    return answer.response ? answer.data : null;
  };
}

/** The loans of the map: `load` asks for another choice of them, `follow` for what another view shows. */
export function useLoanMapData(first: { summary: LoanMapSummary; list: LoansInView }) {
  const [state, setState] = useState<LoanMapState>({ ...first, spots: null, failed: false });
  const askSpots = useLatest(), askList = useLatest();
  /** The spots are those of one view. */
  const partial = useRef(false);

  async function loadSpots(query: LoanMapQuery, { extent, zoom }: View): Promise<void> {
    const search = filterSearch(query);
    search.set("extent", extentText(extent));
    search.set("zoom", zoom.toFixed(2));
    const data = await askSpots<LoanMapData>(`/api/loans/getloanspots?${search}`);
    if (data === "late") return;
    if (!data) return setState((old) => ({ ...old, failed: true }));
    const { spots, ...summary } = data;
    partial.current = spots.kind === "cells" || !spots.whole;
    setState((old) => ({ ...old, summary, spots, failed: false }));
  }

  async function loadList(query: LoanMapQuery, { extent }: View): Promise<void> {
    const search = filterSearch(query);
    search.set("extent", extentText(extent));
    search.set("order", query.order);
    const list = await askList<LoansInView>(`/api/loans/getloansinview?${search}`);
    if (list === "late") return;
    setState((old) => list ? { ...old, list, failed: false } : { ...old, failed: true });
  }

  return {
    state,
    load: async (query: LoanMapQuery, view: View) => {
      await Promise.all([loadSpots(query, view), loadList(query, view)]);
    },
    follow: async (query: LoanMapQuery, view: View) => {
      await Promise.all([loadList(query, view), partial.current ? loadSpots(query, view) : null]);
    },
  };
}
