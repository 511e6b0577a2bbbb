import { allows } from "../../lib/domain/permissions.ts";
import { page, Redirect } from "../../lib/server/page.tsx";

/** /dashboard redirects to the loans, or to the account settings for an unknown role. */
export const dashboardHomePage = page({
  path: "/dashboard",
  permission: "signedIn",
  title: "Dashboard",
  shell: "dashboard",
  load(ctx): object {
    throw new Redirect(allows(ctx.actor, "useDashboard") ? "/dashboard/loans" : "/dashboard/accountsettings");
  },
  view: () => null,
});
