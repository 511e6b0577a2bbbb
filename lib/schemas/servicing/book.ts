/**
 * The book of loans in servicing: the query of its lists, and what its calls take. Days are YYYY-MM-DD, amounts cents.
 */
import * as v from "valibot";
import { ARREARS_BUCKETS, type ArrearsBucket } from "../../domain/servicing/book.ts";
import { MATURITY_PLANS } from "../../domain/servicing/maturity_plan.ts";
import { id, requiredText, text } from "../fields.ts";
import { defineListQuery, oneOf, pageNumber, searchText } from "../list_query.ts";
import { pickedDate } from "../loans/fields.ts";

const BOOK_VIEWS = ["arrears", "loans", "calendar", "maturities"] as const;
export type BookView = (typeof BOOK_VIEWS)[number];
const BOOK_ORDERS = ["usual", "client", "days", "arrears", "balance", "next", "maturity"] as const;
export type BookOrder = (typeof BOOK_ORDERS)[number];
/** How far ahead maturities are listed, in months: "past" for those past alone, "all" for every one. */
export const MATURES_WITHIN = ["past", "3", "6", "12", "all"] as const;
/** Longest search, in characters. */
export const BOOK_SEARCH_MAX = 100;

const BUCKETS = ARREARS_BUCKETS.map(({ name }) => name) as ArrearsBucket[];
const month = v.fallback(v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/)), "");

const PARAMETERS = {
  view: oneOf(BOOK_VIEWS, "arrears"),
  /** Days in arrears; empty for any. */
  bucket: oneOf(["", ...BUCKETS], ""),
  /** What was decided; empty for anything. */
  plan: oneOf(["", ...MATURITY_PLANS], ""),
  within: oneOf(MATURES_WITHIN, "6"),
  /** The month of the calendar; empty for the present one. */
  month,
  q: searchText(BOOK_SEARCH_MAX),
  sort: oneOf(BOOK_ORDERS, "usual"),
  dir: oneOf(["asc", "desc"], "asc"),
  page: pageNumber,
};

/** The book: arrears, all loans, the calendar of payments, maturities. */
export const bookQuery = defineListQuery("/dashboard/servicing", PARAMETERS, { direction: "dir" });
export type BookQuery = ReturnType<typeof bookQuery.parse>;

/** A list as a file: the query of its address. */
export const BookFileInput = v.object(PARAMETERS);

/** Most payments that are marked, or taken back, at once. */
const AT_ONCE_MAX = 500;
const pickedDay = v.pipe(v.optional(pickedDate, ""), v.minLength(1, "Enter the day."));

/**
 * Payments due, by their rows in the ledgers, with what was shown as unpaid of each in cents; the day is that of
 * receipt.
 */
export const ReceivePaymentsInput = v.object({
  day: pickedDay,
  dues: v.pipe(
    v.array(v.object({ dueId: id, cents: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
    v.minLength(1, "Choose a payment."),
    v.maxLength(AT_ONCE_MAX, `Mark ${AT_ONCE_MAX} payments or fewer at once.`),
  ),
});
export type ReceivePaymentsInput = v.InferOutput<typeof ReceivePaymentsInput>;

/** Receipts to reverse, by their rows in the ledgers. */
export const UndoReceivedInput = v.object({
  rowIds: v.pipe(
    v.array(id),
    v.minLength(1, "Choose a payment."),
    v.maxLength(AT_ONCE_MAX, `Take back ${AT_ONCE_MAX} payments or fewer at once.`),
  ),
  note: requiredText("Enter the reason.", 300),
});
export type UndoReceivedInput = v.InferOutput<typeof UndoReceivedInput>;

/** What is decided for the maturity of that day. */
export const PlanMaturityInput = v.object({
  loanId: id,
  maturity: v.pipe(v.optional(pickedDate, ""), v.minLength(1, "Reload the page, then try again.")),
  plan: v.picklist(MATURITY_PLANS, "Choose renew, discharge or undecided."),
  /** The plan on screen: where a colleague chose another since, it stays. */
  seen: v.optional(v.picklist(MATURITY_PLANS)),
  /** The query of the list it was decided in, to go back to. */
  back: v.optional(text(300), ""),
});
export type PlanMaturityInput = v.InferOutput<typeof PlanMaturityInput>;
