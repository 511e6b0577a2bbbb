/** What a loan list is asked for: in a page's address, or by the list call. */
import * as v from "valibot";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";

/** Rows a page of the list may have. */
export const PAGE_SIZES = [50, 100, 200] as const;
/** Columns that an index keeps in order; `new` is newest first. */
export const SORTS = ["new", "client", "broker", "city", "type", "amount", "ltv", "score"] as const;
/** What a list is narrowed to; empty for all of them. */
export const LIST_TYPES = ["", "first", "second", "third", "bridge"] as const;
export const LIST_RISKS = ["", "green", "yellow", "red"] as const;
/** What brokers choose between (loans specification, section 2.1). */
export const SHOWN = ["all", "completed", "notCompleted"] as const;

export type LoanSort = (typeof SORTS)[number];
export type Shown = (typeof SHOWN)[number];

const PAGE_MAX = 1_000_000;
const SEARCH_MAX = 120;
/** The list call: rows when none are asked for, and at most. */
export const CALL_SIZE = 200;
export const CALL_SIZE_MAX = 500;

/** A page's address is forgiving: what makes no sense is the usual list. */
const digits = (most: number, fallback: number) =>
  v.fallback(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number), v.minValue(1), v.maxValue(most)), fallback);
const words = v.fallback(
  v.pipe(v.string(), v.transform((s) => s.replace(/\p{Cc}/gu, " ").trim().slice(0, SEARCH_MAX))),
  "",
);

/** Which loans, in which order. */
const WHICH = {
  status: v.fallback(v.picklist(LOAN_STATUSES), "NA"),
  q: words,
  type: v.fallback(v.picklist(LIST_TYPES), ""),
  risk: v.fallback(v.picklist(LIST_RISKS), ""),
  /** A broker's account; 0 for all. */
  broker: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), 0),
  sort: v.fallback(v.picklist(SORTS), "new"),
  order: v.fallback(v.picklist(["asc", "desc"]), "desc"),
};

/** The lender's list. */
export const LoanListQuery = v.object({
  ...WHICH,
  page: digits(PAGE_MAX, 1),
  size: v.fallback(v.pipe(v.string(), v.transform(Number), v.picklist(PAGE_SIZES)), 50),
});
export type LoanListQuery = v.InferOutput<typeof LoanListQuery>;

/** Rows of one answer of the call that the export reads. */
export const EXPORT_SIZE = 1000;

/** The export: the same choices, in pages of its own size. */
export const ListedLoansInput = v.object({ ...WHICH, page: digits(PAGE_MAX, 1) });
export type ListedLoansInput = v.InferOutput<typeof ListedLoansInput>;

/** What is usual, and so is left out of addresses. */
const USUAL: Record<string, unknown> = {
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

/** The query of a list's address with some of its choices changed, without what is usual: `status=Funded&sort=city`. */
export function listQueryText<Q extends object>(query: Q, changes: Partial<Q> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== USUAL[name]) search.set(name, String(value));
  }
  return search.toString();
}

/** A broker's list. */
export const OwnLoansQuery = v.object({
  q: words,
  show: v.fallback(v.picklist(SHOWN), "all"),
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

/** The list call: newest first, `size` rows from page `page`, of one status or of all. */
export const GetLoansInput = v.object({
  page: v.optional(whole(PAGE_MAX, "Ask for a page from 1 on."), "1"),
  size: v.optional(whole(CALL_SIZE_MAX, `Ask for 1 to ${CALL_SIZE_MAX} loans a page.`), String(CALL_SIZE)),
  status: v.optional(v.picklist(LOAN_STATUSES, "This is not a status of a loan.")),
});
export type GetLoansInput = v.InferOutput<typeof GetLoansInput>;
