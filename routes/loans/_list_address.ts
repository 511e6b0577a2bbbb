import { listQueryText, type LoanListQuery, type OwnLoansQuery } from "../../lib/schemas/loans/list.ts";

/** The list's address with some changes, without defaults. */
export function listAddress<Q extends LoanListQuery | OwnLoansQuery>(query: Q, changes: Partial<Q> = {}): string {
  const text = listQueryText<Q>(query, changes);
  return text ? `/dashboard/loans?${text}` : "/dashboard/loans";
}
