import type { LoanListQuery, OwnLoansQuery } from "../../lib/schemas/loan_list.ts";

const USUAL = { status: "NA", q: "", sort: "new", order: "desc", page: 1, size: 50, show: "all" } as const;

/** The list's address with some of its choices changed. What is usual is left out, so that addresses stay short. */
export function listAddress<Q extends LoanListQuery | OwnLoansQuery>(query: Q, changes: Partial<Q> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== USUAL[name as keyof typeof USUAL]) search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `/dashboard/loans?${text}` : "/dashboard/loans";
}
