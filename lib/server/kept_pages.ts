/** Pages that are kept whole, rendered and compressed, for as long as nothing that they show has changed. */
import { getCookie } from "hono/cookie";
import { LRUCache } from "lru-cache";
import { dataVersion } from "../../db/mod.ts";
import { dateInToronto } from "../domain/dates.ts";
import { allows } from "../domain/permissions.ts";
import type { Deps } from "./deps.ts";
import type { Http } from "./http.ts";
import { acceptsGzip, type FastAnswer, gzipped, htmlHeaders, pageHtml, type PageLike, sendGzip } from "./page.tsx";
import { answerAtOnce } from "./security.ts";
import { themeOf } from "./shell.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes kept for one page with all its addresses and visitors: some 300 lists of 200 loans. */
const BYTES_KEPT = 4_000_000;

/** Answers visits of `page` whose key was seen before. Null as key: the visit is answered by a new rendering. */
function kept(
  page: () => PageLike,
  keyOf: (c: Http, deps: Deps) => string | null,
  send: (c: Http, bytes: Bytes) => Response,
): FastAnswer {
  const pagesOf = new WeakMap<Deps, LRUCache<string, Bytes>>();

  async function render(c: Http, pages: LRUCache<string, Bytes>, key: string): Promise<Response> {
    const bytes = gzipped(await pageHtml(c, page()));
    pages.set(key, bytes);
    return sendGzip(c, bytes);
  }

  return (c) => {
    const deps = c.get("deps");
    if (deps.env.mode === "dev" || !acceptsGzip(c) || c.req.header("cookie")?.includes("flash=")) return null;
    const key = keyOf(c, deps);
    if (key === null) return null;
    let pages = pagesOf.get(deps);
    if (!pages) {
      pagesOf.set(deps, pages = new LRUCache({ maxSize: BYTES_KEPT, sizeCalculation: ({ length }) => length }));
    }
    const known = pages.get(key);
    return known ? send(c, known) : render(c, pages, key);
  };
}

/** What pages show of the settings. */
function lendingVersion({ ports }: Deps): string {
  const { settingsVersionId, configVersionId } = ports.lending();
  return `${settingsVersionId}.${configVersionId}`;
}

/** A public page that is the same for all who have no session (not even an ended one) and add no query. */
export const keptForEverybody = (page: () => PageLike): FastAnswer =>
  kept(
    page,
    (c, deps) => {
      if (c.req.url.includes("?") || c.req.header("cookie")?.includes(deps.sessions.cookieName)) return null;
      return `${themeOf(c)} ${lendingVersion(deps)}`;
    },
    (c, bytes) => answerAtOnce(c, bytes, { ...htmlHeaders(), "content-encoding": "gzip" }),
  );

/**
 * A signed-in page, kept for one visitor and address until anything is written to the database, the settings change or the
 * day in Toronto ends. On a libSQL server, where others write too, it is rendered at each visit.
 */
export const keptForVisitor = (page: () => PageLike): FastAnswer =>
  kept(
    page,
    (c, deps) => {
      const visitor = c.get("signedIn"), version = dataVersion(deps.db);
      if (version === null || !allows(visitor, page().permission)) return null;
      const { pathname, search } = new URL(c.req.url);
      const looks = [themeOf(c), getCookie(c, "menu") === "compact"];
      const moment = [version, lendingVersion(deps), dateInToronto(deps.clock())];
      return JSON.stringify([pathname, search, visitor, ...looks, ...moment]);
    },
    sendGzip,
  );
