/**
 * Health, readiness, metrics, the map's file of tiles, logout form, redirects of old addresses, and the mails of a
 * development server.
 */
import type { Deps } from "../../lib/server/deps.ts";
import { RELOAD_SOURCE, SERVER_RUN } from "../../lib/server/dev_reload.ts";
import { TILES_PATH } from "../../lib/domain/places/map_services.ts";
import { serveTiles } from "../../lib/server/serve_tiles.ts";
import type { Http } from "../../lib/server/http.ts";
import type { Handle, Route } from "../../lib/server/route.ts";
import { metricsRoute } from "../operations/metrics.ts";
import { signOutByForm } from "../accounts/logout.ts";
import { webFiles } from "./web_files.ts";
import { devMail, devMailBody } from "../../lib/server/mail/dev_pages.ts";

const CODE = /^[A-Za-z0-9_-]{1,80}$/;

const get = (path: string, handle: Handle): Route => ({ method: "GET", path, handle });

const DEVELOPMENT: readonly Route[] = [
  get("/dev/run", (c) => c.text(SERVER_RUN)),
  get("/dev/reload.js", (c) => c.body(RELOAD_SOURCE, 200, { "content-type": "text/javascript" })),
  get("/dev/mail", devMail),
  get("/dev/mail/:id", devMailBody),
];

export const systemRoutes = (deps: Deps): readonly Route[] => [
  { ...get("/healthz", (c) => c.text("ok")), forEverybody: true },
  get(
    "/readyz",
    async (c) => await deps.ready().catch(() => false) ? c.text(readyText(deps)) : c.text("not ready", 503),
  ),
  metricsRoute(deps),
  get(TILES_PATH, serveTiles),
  ...webFiles(deps),
  { method: "POST", path: "/logout", handle: signOutByForm },
  get("/dashboardupdate/:id", (c) => c.redirect(`/dashboard/${rest(c)}`, 302)),
  get("/updatenav/:id", (c) => c.redirect(`/${rest(c)}`, 302)),
  ...(deps.env.mode === "production" ? [] : DEVELOPMENT),
];

/** With when the last backup was made, where the portal makes them, what it lacks, and what earlier ones lost. */
function readyText({ ports: { backups }, clock }: Deps): string {
  if (!backups) return "ready";
  const last = backups.last(clock());
  const made = last === undefined ? "unknown" : last === null ? "none" : new Date(last).toISOString();
  const counts = [
    ["damaged objects of earlier backups", backups.damagedObjects()],
    ["files missing from the last backup", backups.missingFiles()],
  ] as const;
  const found = counts.filter(([, n]) => n > 0).map(([what, n]) => `${what}: ${n}`);
  return ["ready", `last backup: ${made}`, ...found].join("\n");
}

/** The id as one path segment, with the query: anything else would make an open redirect. */
function rest(c: Http): string {
  const id = c.req.param("id") ?? "";
  return CODE.test(id) ? id + new URL(c.req.url).search : "";
}
