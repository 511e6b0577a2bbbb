import { signOut } from "../../../lib/features/auth/sign_out.ts";
import { forbidden } from "../../../lib/domain/refusal.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { call } from "../../../lib/server/call.ts";
import { type Http, wantsPage } from "../../../lib/server/http.ts";

/**
 * GET logout, which the specification wants as a GET. It signs out only where the person's own page asked: a same-origin
 * navigation or fetch. A prefetch, a picture, another site and whatever does not say where it comes from change nothing (403).
 */
export const logoutCall = call({
  method: "GET",
  path: "/api/auth/logout",
  permission: "public",
  input: nothing,
  async run(ctx, _input, c) {
    if (!askedByOwnPage(c)) throw forbidden("Sign out with the Logout button. Nothing was changed.");
    await signOut(ctx);
    await c.get("deps").sessions.end(c);
    return {};
  },
  reply: (_output, c) => wantsPage(c) ? c.redirect("/", 303) : c.json({ response: true }),
});

function askedByOwnPage(c: Http): boolean {
  const head = (name: string) => c.req.header(name) ?? "";
  const ahead = [head("sec-purpose"), head("purpose"), head("x-moz")].some((p) =>
    /prefetch|preview|prerender/i.test(p)
  );
  return head("sec-fetch-site") === "same-origin" && !ahead &&
    ["", "document", "empty"].includes(head("sec-fetch-dest"));
}
