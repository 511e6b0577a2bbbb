/** Sessions that may do nothing but set up a second factor (docs/decisions/second-factor.md). */
import type { Http } from "../http.ts";

/** Where a second factor is set up. */
export const SET_UP_PATH = "/dashboard/secondfactor";

/** The paths that such a session may use. Everything else is answered as to a signed-out visitor. */
const REACHED: ReadonlySet<string> = new Set([
  SET_UP_PATH,
  "/api/auth/beginSecondFactor",
  "/api/auth/confirmSecondFactor",
  "/api/auth/logout",
  "/logout",
]);

/**
 * Decides on a request of a limited session: "reach" lets it pass, "lead" redirects to the set-up, "out" answers as to
 * a signed-out visitor.
 */
export function limitedMay(c: Http): "reach" | "lead" | "out" {
  const { path, method } = c.req;
  if (REACHED.has(path)) return "reach";
  return method === "GET" && /^\/(dashboard|login|changeEmail)(\/|$)/.test(path) ? "lead" : "out";
}
