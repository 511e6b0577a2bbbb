/** Pages that are kept whole, rendered and compressed, for as long as nothing that they show has changed. */
import { getCookie } from "hono/cookie";
import { LRUCache } from "lru-cache";
import { dataVersion } from "../../db/mod.ts";
import { dateInToronto } from "../domain/dates.ts";
import { allows } from "../domain/permissions.ts";
import type { Deps } from "./deps.ts";
import type { Http } from "./http.ts";
import { type Coding, codingOf, compressed } from "./compress.ts";
import { htmlHeaders, type PageCache, pageHtml, type PageLike } from "./page.tsx";
import { completeResponse, repeatedResponse } from "./security.ts";
import { themeOf } from "./shell.ts";

/** Bytes kept for one page with all its addresses and visitors: some 300 lists of 200 loans. */
const MAX_BYTES = 4_000_000;

interface Rule {
  forEverybody: boolean;
  /** Everything that the visit's page depends on, as text; null where it is rendered anew. */
  keyOf(c: Http, deps: Deps, cookie: string): string | null;
}

function createPageCache(page: () => PageLike, { forEverybody, keyOf }: Rule): PageCache {
  const pagesOf = new WeakMap<Deps, LRUCache<string, Response>>();

  function shelf(deps: Deps): LRUCache<string, Response> {
    let pages = pagesOf.get(deps);
    if (!pages) pagesOf.set(deps, pages = new LRUCache({ maxSize: MAX_BYTES }));
    return pages;
  }

  function key(c: Http, deps: Deps): string | null {
    const cookie = c.req.header("cookie") ?? "", coding = codingOf(c);
    if (deps.env.mode === "dev" || !coding || cookie.includes("flash=")) return null;
    const key = keyOf(c, deps, cookie);
    return key && `${coding} ${key}`;
  }

  async function render(c: Http, deps: Deps, key: string): Promise<Response> {
    const coding = key.slice(0, key.indexOf(" ")) as Coding;
    const html = compressed(await pageHtml(c, page()), coding, forEverybody ? "everybody" : "again");
    const headers = [
      ...htmlHeaders(deps.assets),
      ["content-encoding", coding] as const,
      ...c.get("surroundings").pageHeaders,
    ];
    const response = completeResponse(html, headers, c.get("request").id);
    shelf(deps).set(key, response, { size: html.length });
    return send(c, response);
  }

  return {
    forEverybody,
    find(c, deps) {
      const known = key(c, deps);
      return known === null ? undefined : shelf(deps).get(known);
    },
    respond(c, deps) {
      const known = key(c, deps);
      if (known === null) return null;
      const result = shelf(deps).get(known);
      return result ? send(c, result) : render(c, deps, known);
    },
  };
}

/** Sends a kept answer with this request's id, and the cookie of a session that it renewed. */
function send(c: Http, cached: Response): Response {
  c.get("request").headersComplete = true;
  const response = repeatedResponse(cached, c.get("request").id);
  for (const cookie of c.res.headers.getSetCookie()) response.headers.append("set-cookie", cookie);
  return response;
}

/** What pages show of the settings. */
function lendingVersion({ ports }: Deps): string {
  const { settingsVersionId, configVersionId } = ports.lending();
  return `${settingsVersionId}.${configVersionId}`;
}

/** A public page that is the same for all who have no session (not even an ended one) and add no query. */
export const cachedForEverybody = (page: () => PageLike): PageCache =>
  createPageCache(page, {
    forEverybody: true,
    keyOf(c, deps, cookie) {
      if (c.req.url.includes("?") || cookie.includes(deps.sessions.cookieName)) return null;
      return `${themeOf(c)} ${lendingVersion(deps)}`;
    },
  });

/**
 * A signed-in page, kept for one visitor and address until anything is written to the database, the settings change or
 * the day in Toronto ends. On a libSQL server, where others write too, the visit's own reads bring the version along.
 */
export const cachedForVisitor = (page: () => PageLike): PageCache =>
  createPageCache(page, {
    forEverybody: false,
    keyOf(c, deps) {
      const visitor = c.get("signedIn"), version = dataVersion(deps.db);
      if (version === null || !allows(visitor, page().permission)) return null;
      const { pathname, search } = new URL(c.req.url);
      const looks = [themeOf(c), getCookie(c, "menu") === "compact"];
      const moment = [version, lendingVersion(deps), dateInToronto(deps.clock())];
      return JSON.stringify([pathname, search, visitor, ...looks, ...moment]);
    },
  });
