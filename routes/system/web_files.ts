/** The files that browsers, search engines, password managers and finders of faults look for at fixed addresses. */
import { UNSUBSCRIBE_PATH } from "../../lib/domain/mail/consent.ts";
import type { Deps } from "../../lib/server/deps.ts";
import type { Handle, Route } from "../../lib/server/route.ts";
import { accountSettingsPage } from "../accounts/account_settings.tsx";
import { PAGES } from "../pages.ts";

/** RFC 9116 advises less than a year. The date moves on with each day that the portal answers. */
const SECURITY_DAYS = 180;
/** Addresses that are of no use to a search engine. */
const HIDDEN = ["/api/", "/dashboard", "/t/", UNSUBSCRIBE_PATH];

const file = (path: string, type: string, text: (origin: string, deps: Deps) => string) => (deps: Deps): Route => {
  const origin = new URL(deps.env.publicUrl).origin;
  const handle: Handle = (c) =>
    c.body(text(origin, deps), 200, { "content-type": type, "cache-control": "public, max-age=3600" });
  return { method: "GET", path, handle };
};

const robots = file("/robots.txt", "text/plain; charset=utf-8", (origin) =>
  [
    "User-agent: *",
    ...HIDDEN.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n"));

const sitemap = file("/sitemap.xml", "application/xml; charset=utf-8", (origin) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PAGES.filter(({ description }) => description).map(({ path }) => `<url><loc>${origin}${path}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n"));

const manifest = file("/manifest.webmanifest", "application/manifest+json", (_, deps) => {
  const { name } = deps.ports.site.lender;
  const icon = (size: number, purpose: string) => ({
    src: deps.assets.url(`static/img/icon-${size}.png`),
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    id: "/",
    name,
    short_name: name.split(" ")[0],
    start_url: "/dashboard",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#0b5c75",
    icons: [
      { src: deps.assets.url("static/img/mark.svg"), sizes: "any", type: "image/svg+xml" },
      icon(192, "any"),
      icon(512, "any"),
      icon(512, "maskable"),
    ],
  });
});

/** Whom to tell of a security fault (RFC 9116). */
const security = file("/.well-known/security.txt", "text/plain; charset=utf-8", (origin, deps) => {
  const { contactEmail } = deps.ports.site.lender;
  const expires = new Date(deps.clock() + SECURITY_DAYS * 86_400_000);
  return [
    `Contact: ${contactEmail ? `mailto:${contactEmail}` : `${origin}/contact`}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
});

const redirect = (path: string, to: () => string): Route => ({
  method: "GET",
  path,
  handle: (c) => c.redirect(to(), 302),
});

export const webFiles = (deps: Deps): readonly Route[] => [
  ...[robots, sitemap, manifest, security].map((route) => route(deps)),
  // Password managers open it to lead people to the form.
  redirect("/.well-known/change-password", () => `${accountSettingsPage.path}?change=password`),
  redirect("/favicon.ico", () => deps.assets.url("static/img/icon-192.png")),
];
