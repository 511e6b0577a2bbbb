/** The picture and the links of mails: answered before any session is read, without a cookie. */
import { followLink } from "../../lib/features/tracking/mod.ts";
import { contextOf, type Http, userAgentOf } from "../../lib/server/http.ts";
import type { Route } from "../../lib/server/route.ts";
import { dataResponse } from "../../lib/server/security.ts";
import { redirectTo } from "../../lib/domain/tracking/rewrite_links.ts";
import type { TrackedHit } from "../../lib/domain/tracking/hit.ts";

/** A transparent picture of one pixel. */
const PIXEL = Uint8Array.from(atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"), (c) => c.charCodeAt(0));

const hitOf = (c: Http, token: string): TrackedHit => ({
  token,
  at: c.get("deps").clock(),
  method: c.req.raw.method,
  userAgent: userAgentOf(c),
  address: c.get("request").address,
});

/** What a mail program needs: it shows the picture on a page of its own, and tells nobody whence. */
const MAIL_HEADERS = {
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "no-store",
};

const plainResponse = (c: Http, body: BodyInit | null, status: number, name: string, value: string): Response =>
  dataResponse(c, body, { ...MAIL_HEADERS, [name]: value }, status);

async function follow(c: Http): Promise<Response> {
  const token = c.req.param("token") ?? "";
  const known = await followLink(contextOf(c), token);
  if (!known) {
    const sentence = "This link is no longer known. Ask the sender for a new one.";
    return plainResponse(c, sentence, 404, "content-type", "text/plain; charset=utf-8");
  }
  await c.get("deps").ports.hits.write({ ...hitOf(c, token), known });
  return plainResponse(c, null, 302, "location", redirectTo(known.link));
}

export const TRACKED_ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/t/o/:file{[A-Za-z0-9_-]{22}\\.gif}",
    handle(c) {
      const stored = c.get("deps").ports.hits.add(hitOf(c, (c.req.param("file") ?? "").slice(0, 22)));
      const picture = () => plainResponse(c, PIXEL, 200, "content-type", "image/gif");
      return stored ? stored.then(picture) : picture();
    },
  },
  { method: "GET", path: "/t/l/:token", handle: follow },
];
