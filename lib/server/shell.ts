/** The facts that the shells around a page need. */
import { getCookie, setCookie } from "hono/cookie";
import type { ReactNode } from "react";
import { dateInToronto } from "../domain/dates.ts";
import type { Lender } from "../domain/lender.ts";
import { allows } from "../domain/permissions.ts";
import type { Assets } from "./assets.ts";
import type { Flash } from "./flash.ts";
import { contextOf, type Http } from "./http.ts";

/** The public shell, the dashboard's, or the one that fits who is looking. */
export type Shell = "public" | "dashboard";

export interface ShellFacts {
  shell: Shell;
  title: string;
  /** For search engines and shared links; without it they leave the page out. */
  description?: string;
  /** The portal's public address, without a path. */
  origin: string;
  user: { id: number; name: string; role: number; brokerage: string } | null;
  path: string;
  lender: Lender;
  theme: "light" | "dark" | null;
  flash: Flash | null;
  /** The numbers beside menu entries, by their location. */
  badges: ReadonlyMap<string, number>;
  pages: ReadonlySet<string>;
  menuCompact: boolean;
  assets: Assets;
  /** Buttons of the page, at the end of the top bar. */
  actions?: ReactNode;
  /** A sticky head of the page's own in place of the top bar. */
  header?: (parts: { menuButton: ReactNode; userMenu: ReactNode }) => ReactNode;
  /** More of the document's head. */
  head?: ReactNode;
  /** How what the page shows was chosen, for its head on paper, if it has that. */
  paper?: string;
  /** Today in Toronto, `YYYY-MM-DD`. */
  today: string;
}

/** What a page adds to its shell. */
export type PageParts = Pick<ShellFacts, "title" | "description" | "actions" | "header" | "head" | "paper"> & {
  /** Where the page is, for one that answers a form at the call's address. */
  at?: string;
};

export function themeOf(c: Http): "light" | "dark" | null {
  const theme = c.req.header("cookie")?.includes("theme=") ? getCookie(c, "theme") : undefined;
  return theme === "light" || theme === "dark" ? theme : null;
}

/**
 * Keeps the theme in this browser for a year; "auto" follows the system again. The shell's script writes the same
 * cookie.
 */
export function setTheme(c: Http, theme: "auto" | "light" | "dark"): void {
  const secure = c.get("deps").env.publicUrl.startsWith("https:");
  const value = theme === "auto" ? "" : theme;
  setCookie(c, "theme", value, { path: "/", sameSite: "Lax", secure, maxAge: value ? 365 * 24 * 3600 : 0 });
}

export async function shellFacts(
  c: Http,
  shell: Shell,
  { at, ...parts }: PageParts,
  flash: Flash | null,
): Promise<ShellFacts> {
  const user = c.get("signedIn");
  const { pages } = c.get("surroundings").siteMap;
  const { env, ports, clock, assets } = c.get("deps");
  return {
    shell,
    ...parts,
    user: user && { id: user.id, name: user.name, role: user.role, brokerage: user.brokerage },
    path: at ?? c.req.path,
    origin: new URL(env.publicUrl).origin,
    lender: ports.site.lender,
    theme: themeOf(c),
    today: dateInToronto(clock()),
    flash,
    badges: shell === "dashboard" ? await (c.get("badges") ?? countBadges(c)) : new Map(),
    pages,
    menuCompact: getCookie(c, "menu") === "compact",
    assets,
  };
}

/** Counts while the page loads, so that both are asked of the database together. */
export function beginBadges(c: Http): void {
  const counted = countBadges(c);
  // Where the page fails first, nobody waits for them.
  counted.catch(() => {});
  c.set("badges", counted);
}

async function countBadges(c: Http): Promise<ReadonlyMap<string, number>> {
  const ctx = contextOf(c);
  const badges = c.get("surroundings").siteMap.badges.filter(({ permission }) => allows(ctx.actor, permission));
  return new Map(await Promise.all(badges.map(async ({ location, count }) => [location, await count(ctx)] as const)));
}
