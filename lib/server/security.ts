/** The security headers of pages, files and data, and the check that a write comes from our own pages. */
import { Refusal } from "../domain/refusal.ts";
import type { Assets } from "./assets.ts";
import { refuse } from "./call.ts";
import type { HeaderList, HeaderRecord, Http } from "./http.ts";
import { inlineStyleSources } from "./inline_styles.ts";
import { METRICS_PATH } from "./metrics/metrics_path.ts";

/** Scripts are files of this origin, without exception; inline styles are those of the pages, by their hashes. */
function contentPolicy(assets: Assets, hosts: MapHosts): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${inlineStyleSources(assets).join(" ")}`,
    ["img-src 'self' data:", ...hosts.images].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...hosts.data].join(" "),
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Origins of the map's tiles and geocoder. */
type MapHosts = { images: readonly string[]; data: readonly string[] };

const FIXED: readonly (readonly [string, string])[] = [
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
  ["referrer-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
];

const HTTPS_ONLY = ["strict-transport-security", "max-age=31536000; includeSubDomains"] as const;

/** The strict policy and its companions, for pages and for files that people open. */
export function securityHeaders(
  publicUrl: string,
  assets: Assets,
  hosts: MapHosts = { images: [], data: [] },
): HeaderList {
  const fixed = publicUrl.startsWith("https:") ? [...FIXED, HTTPS_ONLY] : FIXED;
  return [["content-security-policy", contentPolicy(assets, hosts)], ...fixed];
}

/**
 * What a script, style or picture of ours carries: no document, but a worker obeys its own file's policy. The whole
 * list would be 840 bytes on each of a page's files.
 */
export const fileSecurityHeaders = (publicUrl: string): HeaderList => shortHeaders("default-src 'self'", publicUrl);

/** What a call's JSON and a mail's picture carry: they load nothing, and no page may frame them. */
export const dataSecurityHeaders = (publicUrl: string): HeaderList =>
  shortHeaders("default-src 'none'; frame-ancestors 'none'", publicUrl);

const shortHeaders = (policy: string, publicUrl: string): HeaderList => [
  ["content-security-policy", policy],
  ["cross-origin-resource-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
  ...(publicUrl.startsWith("https:") ? [HTTPS_ONLY] : []),
];

/**
 * Adds them to a finished answer. A served file brings a policy of its own, and may let our pages frame its preview.
 */
export function addSecurityHeaders(headers: Headers, security: HeaderList): void {
  for (const [name, value] of security) {
    const own = name === "content-security-policy" || name === "x-frame-options";
    if (!own || !headers.has(name)) headers.set(name, value);
  }
}

/**
 * A response with all its headers, for visitors without a session: it sets no cookies. Given as an object, and not
 * looked at again, they go with the body to Deno's server in one piece.
 */
export function dataResponse(c: Http, body: BodyInit | null, own: HeaderRecord, status?: number): Response {
  const request = c.get("request");
  request.headersComplete = true;
  const headers = { ...c.get("surroundings").dataHeaders, ...own, "x-request-id": request.id };
  return new Response(body, { status, headers });
}

/**
 * The same for a text of JSON. All have one object for their headers, which a Response copies when it is made: one
 * put together anew for each is slower to make and to read.
 */
export function jsonResponse(c: Http, text: string): Response {
  const request = c.get("request"), headers = c.get("surroundings").jsonHeaders;
  request.headersComplete = true;
  headers["x-request-id"] = request.id;
  return new Response(text, { headers });
}

/**
 * An answer that carries all its headers when it is made, cookies of `c` excepted: an empty Response whose headers are
 * set afterwards takes a quarter less CPU time than one that is given them, and is not looked through again.
 */
export function completeResponse(
  body: BodyInit | null,
  headers: HeaderList,
  requestId: string,
  status?: number,
): Response {
  const response = new Response(body, status === undefined ? undefined : { status });
  const own = response.headers;
  for (const [name, value] of headers) own.set(name, value);
  own.set("x-request-id", requestId);
  return response;
}

/**
 * A kept answer once more, under this request's id. A copy shares its bytes and headers: making them anew, each header
 * checked letter by letter, took a third of a kept page.
 */
export function repeatedResponse(cached: Response, requestId: string): Response {
  const response = cached.clone();
  response.headers.set("x-request-id", requestId);
  return response;
}

/** What proxies and monitors ask by the machine's own address. */
const BY_ANY_NAME = new Set(["/healthz", "/readyz", METRICS_PATH]);

/** An address as far as the slash after its host. */
const originOf = (url: string): string => url.slice(0, url.indexOf("/", url.indexOf("//") + 2) + 1);

/**
 * Refuses requests whose address cannot be read, and those for another host than the portal's where people use it by
 * https; otherwise it is not known by which name. HTTP/2 has no header `host`, and a request's line may name another.
 */
export function ownAddressOnly(publicUrl: string): (c: Http) => Response | null {
  const { protocol, host } = new URL(publicUrl);
  const isOwn = (named: string) => named === host || named.toLowerCase().replace(/:443$/, "") === host;
  // What the last request's address began with: whatever comes after it can be read.
  let known = "";
  return (c) => {
    const { url } = c.req;
    if (known === "" || !url.startsWith(known)) {
      if (!URL.canParse(url)) return c.text(`This address cannot be read. Open ${publicUrl}`, 400);
      known = originOf(url);
    }
    if (protocol !== "https:" || BY_ANY_NAME.has(c.req.path)) return null;
    const named = c.req.header("host");
    if ((named === undefined || isOwn(named)) && isOwn(known.slice(known.indexOf("//") + 2, -1))) return null;
    return c.text(`This portal has another address. Open ${publicUrl}`, 421);
  };
}

/**
 * Refuses writes that another site's page started. Browsers name the origin on every write; Sec-Fetch-Site says the
 * same in one word. A request with neither is no browser's and carries no cookie by accident, so a session alone does
 * not pass.
 */
export function sameOriginWrites(publicUrl: string): (c: Http) => Response | null {
  const { origin: own, protocol } = new URL(publicUrl);
  // Without https it is not known by which name people use the portal.
  const isOwn = (origin: string, c: Http) =>
    origin === own || (protocol !== "https:" && origin === new URL(c.req.url).origin);
  return (c) => {
    if (c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS") return null;
    const site = c.req.header("sec-fetch-site");
    if (site === "same-origin") return null;
    const origin = site === undefined ? c.req.header("origin") : undefined;
    if (origin !== undefined && isOwn(origin, c)) return null;
    return refuse(c, new Refusal(403, FROM_ELSEWHERE));
  };
}

const FROM_ELSEWHERE =
  "This request did not come from this site's own pages, so nothing was changed. Open the page again and retry.";
