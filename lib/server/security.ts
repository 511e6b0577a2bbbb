/** Headers that every answer carries, and the check that a write comes from our own pages. */
import type { MiddlewareHandler } from "hono";
import { Refusal } from "../domain/refusal.ts";
import { refuse } from "./call.ts";
import type { Variables } from "./http.ts";
import { inlineStyleSources } from "./inline_styles.ts";

/** Scripts are files of this origin, without exception; inline styles are those of the pages, by their hashes. */
function contentPolicy(hosts: MapHosts): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${inlineStyleSources().join(" ")}`,
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

/** A strict policy and its companions on every answer. The bundles must be open when it is made: their styles are named. */
export function securityHeaders(
  publicUrl: string,
  hosts: MapHosts = { images: [], data: [] },
): MiddlewareHandler<{ Variables: Variables }> {
  const policy = contentPolicy(hosts);
  const fixed = publicUrl.startsWith("https:") ? [...FIXED, HTTPS_ONLY] : FIXED;
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    // A served file brings a policy of its own, which sandboxes it, and may let our pages frame its preview.
    if (!headers.has("content-security-policy")) headers.set("content-security-policy", policy);
    const framed = headers.get("x-frame-options");
    for (const [name, value] of fixed) headers.set(name, value);
    if (framed) headers.set("x-frame-options", framed);
  };
}

/**
 * Refuses writes that another site's page started. Browsers name the origin on every write; Sec-Fetch-Site says the same
 * in one word. A request with neither is no browser's and carries no cookie by accident, so a session alone does not pass.
 */
export function sameOriginWrites(publicUrl: string): MiddlewareHandler<{ Variables: Variables }> {
  const own = new URL(publicUrl).origin;
  return (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS") return next();
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const fromHere = site !== undefined
      ? site === "same-origin"
      : origin !== undefined && (origin === own || origin === new URL(c.req.url).origin);
    if (!fromHere) {
      return Promise.resolve(refuse(
        c,
        new Refusal(
          403,
          "This request did not come from this site's own pages, so nothing was changed. Open the page again and retry.",
        ),
      ));
    }
    return next();
  };
}

/** Mails style themselves inline: the preview of one (never in production) is the one answer that may, and may do nothing else. */
export function mailPreviewPolicy(): MiddlewareHandler<{ Variables: Variables }> {
  return async (c, next) => {
    await next();
    if (c.get("mailPreview")) {
      c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
    }
  };
}
