import { notFound } from "../../lib/domain/refusal.ts";
import { page, Redirect } from "../../lib/server/page.tsx";

/** Redirects from the table of duplicates to a loan's page (loans specification 2.3). */
export const reloadLoanPage = page({
  path: "/dashboard/reloadloan/:id",
  permission: "manageLoans",
  shell: "dashboard",
  title: "Loan",
  load(_ctx, { params }): object {
    if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw notFound("loan");
    throw new Redirect(`/dashboard/viewloan?id=${params.id}`);
  },
  view: () => null,
});
