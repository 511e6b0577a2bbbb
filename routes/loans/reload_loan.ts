import { idOf } from "../../lib/server/id_of.ts";
import { page, Redirect } from "../../lib/server/page.tsx";

/** Redirects from the table of duplicates to a loan's page (loans specification 2.3). */
export const reloadLoanPage = page({
  path: "/dashboard/reloadloan/:id",
  permission: "manageLoans",
  shell: "dashboard",
  title: "Loan",
  load(_ctx, { params }): object {
    throw new Redirect(`/dashboard/viewloan?id=${idOf(params.id, "loan")}`);
  },
  view: () => null,
});
