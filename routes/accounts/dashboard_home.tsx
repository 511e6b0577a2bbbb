import { allows } from "../../lib/domain/permissions.ts";
import { page, Redirect } from "../../lib/server/page.tsx";

/** /dashboard leads to the loans; an unknown role has its account settings alone. */
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
