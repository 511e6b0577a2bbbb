/** The query of a loan list, in a page's address or the list call. */
import * as v from "valibot";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";
import { defineListQuery, oneOf, pageNumber, searchText } from "../list_query.ts";

/** Page sizes of the list. */
export const PAGE_SIZES = [50, 100, 200] as const;
/** Sortable columns, each with an index; `new` is newest first. */
export const SORTS = ["new", "client", "broker", "city", "type", "amount", "ltv", "score"] as const;
/** Loan type filter; empty for all. */
export const LIST_TYPES = ["", "first", "second", "third", "bridge"] as const;
export const LIST_RISKS = ["", "green", "yellow", "red"] as const;
/** What of a Pending loan is of earlier settings: of its score, its rate, either; empty for all loans. */
export const LIST_EARLIER = ["", "any", "score", "rate"] as const;
/** A broker's filter (loans specification 2.1). */
const COMPLETION_FILTERS = ["all", "completed", "notCompleted"] as const;

export type LoanSort = (typeof SORTS)[number];
export type CompletionFilter = (typeof COMPLETION_FILTERS)[number];

/** Longest search, in characters. */
export const SEARCH_MAX = 120;
const PAGE_MAX = 1_000_000;
/** Default and maximum page size of the list call. */
const CALL_SIZE = 200;
const CALL_SIZE_MAX = 500;

/** Filters and order. */
const FILTERS = {
  status: oneOf(LOAN_STATUSES, "NA"),
  q: searchText(SEARCH_MAX),
  type: oneOf(LIST_TYPES, ""),
  risk: oneOf(LIST_RISKS, ""),
  /** A broker's account id; 0 for all. */
  broker: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), 0),
  earlier: oneOf(LIST_EARLIER, ""),
  sort: oneOf(SORTS, "new"),
  order: oneOf(["asc", "desc"], "desc"),
};

const LIST = "/dashboard/loans";

/** The lender's list. */
export const loanListQuery = defineListQuery(LIST, {
  ...FILTERS,
  page: pageNumber,
  size: v.fallback(v.pipe(v.string(), v.transform(Number), v.picklist(PAGE_SIZES)), 50 as (typeof PAGE_SIZES)[number]),
}, {
  direction: "order",
  // Of other statuses the saved score counts.
  settle: (query) => query.status === "NA" ? query : { ...query, earlier: "" as const },
});
export type LoanListQuery = ReturnType<typeof loanListQuery.parse>;

/** A broker's list. */
export const ownLoansQuery = defineListQuery(LIST, {
  q: searchText(SEARCH_MAX),
  show: oneOf(COMPLETION_FILTERS, "all"),
  page: pageNumber,
});
export type OwnLoansQuery = ReturnType<typeof ownLoansQuery.parse>;

/** Page size of the export's call. */
export const EXPORT_SIZE = 1000;

/** The export: the same filters and order, in pages of EXPORT_SIZE. */
export const ListedLoansInput = v.object({ ...FILTERS, page: pageNumber });
export type ListedLoansInput = v.InferOutput<typeof ListedLoansInput>;

const whole = (most: number, reason: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/, reason),
    v.transform(Number),
    v.minValue(1, reason),
    v.maxValue(most, reason),
  );

/** The list call: newest first, `size` rows from page `page`, of one status or all. */
export const GetLoansInput = v.object({
  page: v.optional(whole(PAGE_MAX, "Ask for a page from 1 on."), "1"),
  size: v.optional(whole(CALL_SIZE_MAX, `Ask for 1 to ${CALL_SIZE_MAX} loans a page.`), String(CALL_SIZE)),
  status: v.optional(v.picklist(LOAN_STATUSES, "Choose a loan status of the list.")),
});
export type GetLoansInput = v.InferOutput<typeof GetLoansInput>;
