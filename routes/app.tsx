/** The application: log, headers, origin check, session, renderer, then all pages and calls. */
import { reactRenderer } from "@hono/react-renderer";
import { Hono } from "hono";
import { withOwnBatch } from "../lib/server/http.ts";
import { allows } from "../lib/domain/permissions.ts";
import { mapHosts } from "../lib/domain/places/map_services.ts";
import { Refusal } from "../lib/domain/refusal.ts";
import { ASSETS_PATH } from "../lib/server/assets.ts";
import { type Call, refuse } from "../lib/server/call.ts";
import type { Deps } from "../lib/server/deps.ts";
import type { CountResponse } from "../lib/server/metrics/meters.ts";
import { failureOf, orVisitor } from "../lib/server/failure.ts";
import {
  addressOf,
  type HeaderList,
  type Http,
  loggedPath,
  refererPath,
  type RequestFacts,
  type Variables,
  wantsPage,
} from "../lib/server/http.ts";
import { type PageCache, type PageLike, type Prepared, Redirect, renderPage, sendPage } from "../lib/server/page.tsx";
import {
  addSecurityHeaders,
  dataSecurityHeaders,
  fileSecurityHeaders,
  ownAddressOnly,
  repeatedResponse,
  sameOriginWrites,
  securityHeaders,
} from "../lib/server/security.ts";
import { PathRouter } from "../lib/server/path_router.ts";
import { limitedMay, SET_UP_PATH } from "../lib/server/session/limited.ts";
import type { Handle, Route } from "../lib/server/route.ts";
import type { SiteMap } from "../lib/server/site_map.ts";
import { setFlash } from "../lib/server/flash.ts";
import { CALLS } from "./calls.ts";
import { Layout } from "./layout/layout.tsx";
import { badgesOf } from "./layout/menu.ts";
import { MENU } from "./menu.ts";
import { PAGES } from "./pages.ts";
import { PICTURE_ROUTE } from "./mail/picture_route.ts";
import { unsubscribeByPost, unsubscribePage } from "./mail/unsubscribe.tsx";
import { FailurePage } from "./system/failure.tsx";
import { NotFoundPage } from "./system/not_found.tsx";
import { tickRoute } from "./operations/tick.ts";
import { systemRoutes } from "./system/routes.ts";
import { startPath, toLogin, unknownPath } from "./system/unknown_path.ts";
import { TRACKED_ROUTES } from "./tracking/tracked_routes.ts";

type App = Hono<{ Variables: Variables }>;

/**
 * Builds the application from its dependencies. `calls` are the portal's own; tests add theirs. Each address has one
 * wrapped handler: a chain of middleware cost a tenth of a quote.
 */
export function createApp(deps: Deps, calls: readonly Call[] = CALLS): App {
  const app: App = new Hono({ router: new PathRouter() });
  const siteMap: SiteMap = { pages: new Set(PAGES.map(({ path }) => path)), badges: badgesOf(MENU) };
  const security = securityHeaders(deps.env.publicUrl, deps.assets, mapHosts(deps.ports.site.maps));
  const data = dataSecurityHeaders(deps.env.publicUrl), file = fileSecurityHeaders(deps.env.publicUrl);
  const observed = observe(deps, siteMap, security, data), entered = enter(deps);
  const [signed, ours] = [calls.filter(isSigned), calls.filter((call) => !isSigned(call))];
  const meter = (method: string, path: string) => deps.meters?.route(method, path);
  app.get(`${ASSETS_PATH}*`, observe(deps, siteMap, file, file)(deps.assets.serve, meter("GET", `${ASSETS_PATH}*`)));
  // Links of mails have no session, nor has another service, whose signature or token alone decides.
  for (const { method, path, handle } of [...TRACKED_ROUTES, PICTURE_ROUTE, UNSUBSCRIBE, tickRoute(deps), ...signed]) {
    app.on(method, path, observed(handle, meter(method, path)));
  }
  for (const { method, path, handle, forEverybody } of [...ours, ...systemRoutes(deps)]) {
    app.on(method, path, observed(entered(handle, forEverybody), meter(method, path)));
  }
  for (const page of PAGES) {
    const count = meter("GET", page.path);
    const { cache } = page;
    const shown = observed(entered((c) => cache?.respond(c, deps) ?? show(c, page), cache?.forEverybody), count);
    app.get(page.path, cache?.forEverybody ? sendCached(deps, cache, shown, count) : shown);
  }
  app.notFound(observed(entered(unknown), meter("", "unknown")));
  return app;
}

const isSigned = (call: Call): boolean => call.auth === "signature";

const UNSUBSCRIBE: Route = { method: "POST", path: unsubscribePage.path, handle: unsubscribeByPost };

/**
 * Sends a page that is the same for everybody before the session is read, which costs more than sending it. All other
 * visits go on to the page.
 */
function sendCached(deps: Deps, cache: PageCache, shown: Handle, count?: CountResponse): Handle {
  const foreign = ownAddressOnly(deps.env.publicUrl);
  return (c) => {
    const started = performance.now();
    const response = deps.fresh || foreign(c) ? undefined : cache.find(c, deps);
    if (!response) return shown(c);
    const id = crypto.randomUUID();
    logResponse(deps, c, { id, status: 200, started, address: addressOf(c), count });
    return repeatedResponse(response, id);
  };
}

type Observe = (handle: Handle, count?: CountResponse) => Handle;

/**
 * The headers of every answer, errors' too, its count, and one structured log line a request, with the id that error
 * pages show.
 */
function observe(deps: Deps, siteMap: SiteMap, security: HeaderList, data: HeaderList): Observe {
  const renderer = reactRenderer(Layout);
  const dataHeaders = Object.fromEntries(data);
  const jsonHeaders = { ...dataHeaders, "content-type": "application/json" };
  const surroundings = { siteMap, pageHeaders: security, dataHeaders, jsonHeaders };
  const foreign = ownAddressOnly(deps.env.publicUrl);
  // Database files have no batches of reads, so tracking the request's promises would gain nothing.
  const inBatch = (handle: Handle): Handle =>
    deps.env.databaseUrl.startsWith("file:") ? handle : (c) => withOwnBatch(() => handle(c));
  const observed = (handle: Handle, count?: CountResponse): Handle => async (c) => {
    const request: RequestFacts = {
      started: performance.now(),
      id: crypto.randomUUID(),
      address: addressOf(c),
      cookie: undefined,
      headersComplete: false,
    };
    // Most answers are no pages: what renders those is set up by the first that is rendered.
    c.setRenderer((content, facts) => {
      void renderer(c, noMore);
      return c.render(content, facts);
    });
    c.set("deps", deps);
    c.set("surroundings", surroundings);
    c.set("request", request);
    c.set("signedIn", null);
    let response: Response;
    try {
      // Without a database the page that needs it says so.
      if (deps.fresh) await deps.fresh().catch(() => {});
      response = foreign(c) ?? await handle(c);
    } catch (error) {
      // The page that tells of it reads the database, too, and may fail for another reason.
      response = await failed(error, c).catch((another) => failed(another, c)).catch(() => c.text(NOT_WORKED, 500));
    }
    // The rest of a body that came too slowly is not waited for.
    if (response.status === 408) response.headers.set("connection", "close");
    if (!request.headersComplete) {
      const json = isJson(response);
      addSecurityHeaders(response.headers, json ? data : security);
      // The browser may be another person's next.
      if (json && !response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
      response.headers.set("x-request-id", request.id);
    }
    const { started, id, address } = request;
    logResponse(deps, c, { id, status: response.status, started, address, account: c.get("signedIn")?.id, count });
    return response;
  };
  return (handle, count) => observed(inBatch(handle), count);
}

const NOT_WORKED = "This did not work. Try again in a few minutes.";

/** The renderer is a middleware: nothing comes after it. */
const noMore = () => Promise.resolve();

const isJson = ({ headers }: Response): boolean => headers.get("content-type")?.startsWith("application/json") === true;

interface ResponseFacts {
  id: string;
  status: number;
  /** Milliseconds on the clock of `performance`. */
  started: number;
  address: string;
  account?: number;
  count?: CountResponse;
}

function logResponse({ log }: Deps, c: Http, { id, status, started, address, account, count }: ResponseFacts): void {
  const took = performance.now() - started;
  count?.(status, took);
  log({
    // 507 is a refusal of uploads, of which the operator is told once.
    level: status >= 500 && status !== 507 ? "error" : "info",
    message: "request",
    id,
    method: c.req.method,
    path: loggedPath(c),
    status,
    ms: took,
    account,
    address,
  });
}

const ANOTHER_ACCOUNT =
  "Another account is signed in in this browser now, so nothing was changed. Reload the page to go on with that one.";

/** Refuses writes of other sites, reads the session, and refuses what a page of another account asks for. */
function enter(deps: Deps): (handle: Handle, forEverybody?: boolean) => Handle {
  const refusal = sameOriginWrites(deps.env.publicUrl);
  return (handle, forEverybody) => (c) => {
    const refused = refusal(c);
    if (refused) return refused;
    // Most visitors have no session: skip the asynchronous look-up.
    const cookie = c.req.header("cookie");
    c.get("request").cookie = cookie;
    if (!cookie?.includes(deps.sessions.cookieName)) return handle(c);
    const session = deps.sessions.read(c);
    return (forEverybody ? orVisitor(session) : session).then((account) => {
      const page = c.req.header("x-account");
      if (account && page && page !== String(account.id)) {
        return refuse(c, new Refusal(403, ANOTHER_ACCOUNT));
      }
      const may = account?.limited ? limitedMay(c) : "reach";
      if (may === "lead") return c.redirect(SET_UP_PATH, 302);
      c.set("signedIn", may === "reach" ? account : null);
      return handle(c);
    });
  };
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

/** No call, page or form has this address. A GET of a form's or call's address by a person is an unknown path, too. */
function unknown(c: Http): Response {
  const isGet = c.req.method === "GET" || c.req.method === "HEAD";
  if (!c.req.path.startsWith("/api/")) return isGet ? unknownPath(c, PAGES) : c.text("Not found", 404);
  return isGet && wantsPage(c) ? unknownPath(c, PAGES) : refuse(c, new Refusal(404, "There is no such call."));
}

/** The page of ours that led here, or null. */
function pageBefore(c: Http): string | null {
  const from = refererPath(c), { pathname, search } = new URL(c.req.url);
  return from && from !== pathname + search ? from : null;
}

/** The target of 'Go Back': the page before, else the person's start page. */
const backPath = (c: Http): string => pageBefore(c) ?? (c.get("signedIn") ? startPath(c) : "/");

function notFoundPage(c: Http): Promise<Response> {
  const shell = c.get("signedIn") ? "dashboard" : "public";
  const content = <NotFoundPage back={backPath(c)} titled={shell === "dashboard"} />;
  return sendPage(c, shell, { title: "Page Not Found!", content }, 404);
}

/** Refusals become responses. Other errors are logged in full and shown as a sentence with a reference. */
async function failed(error: unknown, c: Http): Promise<Response> {
  const asCall = c.req.path.startsWith("/api/") && !wantsPage(c);
  const shell = c.get("signedIn") ? "dashboard" : "public";
  if (error instanceof Refusal) {
    if (!asCall && error.status === 404) return await notFoundPage(c);
    return asCall ? refuse(c, error) : await sendPage(c, shell, failurePage(c, shell, error.message), error.status);
  }
  const { status, reason, reference, retryAfter } = failureOf(
    c,
    error instanceof Error ? error : new Error(String(error)),
  );
  if (retryAfter) c.header("retry-after", String(retryAfter));
  if (asCall) return c.json({ response: false, reason, reference }, status);
  // The dashboard's shell reads the database as well, and would wait or fail again.
  const safe = status === 503 ? "public" : shell;
  return await sendPage(c, safe, failurePage(c, safe, reason, c.req.method === "GET"), status)
    .catch(() => c.text(reason, status));
}

function failurePage(c: Http, shell: "dashboard" | "public", reason: string, mayRepeat = false): Prepared {
  const { pathname, search } = new URL(c.req.url);
  const again = mayRepeat ? pathname + search : null;
  const facts = { reason, back: backPath(c), led: pageBefore(c) !== null, again };
  return {
    title: "This did not work",
    content: <FailurePage {...facts} titled={shell === "dashboard"} />,
    actions: null,
  };
}
