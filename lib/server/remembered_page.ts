/** A signed-in page that is kept as it was rendered for as long as nothing that it shows has changed. */
import { getCookie } from "hono/cookie";
import type { Context } from "../../db/mod.ts";
import { allows } from "../domain/permissions.ts";
import type { Deps } from "./deps.ts";
import type { Fragment } from "./fragment.ts";
import type { GzipPart } from "./gzip_pages.ts";
import { gzipTemplate } from "./gzip_template.ts";
import { contextOf, type Http } from "./http.ts";
import { Lru } from "./lru.ts";
import { acceptsGzip, type FastAnswer, type PageLike, pagePieces, sendHtml } from "./page.tsx";
import { openRequests, themeOf } from "./shell.ts";

/** Pages kept: compressed, so some ten kilobytes each. */
const KEPT = 256;

type Filled = (nonce: string) => Uint8Array<ArrayBuffer>;

/** Everything about the visitor that the shell shows. */
async function visitorKey(c: Http): Promise<string> {
  const { db } = c.get("deps");
  return JSON.stringify([
    c.get("signedIn"),
    themeOf(c),
    getCookie(c, "menu") === "compact",
    await openRequests(db),
  ]);
}

/** Splits pieces at the nonce of their own rendering, which therefore stays in none of them. */
function splitAt(pieces: readonly (string | Fragment)[], nonce: string): (string | GzipPart)[][] {
  const groups: (string | GzipPart)[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece !== "string") {
      groups.at(-1)!.push(piece.gzip());
      continue;
    }
    const [first, ...rest] = piece.split(nonce);
    groups.at(-1)!.push(first);
    for (const text of rest) groups.push([text]);
  }
  return groups;
}

/**
 * Answers visits of `page` from one rendering a visitor and version. `versionOf` must tell everything that the page shows
 * from what it shows at another time; null where that is not known. Visits with a waiting toast are rendered.
 */
export function remembered(
  page: () => PageLike,
  versionOf: (ctx: Context, query: Readonly<Record<string, string>>) => Promise<string | null>,
): FastAnswer {
  const kept = new WeakMap<Deps, Lru<Filled>>();

  return async (c) => {
    const deps = c.get("deps");
    if (deps.env.mode === "dev" || !acceptsGzip(c) || c.req.header("cookie")?.includes("flash=")) return null;
    if (!allows(c.get("signedIn"), page().permission)) return null;
    const version = await versionOf(contextOf(c), c.req.query());
    if (version === null) return null;
    const key = `${c.req.path}\n${version}\n${await visitorKey(c)}`;
    let pages = kept.get(deps);
    if (!pages) kept.set(deps, pages = new Lru(KEPT));
    const nonce = c.get("secureHeadersNonce");
    const filled = await pages.getOrMake(
      key,
      async () => gzipTemplate(splitAt(await pagePieces(c, page()), nonce), nonce.length),
    );
    return sendHtml(c, filled(nonce));
  };
}
