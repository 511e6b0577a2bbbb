/** What the lender's list is asked for. */
import type { LoanListQuery } from "../../lib/schemas/loans/list.ts";

/** The usual list, 200 rows a page, with these choices changed. */
export const query = (changes: Partial<LoanListQuery> = {}): LoanListQuery => ({
  status: "NA",
  q: "",
  type: "",
  risk: "",
  broker: 0,
  earlier: "",
  sort: "new",
  order: "desc",
  page: 1,
  size: 200,
  ...changes,
});
