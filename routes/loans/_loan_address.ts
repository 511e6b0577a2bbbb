import { type LoanListQuery, loanListQuery } from "../../lib/schemas/loans/list.ts";

/** The address of a loan's page. `list` is the text of the list that it was opened from: the page goes through that. */
export const loanAddress = (id: number, list = ""): string => `/dashboard/viewloan?id=${id}${list && `&${list}`}`;

/** The same in HTML. `list` is escaped: once for all rows of the list. */
export const loanAddressHtml = (id: number, list: string): string =>
  `/dashboard/viewloan?id=${id}${list && `&amp;${list}`}`;

/** A list's query as its loans' addresses carry it. It includes the status, which a loan may leave. */
export const listText = (query: LoanListQuery): string =>
  new URLSearchParams({ status: query.status, ...loanListQuery.notDefault(query) }).toString();

/** The list in a loan's address; null where it was not opened from a list. */
export const listOfAddress = (query: Readonly<Record<string, string>>): LoanListQuery | null =>
  query.status === undefined ? null : loanListQuery.parse(query);
