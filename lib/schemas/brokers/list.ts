/** The query of the list of accounts, in its page's address. */
import * as v from "valibot";
import { RATINGS } from "../../domain/accounts/account_values.ts";
import { CONSENT_STANDINGS } from "../../domain/mail/consent.ts";
import { ROLE } from "../../domain/permissions.ts";
import { defineListQuery, oneOf, pageNumber, searchText } from "../list_query.ts";

export const ACCOUNT_TYPES = { broker: ROLE.broker, admin: ROLE.administrator, owner: ROLE.owner } as const;
export type AccountType = keyof typeof ACCOUNT_TYPES;

/** Sortable columns. */
const ACCOUNT_ORDERS = [
  "name",
  "type",
  "brokerage",
  "licence",
  "rating",
  "status",
  "active",
  "loans",
  "signin",
  "submission",
] as const;
export type AccountOrder = (typeof ACCOUNT_ORDERS)[number];

/** Longest search, in characters. */
export const ACCOUNT_SEARCH_MAX = 100;

/** The list of accounts; an empty type, rating or consent is any. Only brokers have these, so another type has none. */
export const accountListQuery = defineListQuery("/dashboard/brokers", {
  type: oneOf(["", ...Object.keys(ACCOUNT_TYPES) as AccountType[]], ""),
  rating: oneOf(["", ...RATINGS], ""),
  consent: oneOf(["", ...CONSENT_STANDINGS], ""),
  q: searchText(ACCOUNT_SEARCH_MAX),
  sort: oneOf(ACCOUNT_ORDERS, "name"),
  dir: oneOf(["asc", "desc"], "asc"),
  page: pageNumber,
  /** All requests instead of the first few. */
  requests: oneOf(["few", "all"], "few"),
}, {
  direction: "dir",
  settle: (query) =>
    query.type === "" || query.type === "broker" ? query : { ...query, rating: "" as const, consent: "" as const },
});
export type AccountListQuery = ReturnType<typeof accountListQuery.parse>;

/** An account's page: its id, 0 where the address has none, and the pages of its loans and its history. */
export const accountQuery = defineListQuery("/dashboard/viewbroker", {
  id: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)), 0),
  page: pageNumber,
  history: pageNumber,
});
