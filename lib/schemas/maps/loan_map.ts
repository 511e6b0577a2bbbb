/** The query of the map of loans, in the page's address and in its calls. */
import * as v from "valibot";
import { type Extent, extentText, parseExtent } from "../../domain/maps/extent.ts";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";
import { id } from "../fields.ts";
import { defineListQuery, oneOf, pageNumber, searchText, wholeNumber } from "../list_query.ts";
import { LIST_RISKS, LIST_TYPES, SEARCH_MAX } from "../loans/list.ts";

/** Active loans are pending and funded ones; "any" leaves only the trash out. */
const MAP_STATUSES = ["active", "any", ...LOAN_STATUSES] as const;
/** What colours the areas. */
export const MAP_MODES = ["market", "exposure", "heat"] as const;
/** The map, or its loans or regions as a table. */
const MAP_VIEWS = ["map", "table", "regions"] as const;
export const MAP_ORDERS = ["amount", "score", "new"] as const;
/** Positions of the loan sizes (SIZE_STEPS); empty for any. */
const MAP_SIZES = ["", "0", "1", "2", "3", "4"] as const;

export type MapMode = (typeof MAP_MODES)[number];
export type MapView = (typeof MAP_VIEWS)[number];
export type MapOrder = (typeof MAP_ORDERS)[number];

/** Longest name of a region, in characters. */
const REGION_MAX = 60;

/** An extent in one form of writing; empty where it is none. */
const box = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => {
      const extent = parseExtent(text);
      return extent ? extentText(extent) : "";
    }),
  ),
  "",
);

const FILTERS = {
  status: oneOf(MAP_STATUSES, "active"),
  q: searchText(SEARCH_MAX),
  type: oneOf(LIST_TYPES, ""),
  risk: oneOf(LIST_RISKS, ""),
  /** A broker's account id; 0 for all. */
  broker: wholeNumber(999_999_999_999_999, 0),
  /** A region's name; empty for any. */
  region: searchText(REGION_MAX),
  size: oneOf(MAP_SIZES, ""),
  /** Degrees: `west,south,east,north`; empty for everywhere. */
  box,
};

/** The screen's query. */
export const loanMapQuery = defineListQuery("/dashboard/maploans", {
  ...FILTERS,
  by: oneOf(MAP_MODES, "market"),
  view: oneOf(MAP_VIEWS, "map"),
  order: oneOf(MAP_ORDERS, "amount"),
  /** A loan whose card opens with the map; 0 for none. */
  loan: wholeNumber(999_999_999_999_999, 0),
  page: pageNumber,
});
export type LoanMapQuery = ReturnType<typeof loanMapQuery.parse>;

/** Which loans: what of the query chooses among them. */
export type LoanMapFilter = Pick<LoanMapQuery, keyof typeof FILTERS>;

/** The query without a filter: what Clear leads to. */
export const NO_FILTER: Partial<LoanMapQuery> = {
  status: "active",
  q: "",
  type: "",
  risk: "",
  broker: 0,
  region: "",
  size: "",
  box: "",
};

/** True where the query shows only a part of the active loans. */
export const hasMapFilter = (query: LoanMapFilter): boolean =>
  Object.entries(NO_FILTER).some(([name, value]) => query[name as keyof LoanMapFilter] !== value);

/** The filters as a call's query. */
export function filterSearch(query: LoanMapFilter): URLSearchParams {
  const names = Object.keys(NO_FILTER) as (keyof LoanMapFilter)[];
  const chosen = names.filter((name) => query[name] !== NO_FILTER[name]);
  return new URLSearchParams(chosen.map((name) => [name, String(query[name])]));
}

const extent = v.pipe(
  v.string(),
  v.rawTransform<string, Extent>(({ dataset, addIssue, NEVER }) => {
    const read = parseExtent(dataset.value);
    if (read) return read;
    addIssue({ message: "Send the view as west,south,east,north in degrees." });
    return NEVER;
  }),
);
const zoom = v.pipe(
  v.string(),
  v.transform(Number),
  v.number("Send the zoom as a number."),
  v.minValue(0),
  v.maxValue(22),
);

/** The spots of a view: filters, the view and its zoom. */
export const LoanSpotsInput = v.object({ ...FILTERS, extent, zoom });
export type LoanSpotsInput = v.InferOutput<typeof LoanSpotsInput>;

/** The list beside the map. */
export const LoansInViewInput = v.object({ ...FILTERS, extent, order: oneOf(MAP_ORDERS, "amount") });
export type LoansInViewInput = v.InferOutput<typeof LoansInViewInput>;

/** Page size of the table, and of the export's call. */
export const MAP_TABLE_SIZE = 100;
export const MAP_EXPORT_SIZE = 1000;

/**
 * The export: every loan of the filters, the newest first, in parts. `after` is the last id of the part before, or 0.
 */
export const MapLoansInput = v.object({ ...FILTERS, after: wholeNumber(999_999_999_999_999, 0) });
export type MapLoansInput = v.InferOutput<typeof MapLoansInput>;

export const MapLoanInput = v.object({ id });
