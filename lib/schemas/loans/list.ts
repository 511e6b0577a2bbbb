/** The query of a loan list, in a page's address or the list call. */
import * as v from "valibot";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";

/** Page sizes of the list. */
export const PAGE_SIZES = [50, 100, 200] as const;
/** Sortable columns, each with an index; `new` is newest first. */
export const SORTS = ["new", "client", "broker", "city", "type", "amount", "ltv", "score"] as const;
/** Loan type filter; empty for all. */
export const LIST_TYPES = ["", "first", "second", "third", "bridge"] as const;
export const LIST_RISKS = ["", "green", "yellow", "red"] as const;
/** A broker's filter (loans specification 2.1). */
export const COMPLETION_FILTERS = ["all", "completed", "notCompleted"] as const;

export type LoanSort = (typeof SORTS)[number];
export type CompletionFilter = (typeof COMPLETION_FILTERS)[number];

const PAGE_MAX = 1_000_000;
const SEARCH_MAX = 120;
/** Default and maximum page size of the list call. */
export const CALL_SIZE = 200;
export const CALL_SIZE_MAX = 500;

/** Address queries are lenient: invalid values fall back to the default. */
const digits = (most: number, fallback: number) =>
  v.fallback(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number), v.minValue(1), v.maxValue(most)), fallback);
const words = v.fallback(
  v.pipe(v.string(), v.transform((s) => s.replace(/\p{Cc}/gu, " ").trim().slice(0, SEARCH_MAX))),
  "",
);

/** Filters and order. */
const FILTERS = {
  status: v.fallback(v.picklist(LOAN_STATUSES), "NA"),
  q: words,
  type: v.fallback(v.picklist(LIST_TYPES), ""),
  risk: v.fallback(v.picklist(LIST_RISKS), ""),
  /** A broker's account id; 0 for all. */
  broker: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), 0),
  sort: v.fallback(v.picklist(SORTS), "new"),
  order: v.fallback(v.picklist(["asc", "desc"]), "desc"),
};

/** The lender's list. */
export const LoanListQuery = v.object({
  ...FILTERS,
  page: digits(PAGE_MAX, 1),
  size: v.fallback(v.pipe(v.string(), v.transform(Number), v.picklist(PAGE_SIZES)), 50),
});
export type LoanListQuery = v.InferOutput<typeof LoanListQuery>;

/** Page size of the export's call. */
export const EXPORT_SIZE = 1000;

/** The export: the same filters and order, in pages of EXPORT_SIZE. */
export const ListedLoansInput = v.object({ ...FILTERS, page: digits(PAGE_MAX, 1) });
export type ListedLoansInput = v.InferOutput<typeof ListedLoansInput>;

/** Defaults, which addresses leave out. */
const DEFAULTS: Record<string, unknown> = {
  status: "NA",
  q: "",
  type: "",
  risk: "",
  broker: 0,
  sort: "new",
  order: "desc",
  page: 1,
  size: 50,
  show: "all",
};

/** The query text of a list's address with some changes, without defaults: `status=Funded&sort=city`. */
export function listQueryText<Q extends object>(query: Q, changes: Partial<Q> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== DEFAULTS[name]) search.set(name, String(value));
  }
  return search.toString();
}

/** A broker's list. */
export const OwnLoansQuery = v.object({
  q: words,
  show: v.fallback(v.picklist(COMPLETION_FILTERS), "all"),
  page: digits(PAGE_MAX, 1),
});
export type OwnLoansQuery = v.InferOutput<typeof OwnLoansQuery>;

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
  status: v.optional(v.picklist(LOAN_STATUSES, "This is not a status of a loan.")),
});
export type GetLoansInput = v.InferOutput<typeof GetLoansInput>;
