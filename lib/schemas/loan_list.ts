/** What a loan list is asked for: in a page's address, or by the list call. */
import * as v from "valibot";
import { LOAN_STATUSES } from "../domain/loan/status.ts";

/** Rows a page of the list may have. */
export const PAGE_SIZES = [50, 100, 200] as const;
/** Columns that an index keeps in order; `new` is newest first. */
export const SORTS = ["new", "client", "city", "amount", "ltv", "score"] as const;
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

/** The lender's list. */
export const LoanListQuery = v.object({
  status: v.fallback(v.picklist(LOAN_STATUSES), "NA"),
  q: words,
  sort: v.fallback(v.picklist(SORTS), "new"),
  order: v.fallback(v.picklist(["asc", "desc"]), "desc"),
  page: digits(PAGE_MAX, 1),
  size: v.fallback(v.pipe(v.string(), v.transform(Number), v.picklist(PAGE_SIZES)), 50),
});
export type LoanListQuery = v.InferOutput<typeof LoanListQuery>;

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
