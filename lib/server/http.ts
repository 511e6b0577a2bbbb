/** Request types and helpers. */
import { UNSUBSCRIBE_PATH } from "../domain/mail/consent.ts";
import type { Context as HonoContext } from "hono";
import type { Context } from "../../db/mod.ts";
import { safeNext } from "../domain/accounts/next_path.ts";
import { isLoopback } from "../domain/network.ts";
import type { Deps } from "./deps.ts";
import type { SignedIn } from "./session/sessions.ts";
import type { SiteMap } from "./site_map.ts";

/** Headers of an answer, by name. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Headers of an answer that have each name once. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** What all requests to an address have in common. */
export interface Surroundings {
  siteMap: SiteMap;
  /** The security headers of an answer that is a page or a file. */
  pageHeaders: HeaderList;
  /** The security headers of an answer that is data: JSON, or a mail's picture. */
  dataHeaders: HeaderRecord;
  /** Those of an answer in JSON. Its request's id is written into it right before an answer is made of it. */
  jsonHeaders: Record<string, string>;
}

/** What is known of a request before its session. */
export interface RequestFacts {
  /** When it came, in milliseconds on the clock of `performance`. */
  started: number;
  /** Stands in the log, in the answer's head and on error pages. */
  id: string;
  /** The client's. */
  address: string;
  /** The cookies that came with it, where it is one that may have a session. */
  cookie: string | undefined;
  /** The response was made with the security headers and the request's id. */
  headersComplete: boolean;
}

/** Context variables of a request. Four are set for each: V8 grows the map at the fifth, 2% of a quote's time. */
export interface Variables {
  deps: Deps;
  surroundings: Surroundings;
  request: RequestFacts;
  signedIn: SignedIn | null;
  /** The menu's numbers, where they are counted while the page loads. */
  badges?: Promise<ReadonlyMap<string, number>>;
}

export { type Context, withOwnBatch } from "../../db/mod.ts";

/** One request and its answer, as Hono hands it to a handler. `Context` is what verbs get. */
// deno-lint-ignore no-explicit-any -- Hono's path parameter is not used
export type Http = HonoContext<{ Variables: Variables }, any>;

/** The context of a verb, for one request. */
export function contextOf(c: Http): Context {
  const { db, ports, clock } = c.get("deps");
  const account = c.get("signedIn"), { id, address } = c.get("request");
  return {
    ...ports,
    db,
    actor: account && { id: account.id, role: account.role, name: account.name },
    now: clock(),
    address,
    requestId: id,
  };
}

/** Letters of a browser's name for itself that are looked at and kept. */
const AGENT_MAX = 400;

/** What the browser or program that asks calls itself. */
export const userAgentOf = (c: Http): string => (c.req.header("user-agent") ?? "").slice(0, AGENT_MAX);

/** True for a plain form post without script: it expects a page, not JSON. */
export function wantsPage(c: Http): boolean {
  return (c.req.header("accept") ?? "").includes("text/html");
}

/** A path without the names in it that hold an email address: no path of ours does, but people type and paste them. */
const withoutAddresses = (path: string): string =>
  WITH_ADDRESS.test(path) ? path.split("/").map((name) => WITH_ADDRESS.test(name) ? ":email" : name).join("/") : path;

const WITH_ADDRESS = /@|%40/;

/** The path of a request as logs and the status name it: without a token that decides for somebody, or an address. */
export const loggedPath = (c: Http): string =>
  c.req.path.startsWith(UNSUBSCRIBE_PATH) ? `${UNSUBSCRIBE_PATH}:token` : withoutAddresses(c.req.path);

/** The path and query of this site's page that led here; null where there is none worth returning to. */
export function refererPath(c: Http): string | null {
  const referer = c.req.header("referer") ?? "";
  if (!URL.canParse(referer)) return null;
  const { origin, pathname, search } = new URL(referer);
  const own = [c.req.url, c.get("deps").env.publicUrl].some((url) => new URL(url).origin === origin);
  return own ? safeNext(pathname + search) : null;
}

/** The client's address. The forwarded header is trusted only from a proxy on this machine, and only its last entry. */
export function clientAddress(peer: string | undefined, forwarded: string | undefined): string {
  if (peer && !isLoopback(peer)) return peer;
  return forwarded?.split(",").at(-1)?.trim().slice(0, 64) || peer || "";
}

/** The address that a request came from. */
export const addressOf = (c: Http): string => clientAddress(peerAddress(c), c.req.header("x-forwarded-for"));

/** The peer's address; test requests without a socket have none. */
function peerAddress(c: Http): string | undefined {
  return (c.env as Partial<Deno.ServeHandlerInfo<Deno.NetAddr>> | undefined)?.remoteAddr?.hostname;
}
