import { useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { type Extent, extentText } from "../../lib/domain/maps/extent.ts";
import type { LoansInView, LoanSpots } from "../../lib/domain/maps/loan_spots.ts";
import type { LoanMapData, LoanMapSummary } from "../../lib/domain/maps/screen.ts";
import { filterSearch, type LoanMapQuery } from "../../lib/schemas/maps/loan_map.ts";
import { LATE, useLatest } from "../shell/use_latest.ts";

/** Where the map is. */
export interface View {
  extent: Extent;
  zoom: number;
}

export interface LoanMapState {
  summary: LoanMapSummary;
  spots: LoanSpots | null;
  list: LoansInView;
  /** Whose last question had no answer. */
  failed: { spots: boolean; list: boolean };
}

const NOT_FAILED = { spots: false, list: false };

/**
 * The map that loans are asked for. What is answered waits for its rest: a list made anew costs a moving map frames.
 */
interface Moving {
  view(): View;
  atRest(): Promise<void>;
}

async function resultAtRest<T extends object>(path: string, map: Moving) {
  const result = await callApi<T>(path);
  await map.atRest();
  return result;
}

/** The loans of the map: `load` asks for another choice of them, `follow` for what another view shows. */
export function useLoanMapData(first: { summary: LoanMapSummary; list: LoansInView }) {
  const [state, setState] = useState<LoanMapState>({ ...first, spots: null, failed: NOT_FAILED });
  const latestSpots = useLatest(), latestList = useLatest();
  /** The last query: a map that comes to rest in the same place asks nothing. */
  const requestedPath = useRef(""), requestedSpotsPath = useRef("");
  /** The spots are those of one view. */
  const partial = useRef(false);

  async function loadSpots(query: LoanMapQuery, map: Moving): Promise<void> {
    const { extent, zoom } = map.view();
    const search = filterSearch(query);
    search.set("extent", extentText(extent));
    search.set("zoom", zoom.toFixed(2));
    const path = `/api/loans/getloanspots?${search}`;
    if (path === requestedSpotsPath.current) return;
    requestedSpotsPath.current = path;
    const result = await latestSpots(resultAtRest<{ data: LoanMapData }>(path, map));
    if (result === LATE) return;
    if (!result.response) {
      requestedSpotsPath.current = "";
      return setState((old) => ({ ...old, failed: { ...old.failed, spots: true } }));
    }
    const { spots, ...summary } = result.data;
    partial.current = spots.kind === "cells" || !spots.whole;
    setState((old) => ({ ...old, summary, spots, failed: { ...old.failed, spots: false } }));
    // The map may have come to rest while it counted as whole, so that nothing asked for the new view.
    if (partial.current) await loadSpots(query, map);
  }

  async function loadList(query: LoanMapQuery, map: Moving): Promise<void> {
    const search = filterSearch(query), extent = extentText(map.view().extent);
    search.set("extent", extent);
    search.set("order", query.order);
    const path = `/api/loans/getloansinview?${search}`;
    if (path === requestedPath.current) return;
    requestedPath.current = path;
    const result = await latestList(resultAtRest<{ data: LoansInView }>(path, map));
    if (result === LATE) return;
    if (extentText(map.view().extent) !== extent) {
      // The map has moved on and asks anew: rendering a list for each stop would cost frames.
      requestedPath.current = "";
      return;
    }
    const found = result.response ? { list: result.data } : {};
    if (!result.response) requestedPath.current = "";
    setState((old) => ({ ...old, ...found, failed: { ...old.failed, list: !result.response } }));
  }

  return {
    state,
    load: async (query: LoanMapQuery, map: Moving) => {
      await Promise.all([loadSpots(query, map), loadList(query, map)]);
    },
    follow: async (query: LoanMapQuery, map: Moving) => {
      await Promise.all([loadList(query, map), partial.current ? loadSpots(query, map) : null]);
    },
  };
}
