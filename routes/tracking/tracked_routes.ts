/** The picture and the links of mails: answered before any session is read, without a cookie. */
import type { Hono } from "hono";
import { followLink } from "../../lib/features/tracking/mod.ts";
import type { Http, Variables } from "../../lib/server/http.ts";
import { contextOf } from "../../lib/server/http.ts";
import type { TrackedHit } from "../../lib/domain/tracking/hit.ts";

/** A transparent picture of one pixel. */
const PIXEL = Uint8Array.from(atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"), (c) => c.charCodeAt(0));

/** Longest user agent that is looked at. */
const AGENT_MAX = 400;

const hitOf = (c: Http, token: string): TrackedHit => ({
  token,
  at: c.get("deps").clock(),
  method: c.req.raw.method,
  userAgent: (c.req.header("user-agent") ?? "").slice(0, AGENT_MAX),
  address: c.get("address"),
});

/** The portal's headers but for what a mail program needs: it shows the picture on a page of its own, and tells nobody whence. */
function answer(c: Http, body: BodyInit | null, status: number, own: Record<string, string>): Response {
  c.set("headersComplete", true);
  return new Response(body, {
    status,
    headers: {
      ...c.get("securityHeaders"),
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-store",
      "x-request-id": c.get("requestId"),
      ...own,
    },
  });
}

export function trackedRoutes(app: Hono<{ Variables: Variables }>): void {
  app.get("/t/o/:file{[A-Za-z0-9_-]{22}\\.gif}", (c) => {
    c.get("deps").ports.hits.add(hitOf(c, c.req.param("file").slice(0, 22)));
    return answer(c, PIXEL, 200, { "content-type": "image/gif" });
  });
  app.get("/t/l/:token", async (c) => {
    const token = c.req.param("token");
    const link = await followLink(contextOf(c), token);
    if (link === null) {
      return answer(c, "This link is no longer known. Ask whoever sent the mail for a new one.", 404, {
        "content-type": "text/plain; charset=utf-8",
      });
    }
    await c.get("deps").ports.hits.write(hitOf(c, token));
    return answer(c, null, 302, { location: link });
  });
}
