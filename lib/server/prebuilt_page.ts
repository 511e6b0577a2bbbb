/** A public page that is the same for every visitor: rendered and compressed once, each answer with a nonce of its own. */
import type { Deps } from "./deps.ts";
import { gzipTemplate } from "./gzip_template.ts";
import type { Http } from "./http.ts";
import { acceptsGzip, type FastAnswer, pageHtml, type PageLike, sendHtml } from "./page.tsx";
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

/** Nothing about the visitor shows in the page: signed out, nothing waits to be told, and no query. */
function isPlainVisit(c: Http): boolean {
  return !c.get("signedIn") && !c.req.url.includes("?") && !c.req.header("cookie")?.includes("flash=");
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
    if (!isPlainVisit(c)) return null;
    const deps = c.get("deps");
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

function send(c: Http, page: Prebuilt): Response {
  const nonce = c.get("secureHeadersNonce");
  return acceptsGzip(c) ? sendHtml(c, page.gzip(nonce), 200) : sendHtml(c, page.plain(nonce));
}
