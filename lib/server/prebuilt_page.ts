/** A public page that is the same for every visitor: rendered and compressed once, each answer with a nonce of its own. */
import type { Deps } from "./deps.ts";
import { gzipTemplate } from "./gzip_template.ts";
import type { Http } from "./http.ts";
import { acceptsGzip, type FastAnswer, HTML_TYPE, HTML_VARY, pageHtml, type PageLike } from "./page.tsx";
import { themeOf } from "./shell.ts";

interface Prebuilt {
  version: string;
  plain: (nonce: string) => string;
  gzip: (nonce: string) => Uint8Array<ArrayBuffer>;
}

/** What a page shows of the settings: when a version changes, the page is rendered anew. */
function versionOf(deps: Deps): string {
  const { settingsVersionId, configVersionId } = deps.ports.lending();
  return `${settingsVersionId}.${configVersionId}`;
}

/** Nothing about the visitor shows in the page: no session (not even an ended one), no flash that waits, no query. */
function isPlainVisit(c: Http, deps: Deps): boolean {
  if (c.req.url.includes("?")) return false;
  const cookie = c.req.header("cookie");
  return !cookie || !(cookie.includes(deps.sessions.cookieName) || cookie.includes("flash="));
}

/**
 * Answers plain visits of `page` from one rendering for each theme and settings version; null for every other visit. The
 * rendering is an ordinary one, split at its own nonce, which therefore stays in no piece. Its path must be without parameters.
 */
export function prebuilt(page: () => PageLike): FastAnswer {
  const kept = new WeakMap<Deps, Map<string, Prebuilt>>();

  async function build(c: Http, version: string): Promise<Prebuilt> {
    const nonce = c.get("secureHeadersNonce");
    const pieces = (await pageHtml(c, page())).split(nonce);
    return { version, plain: (n) => pieces.join(n), gzip: gzipTemplate(pieces, nonce.length) };
  }

  return (c) => {
    const deps = c.get("deps");
    if (!isPlainVisit(c, deps)) return null;
    let themes = kept.get(deps);
    if (!themes) kept.set(deps, themes = new Map());
    const theme = themeOf(c) ?? "system";
    const version = versionOf(deps);
    const known = themes.get(theme);
    if (known?.version === version) return send(c, known);
    return build(c, version).then((made) => {
      themes.set(theme, made);
      return send(c, made);
    });
  };
}

/** A bare Response whose headers are set afterwards costs a third of one that is given them. */
function send(c: Http, page: Prebuilt): Response {
  const nonce = c.get("secureHeadersNonce");
  const gzip = acceptsGzip(c);
  const answer = new Response(gzip ? page.gzip(nonce) : page.plain(nonce));
  answer.headers.set("content-type", HTML_TYPE);
  answer.headers.set("vary", HTML_VARY);
  answer.headers.set("cache-control", "no-store");
  if (gzip) answer.headers.set("content-encoding", "gzip");
  return answer;
}
