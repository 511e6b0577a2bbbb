/** POST /logout: the menus' form. The origin check keeps other sites out. */
import { signOut } from "../../lib/features/accounts/mod.ts";
import { contextOf, type Http } from "../../lib/server/http.ts";

/** Ends the session and redirects to / (accounts specification 4). */
export async function signOutByForm(c: Http): Promise<Response> {
  await signOut(contextOf(c));
  await c.get("deps").sessions.end(c);
  return c.redirect("/", 303);
}
