/** Headers that every answer carries, and the check that a write comes from our own pages. */
import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { Refusal } from "../domain/refusal.ts";
import { refuse } from "./call.ts";
import type { Variables } from "./http.ts";

/** A strict policy: nothing inline without this request's nonce, nothing foreign. A served file brings its own, stricter one. */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE, "'strict-dynamic'"],
      styleSrc: ["'self'", NONCE],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      frameSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    crossOriginOpenerPolicy: "same-origin",
    crossOriginResourcePolicy: "same-origin",
    referrerPolicy: "same-origin",
    strictTransportSecurity: publicUrl.startsWith("https:") ? "max-age=31536000; includeSubDomains" : false,
    xFrameOptions: "DENY",
    overwrite: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  });
}

/**
 * Refuses writes that another site's page started. Browsers name the origin on every write; Sec-Fetch-Site says the same
 * in one word. A request with neither is no browser's and carries no cookie by accident, so a session alone does not pass.
 */
export function sameOriginWrites(publicUrl: string): MiddlewareHandler<{ Variables: Variables }> {
  const own = new URL(publicUrl).origin;
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS") return await next();
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const fromHere = site !== undefined
      ? site === "same-origin"
      : origin !== undefined && (origin === own || origin === new URL(c.req.url).origin);
    if (!fromHere) {
      return refuse(
        c,
        new Refusal(
          403,
          "This request did not come from this site's own pages, so nothing was changed. Open the page again and retry.",
        ),
      );
    }
    await next();
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
