/** Hostile requests as a socket brings them: what a URL of the runtime would never let through, at every address. */
import { PICTURE_ROUTE } from "../../routes/mail/picture_route.ts";
import { tickRoute } from "../../routes/operations/tick.ts";
import { PAGES } from "../../routes/pages.ts";
import { systemRoutes } from "../../routes/system/routes.ts";
import { TRACKED_ROUTES } from "../../routes/tracking/tracked_routes.ts";
import type { TestApp } from "../support/app.ts";
import { pick } from "./hostile_values.ts";

const HOSTS = ["localhost", "localhost", "127.0.0.1", "[", "x:99999", "a b", "::1", "%00", "", ".", "x".repeat(300)];
const METHODS = ["GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "X"];
/** What stands before a path where the line names the whole address. */
const ORIGINS = [
  "",
  "",
  "",
  "",
  "http://[",
  "http://x:99999",
  "http://evil.example",
  "http://u:p@localhost",
  "ftp://x",
];
const ENDINGS = [
  "",
  "",
  "?",
  "?x=%",
  "?%00=%ff",
  "/%2e%2e/%2e%2e",
  "//evil.example",
  "%c0%af",
  ";x",
  "?q=".padEnd(7000, "a"),
];
const LINES = [
  ...[
    "Cookie: session=; =; ;;",
    "Cookie: session=%",
    "Accept: text/html",
    "Range: bytes=9-1,-,x",
    "X-Forwarded-For: [::",
  ],
  ...[
    'If-None-Match: "',
    "Authorization: Bearer ",
    "Referer: http://[",
    "Origin: null",
    "Accept-Encoding: ;q=x,br;q=9",
  ],
];

/** Paths of the pages, and of what has no session or is asked for by programs. */
const pathsOf = (t: TestApp): string[] => [
  ...[...PAGES, ...TRACKED_ROUTES, PICTURE_ROUTE, tickRoute(t.deps), ...systemRoutes(t.deps)].map(({ path }) => path),
  ...["/nowhere", "/assets/x.js", "/api/nowhere", "*"],
];

/** Writes requests of one application. */
export function hostileLines(t: TestApp): () => string {
  const paths = pathsOf(t);
  return () => {
    const path = pick(paths).replace(/:\w+/g, () => pick(["1", "x", "%00", "..", "é"]));
    const line = `${pick(METHODS)} ${pick(ORIGINS)}${path}${pick(ENDINGS)} HTTP/1.${pick(["1", "1", "0"])}`;
    return [line, `Host: ${pick(HOSTS)}`, pick(LINES), "Connection: close", "", ""].join("\r\n");
  };
}

/** The status of the answer to what is written; 0 where the connection is closed without one. */
export async function answerOver(port: number, head: string): Promise<number> {
  const line = await Deno.connect({ hostname: "127.0.0.1", port });
  await line.write(new TextEncoder().encode(head));
  const answer = await new Response(line.readable).text();
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1] ?? 0);
}
