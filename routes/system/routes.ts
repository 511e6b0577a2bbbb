/** Health, readiness, the map's file of tiles, logout form, redirects of old addresses, and the mails of a development server. */
import type { Hono } from "hono";
import type { Deps } from "../../lib/server/deps.ts";
import { RELOAD_SOURCE, SERVER_RUN } from "../../lib/server/dev_reload.ts";
import { TILES_PATH } from "../../lib/domain/places/map_services.ts";
import { serveTiles } from "../../lib/server/serve_tiles.ts";
import type { Http, Variables } from "../../lib/server/http.ts";
import { signOutByForm } from "../accounts/logout.ts";
import { devMail, devMailBody } from "../../lib/server/mail/dev_pages.ts";

const CODE = /^[A-Za-z0-9_-]{1,80}$/;

export function systemRoutes(app: Hono<{ Variables: Variables }>, deps: Deps): void {
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => await deps.ready().catch(() => false) ? c.text("ready") : c.text("not ready", 503));
  app.get(TILES_PATH, (c) => serveTiles(c));
  app.post("/logout", (c) => signOutByForm(c));
  app.get("/dashboardupdate/:id", (c) => c.redirect(`/dashboard/${rest(c)}`, 302));
  app.get("/updatenav/:id", (c) => c.redirect(`/${rest(c)}`, 302));
  if (deps.env.mode !== "production") {
    app.get("/dev/run", (c) => c.text(SERVER_RUN));
    app.get("/dev/reload.js", (c) => c.body(RELOAD_SOURCE, 200, { "content-type": "text/javascript" }));
    app.get("/dev/mail", (c) => devMail(c));
    app.get("/dev/mail/:id", (c) => devMailBody(c));
  }
}

/** The id as one path segment, with the query: anything else would make an open redirect. */
function rest(c: Http): string {
  const id = c.req.param("id") ?? "";
  return CODE.test(id) ? id + new URL(c.req.url).search : "";
}
