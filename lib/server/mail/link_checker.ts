/** Asks the sites that a mail links to, and nothing inside our own network (docs/decisions/mail-links.md). */
import type { LookupAddress } from "node:dns";
import type { ClientRequest, IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { linkFormProblem, type LinkResponse } from "../../domain/mail/link_check.ts";
import type { LinkChecker } from "../../domain/ports.ts";

const TIMEOUT_MS = 5000;
/** Addresses that a link may lead on to. */
const HOPS_MOST = 4;

/**
 * True for an address of the public internet: not loopback, link-local, private, multicast, reserved or a tunnel to
 * one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === "unicast";
}

type Resolve = (host: string) => Promise<LookupAddress[]>;
/** These modules are loaded with the first link: a start would wait for them. */
const resolveAll: Resolve = async (host) => await (await import("node:dns/promises")).lookup(host, { all: true });

interface CheckerParts {
  resolve: Resolve;
  isPublic: (address: string) => boolean;
  /** Ports that are called: the web's own, so that nothing else can be knocked at. */
  ports: readonly string[];
  timeoutMs: number;
  /** Certificates of authorities besides the usual ones, as PEM. */
  ca?: string;
}

/**
 * Answers what a link's site says. Every hop's name is resolved once, and the connection goes to the address that was
 * looked at.
 */
export function createLinkChecker(parts: Partial<CheckerParts> = {}): LinkChecker {
  const all: CheckerParts = {
    resolve: resolveAll,
    isPublic: isPublicAddress,
    ports: [""],
    timeoutMs: TIMEOUT_MS,
    ...parts,
  };
  return async (link) => {
    let at = link;
    const until = Date.now() + all.timeoutMs;
    for (let hop = 0; hop <= HOPS_MOST; hop++) {
      const result = await ask(new URL(at), all, until);
      if (!("to" in result)) return result;
      const next = URL.parse(result.to, at)?.href;
      if (next === undefined || linkFormProblem(next) !== null) return { none: "moved" };
      at = next;
    }
    return { none: "moved" };
  };
}

async function ask(url: URL, parts: CheckerParts, until: number): Promise<LinkResponse | { to: string }> {
  if (!parts.ports.includes(url.port) || !await mayCallOut()) return { none: "notAsked" };
  const left = until - Date.now();
  if (left <= 0) return { none: "silent" };
  const late = AbortSignal.timeout(left);
  const found = await Promise.race([
    parts.resolve(url.hostname).catch(() => []),
    new Promise<null>((done) => late.addEventListener("abort", () => done(null), { once: true })),
  ]);
  if (found === null) return { none: "silent" };
  if (found.length === 0) return { none: "missing" };
  if (!found.every(({ address }) => parts.isPublic(address))) return { none: "private" };
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  return await new Promise((done) => {
    const sent: ClientRequest = request({
      // The address that was looked at: a second lookup may say another.
      host: found[0].address,
      family: found[0].family,
      port: url.port || undefined,
      path: url.pathname + url.search,
      servername: url.hostname,
      ...parts.ca && { ca: parts.ca },
      headers: { host: url.host, "user-agent": "Mozilla/5.0 (compatible; link check)", accept: "text/html,*/*" },
      agent: false,
      signal: late,
    }, ({ statusCode = 0, headers }: IncomingMessage) => {
      sent.destroy();
      const leads = statusCode >= 300 && statusCode < 400 && headers.location;
      done(leads ? { to: leads } : { status: statusCode });
    });
    sent.on("error", () => done({ none: late.aborted ? "silent" : "closed" }));
    sent.end();
  });
}

/** Whether this process may call out: one that sends by Resend may reach its own services alone. */
const mayCallOut = async (): Promise<boolean> => (await Deno.permissions.query({ name: "net" })).state === "granted";
