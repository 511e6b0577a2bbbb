/** Where addresses lead that show no page to this visitor (accounts specification 2). */
import { allows, isAdministrator } from "../../lib/domain/permissions.ts";
import type { Http } from "../../lib/server/http.ts";

const isInDashboard = (path: string): boolean => path === "/dashboard" || path.startsWith("/dashboard/");

/** Redirects to /login, with the requested page as the target after signing in. */
export function toLogin(c: Http): Response {
  const wanted = c.req.path + new URL(c.req.url).search;
  const leadsOn = isInDashboard(c.req.path) || c.req.path === "/changeEmail";
  return c.redirect(leadsOn ? `/login?next=${encodeURIComponent(wanted)}` : "/login", 302);
}

/** The redirect of an account's unknown and forbidden paths (accounts specification 2). */
export function startPath(c: Http): string {
  const user = c.get("signedIn");
  if (!user) return "/login";
  if (isAdministrator(user)) return "/dashboard/brokers";
  return allows(user, "useDashboard") ? "/dashboard/loans" : "/dashboard/accountsettings";
}

/**
 * Unknown paths: signed out to /login, under /dashboard to the role's list, any other to /. A page's address with a
 * slash at its end leads to that page.
 */
export function unknownPath(c: Http, pages: readonly { path: string }[]): Response {
  const bare = c.req.path.replace(/\/+$/, "");
  if (bare !== c.req.path && pages.some(({ path }) => path === bare)) {
    return c.redirect(bare + new URL(c.req.url).search, 302);
  }
  const user = c.get("signedIn");
  if (!user) return toLogin(c);
  return c.redirect(isInDashboard(c.req.path) ? startPath(c) : "/", 302);
}
