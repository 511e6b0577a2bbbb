/** Sessions that may do nothing but set up a second factor (docs/decisions/second-factor.md). */
import type { Http } from "../http.ts";

/** Where a second factor is set up. */
export const SET_UP_PATH = "/dashboard/secondfactor";

/** What such a session reaches. Everything else is asked for as by somebody who is signed out. */
const REACHED: ReadonlySet<string> = new Set([
  SET_UP_PATH,
  "/api/auth/beginSecondFactor",
  "/api/auth/confirmSecondFactor",
  "/api/auth/logout",
  "/logout",
]);

/**
 * Looks at a request of a limited session: "reach" where it may go on, "lead" where a person is sent to the set-up, and
 * "out" where the request is answered as to a visitor.
 */
export function limitedMay(c: Http): "reach" | "lead" | "out" {
  const { path, method } = c.req;
  if (REACHED.has(path)) return "reach";
  return method === "GET" && /^\/(dashboard|login|changeEmail)(\/|$)/.test(path) ? "lead" : "out";
}
