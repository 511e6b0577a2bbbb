/** The list's address query: filters, order and page. Invalid values fall back to their default. */
import { ACCOUNT_ORDERS, ACCOUNT_TYPES, type AccountQuery, type AccountType } from "../../lib/features/brokers/mod.ts";
import { RATINGS } from "../../lib/domain/accounts/account_values.ts";

export const LIST = "/dashboard/brokers";
const SEARCH_MAX = 100;

export interface ListQuery extends AccountQuery {
  /** All requests instead of the first few. */
  allRequests: boolean;
}

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | null =>
  all.find((one) => one === text) ?? null;

/** A page number from an address: an integer, at least 1. */
export const pageNumber = (text: string | undefined): number => /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;

/** A row's id from an address; null for an invalid one. */
export const idFrom = (text: string | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null;

/** `sort=loans&dir=desc` from the headings, or `sort=loans-desc` from the select on phones. */
function sortOf(query: Readonly<Record<string, string>>): Pick<AccountQuery, "sort" | "descending"> {
  const [by, turned] = (query.sort ?? "").split("-");
  return { sort: oneOf(ACCOUNT_ORDERS, by) ?? "name", descending: (turned ?? query.dir) === "desc" };
}

/** Parses the address. Only brokers have a rating, so a rating with another type is dropped. */
export function readListQuery(query: Readonly<Record<string, string>>): ListQuery {
  const type = oneOf(Object.keys(ACCOUNT_TYPES) as AccountType[], query.type);
  return {
    type,
    rating: type === null || type === "broker" ? oneOf(RATINGS, query.rating) : null,
    q: (query.q ?? "").trim().slice(0, SEARCH_MAX),
    ...sortOf(query),
    page: pageNumber(query.page),
    allRequests: query.requests === "all",
  };
}

/** The list's address with some changes; any change except of the page starts at page 1. */
export function listHref(query: ListQuery, change: Partial<ListQuery>): string {
  const q = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (q.type) params.set("type", q.type);
  if (q.rating) params.set("rating", q.rating);
  if (q.q) params.set("q", q.q);
  if (q.sort !== "name") params.set("sort", q.sort);
  if (q.descending) params.set("dir", "desc");
  if (q.page > 1) params.set("page", String(q.page));
  if (q.allRequests) params.set("requests", "all");
  return params.size ? `${LIST}?${params}` : LIST;
}
