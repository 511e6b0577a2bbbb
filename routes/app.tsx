/** The application: log, headers, origin check, session, renderer, then all pages and calls. */
import { reactRenderer } from "@hono/react-renderer";
import { Hono, type MiddlewareHandler } from "hono";
import { allows, isAdministrator } from "../lib/domain/permissions.ts";
import { mapHosts } from "../lib/domain/places/map_services.ts";
import { Refusal } from "../lib/domain/refusal.ts";
import { serveAsset } from "../lib/server/assets.ts";
import { type Call, refuse } from "../lib/server/call.ts";
import type { Deps } from "../lib/server/deps.ts";
import { failureOf } from "../lib/server/failure.ts";
import { clientAddress, type Http, refererPath, type Variables, wantsPage } from "../lib/server/http.ts";
import {
  htmlHeaders,
  type KeptPages,
  type PageLike,
  type Prepared,
  Redirect,
  renderPage,
  sendPage,
} from "../lib/server/page.tsx";
import {
  addSecurityHeaders,
  answerAtOnce,
  type HeaderList,
  mailPreviewPolicy,
  sameOriginWrites,
  securityHeaders,
} from "../lib/server/security.ts";
import type { SiteMap } from "../lib/server/site_map.ts";
import { setFlash } from "../lib/server/flash.ts";
import { CALLS } from "./calls.ts";
import { Layout } from "./layout/layout.tsx";
import { badgesOf } from "./layout/menu.ts";
import { MENU } from "./menu.ts";
import { PAGES } from "./pages.ts";
import { unsubscribeByPost, unsubscribePage } from "./mail/unsubscribe.tsx";
import { FailurePage } from "./system/failure.tsx";
import { NotFoundPage } from "./system/not_found.tsx";
import { systemRoutes } from "./system/routes.ts";
import { trackedRoutes } from "./tracking/tracked_routes.ts";

type App = Hono<{ Variables: Variables }>;

/** Builds the application from its dependencies. `calls` are the portal's own; tests add one of theirs. */
export function createApp(deps: Deps, calls: readonly Call[] = CALLS): App {
  const app: App = new Hono();
  const siteMap: SiteMap = { pages: new Set(PAGES.map(({ path }) => path)), badges: badgesOf(MENU) };
  const security = securityHeaders(deps.env.publicUrl, mapHosts(deps.ports.site.maps));
  for (const { path, kept } of PAGES) if (kept?.forEverybody) app.get(path, sendKept(deps, kept, security));
  app.use(observe(deps, siteMap, security));
  if (deps.env.mode !== "production") app.use(mailPreviewPolicy());
  app.get("/assets/*", serveAsset);
  const [signed, ours] = [calls.filter(isSigned), calls.filter((call) => !isSigned(call))];
  // Another service has no session and no page of this site: its signature alone decides.
  for (const call of signed) app.on(call.method, call.path, (c) => call.handle(c));
  trackedRoutes(app);
  app.post(unsubscribePage.path, unsubscribeByPost);
  app.use(enter(deps));
  for (const call of ours) app.on(call.method, call.path, (c) => call.handle(c));
  // A GET of a form's address is an unknown path.
  app.get("/api/*", (c, next) => wantsPage(c) ? unknownPath(c) : next());
  app.all("/api/*", (c) => refuse(c, new Refusal(404, "There is no such call.")));
  systemRoutes(app, deps);
  for (const page of PAGES) {
    app.get(page.path, (c): Response | Promise<Response> => page.kept?.answer(c, deps) ?? show(c, page));
  }
  app.get("*", unknownPath);
  app.notFound((c) => c.text("Not found", 404));
  app.onError(failed);
  return app;
}

const isSigned = (call: Call): boolean => call.auth === "signature";

/**
 * Sends a page that is the same for everybody before the request passes the rest of the application: that costs more than
 * sending it. All else goes on.
 */
function sendKept(deps: Deps, kept: KeptPages, security: HeaderList): MiddlewareHandler<{ Variables: Variables }> {
  const headers = [...htmlHeaders(), ["content-encoding", "gzip"] as const, ...security];
  return (c, next) => {
    const started = performance.now();
    const html = kept.find(c, deps);
    if (!html) return next();
    const id = crypto.randomUUID();
    logAnswer(deps, c, { id, status: 200, started, address: addressOf(c) });
    return Promise.resolve(answerAtOnce(html, headers, id));
  };
}

/** The headers of every answer, and one structured log line for each request, with the id that error pages show. */
function observe(deps: Deps, siteMap: SiteMap, security: HeaderList): MiddlewareHandler<{ Variables: Variables }> {
  return async (c, next) => {
    const started = performance.now();
    const id = crypto.randomUUID(), address = addressOf(c);
    c.set("deps", deps);
    c.set("siteMap", siteMap);
    c.set("requestId", id);
    c.set("signedIn", null);
    c.set("securityHeaders", security);
    c.set("address", address);
    await next();
    if (!c.get("headersComplete")) {
      addSecurityHeaders(c.res.headers, security);
      // Not c.header(): on a finished response it builds another one, whose body is a stream.
      c.res.headers.set("x-request-id", id);
    }
    logAnswer(deps, c, { id, status: c.res.status, started, address, account: c.get("signedIn")?.id });
  };
}

interface Answered {
  id: string;
  status: number;
  /** Milliseconds on the clock of `performance`. */
  started: number;
  address: string;
  account?: number;
}

function logAnswer({ log }: Deps, c: Http, { id, status, started, address, account }: Answered): void {
  log({
    level: status >= 500 ? "error" : "info",
    message: "request",
    id,
    method: c.req.method,
    path: c.req.path,
    status,
    ms: Math.round((performance.now() - started) * 100) / 100,
    account,
    address,
  });
}

const addressOf = (c: Http): string => clientAddress(peerAddress(c), c.req.header("x-forwarded-for"));

/** Refuses writes of other sites, prepares the renderer (an error page is rendered, too) and reads the session. */
function enter(deps: Deps): MiddlewareHandler<{ Variables: Variables }> {
  const refusal = sameOriginWrites(deps.env.publicUrl), renderer = reactRenderer(Layout);
  return (c, next) => {
    const refused = refusal(c);
    if (refused) return Promise.resolve(refused);
    return renderer(c, () => {
      // Most visitors have no session: skip the asynchronous look-up.
      if (!c.req.header("cookie")?.includes(deps.sessions.cookieName)) return next();
      return deps.sessions.read(c).then((account) => {
        c.set("signedIn", account);
        return next();
      });
    });
  };
}

/** The peer's address; test requests without a socket have none. */
function peerAddress(c: Http): string | undefined {
  return (c.env as Partial<Deno.ServeHandlerInfo<Deno.NetAddr>> | undefined)?.remoteAddr?.hostname;
}

/** Shows a page where it is permitted; redirects otherwise. */
async function show(c: Http, page: PageLike): Promise<Response> {
  const user = c.get("signedIn");
  if (!allows(user, page.permission)) {
    if (user) return c.redirect(startPath(c), 302);
    return toLogin(c);
  }
  try {
    return await renderPage(c, page);
  } catch (error) {
    if (error instanceof Redirect) {
      if (error.toast) setFlash(c, error.toast);
      return c.redirect(error.to, 302);
    }
    if (error instanceof Refusal && error.status === 404) return await notFoundPage(c);
    throw error;
  }
}

/** Redirects to /login, with the requested page as the target after signing in. */
function toLogin(c: Http): Response {
  const wanted = c.req.path + new URL(c.req.url).search;
  const leadsOn = /^\/(dashboard|changeEmail)/.test(wanted);
  return c.redirect(leadsOn ? `/login?next=${encodeURIComponent(wanted)}` : "/login", 302);
}

/** The redirect of an account's unknown and forbidden paths (accounts specification 2). */
function startPath(c: Http): string {
  const user = c.get("signedIn");
  if (!user) return "/login";
  if (isAdministrator(user)) return "/dashboard/brokers";
  return allows(user, "useDashboard") ? "/dashboard/loans" : "/dashboard/accountsettings";
}

/** Unknown paths: signed out to /login, under /dashboard to the role's list, any other to /. */
function unknownPath(c: Http): Response {
  const user = c.get("signedIn");
  if (!user) return toLogin(c);
  return c.redirect(c.req.path.startsWith("/dashboard") ? startPath(c) : "/", 302);
}

/** The target of 'Go Back': the referring page of ours, else the person's start page. */
function backPath(c: Http): string {
  const from = refererPath(c), { pathname, search } = new URL(c.req.url);
  if (from && from !== pathname + search) return from;
  return c.get("signedIn") ? startPath(c) : "/";
}

function notFoundPage(c: Http): Promise<Response> {
  const shell = c.get("signedIn") ? "dashboard" : "public";
  return sendPage(c, shell, { title: "Page Not Found!", content: <NotFoundPage back={backPath(c)} /> }, 404);
}

/** Refusals become responses. Other errors are logged in full and shown as a sentence with a reference. */
async function failed(error: Error, c: Http): Promise<Response> {
  const asCall = c.req.path.startsWith("/api/") && !wantsPage(c);
  const shell = c.get("signedIn") ? "dashboard" : "public";
  if (error instanceof Refusal) {
    if (!asCall && error.status === 404) return await notFoundPage(c);
    return asCall ? refuse(c, error) : await sendPage(c, shell, failurePage(c, error.message), error.status);
  }
  const { status, reason, reference, retryAfter } = failureOf(c, error);
  if (retryAfter) c.header("retry-after", String(retryAfter));
  if (asCall) return c.json({ response: false, reason, reference }, status);
  // The dashboard's shell reads the database as well, and would wait or fail again.
  return await sendPage(c, status === 503 ? "public" : shell, failurePage(c, reason), status)
    .catch(() => c.text(reason, status));
}

function failurePage(c: Http, reason: string): Prepared {
  return { title: "This did not work", content: <FailurePage reason={reason} back={backPath(c)} />, actions: null };
}
