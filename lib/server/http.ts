/** The types that hold requests together, and small readers of a request. */
import type { Context as HonoContext } from "hono";
import type { Context } from "../../db/mod.ts";
import { safeNext } from "../domain/accounts/next_path.ts";
import type { Deps } from "./deps.ts";
import type { SignedIn } from "./session/sessions.ts";

export interface Variables {
  deps: Deps;
  requestId: string;
  secureHeadersNonce: string;
  signedIn: SignedIn | null;
  address: string;
  /** The answer is a mail's own HTML. */
  mailPreview?: true;
}

// deno-lint-ignore no-explicit-any -- Hono's path parameter is of no use here
export type Http = HonoContext<{ Variables: Variables }, any>;

/** What a verb works with, made for one request. */
export function contextOf(c: Http): Context {
  const { db, ports, clock } = c.get("deps");
  const account = c.get("signedIn");
  return {
    ...ports,
    db,
    actor: account && { id: account.id, role: account.role, name: account.name },
    now: clock(),
    address: c.get("address"),
    userAgent: (c.req.header("user-agent") ?? "").slice(0, 400),
    requestId: c.get("requestId"),
  };
}

/** A plain form was posted by a browser without our script: it wants a page, not JSON. */
export function wantsPage(c: Http): boolean {
  return (c.req.header("accept") ?? "").includes("text/html");
}

/** The page of this site that led here, as a path with its query; null where none did, or one that nobody goes back to. */
export function cameFrom(c: Http): string | null {
  const referer = c.req.header("referer") ?? "";
  if (!URL.canParse(referer)) return null;
  const { origin, pathname, search } = new URL(referer);
  const own = [c.req.url, c.get("deps").env.publicUrl].some((url) => new URL(url).origin === origin);
  return own ? safeNext(pathname + search) : null;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** An address of this machine itself. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** The client's address. A proxy is believed only where it runs on this machine, and only its own last entry. */
export function clientAddress(peer: string | undefined, forwarded: string | undefined): string {
  if (peer && !LOOPBACK.test(peer)) return peer;
  return forwarded?.split(",").at(-1)?.trim().slice(0, 64) || peer || "";
}
