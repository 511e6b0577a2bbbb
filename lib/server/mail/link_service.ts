/**
 * A process of its own that asks the sites of links: it may call out, and can do nothing else. A server that may reach
 * its own services alone asks it (docs/decisions/mail-links.md).
 */
import type { LinkResponse } from "../../domain/mail/link_check.ts";
import type { LinkChecker } from "../../domain/ports.ts";
import { createLinkChecker } from "./link_checker.ts";

/** Environment variable with the service's address, for the server beside it: `http://key@127.0.0.1:port`. */
export const LINK_SERVICE_VARIABLE = "HARBOURLINE_LINKS";

/** Longer than one check takes. */
const TIMEOUT_MS = 8000;

/** Answers `?link=` with `check`, for callers with the key. */
export function serveLinks(key: string, check: LinkChecker = createLinkChecker()) {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (request.headers.get("authorization") !== `Bearer ${key}`) return new Response(null, { status: 401 });
    const link = new URL(request.url).searchParams.get("link") ?? "";
    return URL.canParse(link) ? Response.json(await check(link)) : new Response(null, { status: 400 });
  });
}

/** Asks the service at an address. Where it does not answer, the link was not called. */
export function createLinkClient(address: string): LinkChecker {
  const { origin, username: key } = new URL(address);
  return async (link) => {
    try {
      const response = await fetch(`${origin}/?link=${encodeURIComponent(link)}`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) return await response.json() as LinkResponse;
      await response.body?.cancel();
    } catch {
      // It has ended, or hangs.
    }
    return { none: "notAsked" };
  };
}

if (import.meta.main) {
  const input = Deno.stdin.readable.pipeThrough(new TextDecoderStream()).getReader();
  const key = ((await input.read()).value ?? "").trim();
  const { addr } = serveLinks(key);
  console.log(`http://127.0.0.1:${addr.port}`);
  // Its parent process has ended.
  while (!(await input.read()).done);
  Deno.exit();
}
