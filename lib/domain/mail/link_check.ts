/**
 * Links of a mail before it goes out: how they are written, and what answers. A warning never keeps a mail from
 * leaving.
 */
import { linksInText } from "./web_addresses.ts";

/** Links that one check calls at most. */
export const LINKS_MOST = 20;

/** What became of asking a site: its status, or why there is none. */
export type LinkResponse = { status: number } | {
  none: "missing" | "private" | "silent" | "closed" | "moved" | "notAsked";
};

export interface CheckedLink {
  link: string;
  state: "good" | "bad" | "unknown";
  /** A sentence, empty where all is well. */
  why: string;
}

/** Names that no reader outside an office reaches. */
const INSIDE = /(^|\.)(localhost|local|internal|lan|home|test|invalid)$/;

/** What is wrong with how a link is written, as a sentence; null where nothing is. */
export function linkFormProblem(link: string): string | null {
  const url = URL.parse(link);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "This is no web address. Write it whole, with https:// and a host.";
  }
  if (url.username || url.password) return "It contains a name or password that every reader would see. Remove it.";
  const host = url.hostname.toLowerCase();
  if (host.startsWith("[") || /^[\d.]+$/.test(host)) return "It names a machine by number. Use the site's name.";
  if (!host.includes(".") || INSIDE.test(host)) {
    return "Readers cannot reach this host from outside. Use a public address.";
  }
  return null;
}

const NONE: Readonly<Record<Extract<LinkResponse, { none: string }>["none"], Omit<CheckedLink, "link">>> = {
  missing: { state: "bad", why: "No site has this name. Check how it is spelled." },
  private: {
    state: "bad",
    why: "This name leads into a private network, where readers cannot follow. Use a public address.",
  },
  silent: { state: "bad", why: "The site did not answer in time. Open it yourself, and try again later." },
  closed: { state: "bad", why: "The site could not be reached, or its certificate is wrong. Open it yourself." },
  moved: {
    state: "bad",
    why: "It redirects too often, or to an address that cannot be checked. Use its final address.",
  },
  notAsked: { state: "unknown", why: "Not checked from here. Open it yourself." },
};

/** What a site's answer means for a link. */
export function linkVerdict(link: string, result: LinkResponse): CheckedLink {
  if ("none" in result) return { link, ...NONE[result.none] };
  const { status } = result;
  if (status === 404 || status === 410) {
    return { link, state: "bad", why: `The site has no such page (${status}). Check the address.` };
  }
  if (status >= 500) return { link, state: "bad", why: `The site answers with an error (${status}). Try again later.` };
  // Sites that ask for a sign-in or send programs away still open for people.
  return { link, state: "good", why: "" };
}

/**
 * The links of a mail in order, from both its parts: what the text cuts off an address of the HTML is none of its own.
 */
export function linksOfParts(inHtml: readonly string[], text: string): string[] {
  const cut = new Set(inHtml.flatMap(linksInText));
  return [...new Set([...inHtml, ...linksInText(text).filter((link) => !cut.has(link))])];
}

/** Links beyond those that one check looks at. */
export const notLookedAt = (links: readonly string[]): CheckedLink[] =>
  links.slice(LINKS_MOST).map((link) => ({
    link,
    state: "unknown",
    why: `Not looked at: only the first ${LINKS_MOST} are. Open it yourself.`,
  }));

/** The links that may not work, as the end of a question. */
export function linkWarning(links: readonly CheckedLink[]): string {
  const bad = links.filter(({ state }) => state === "bad");
  if (bad.length === 0) return "";
  return bad.length === 1
    ? ` One link may not work: ${bad[0].link}.`
    : ` ${bad.length} links may not work, the first is ${bad[0].link}.`;
}
