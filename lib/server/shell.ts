/** The facts that the shells around a page need. */
import { count, isNull } from "drizzle-orm";
import { getCookie, setCookie } from "hono/cookie";
import type { ReactNode } from "react";
import type { Db } from "../../db/mod.ts";
import { preparedBy } from "../../db/prepared.ts";
import { accountRequests } from "../../db/schema/mod.ts";
import type { Lender } from "../domain/lender.ts";
import { allows } from "../domain/permissions.ts";
import type { Flash } from "./flash.ts";
import type { Http } from "./http.ts";

/** The public shell, the dashboard's, or the one that fits who is looking. */
export type Shell = "public" | "dashboard";

export interface ShellFacts {
  shell: Shell;
  title: string;
  user: { name: string; role: number; brokerage: string } | null;
  path: string;
  lender: Lender;
  theme: "light" | "dark" | null;
  flash: Flash | null;
  pendingRequests: number;
  pages: ReadonlySet<string>;
  menuCompact: boolean;
  /** Buttons of the page, at the end of the top bar. */
  actions?: ReactNode;
  /** A sticky head of the page's own in place of the top bar. */
  header?: (parts: { menuButton: ReactNode; userMenu: ReactNode }) => ReactNode;
  /** More of the document's head. */
  head?: ReactNode;
}

/** What a page adds to its shell. */
export type PageParts = Pick<ShellFacts, "title" | "actions" | "header" | "head">;

/** The paths of all registered pages, so that menus never show a dead link. Filled in once, by createApp. */
export const registeredPages = new Set<string>();

export function themeOf(c: Http): "light" | "dark" | null {
  const theme = c.req.header("cookie")?.includes("theme=") ? getCookie(c, "theme") : undefined;
  return theme === "light" || theme === "dark" ? theme : null;
}

/** Keeps the theme in this browser for a year; "auto" follows the system again. The shell's script writes the same cookie. */
export function setTheme(c: Http, theme: "auto" | "light" | "dark"): void {
  const secure = c.get("deps").env.publicUrl.startsWith("https:");
  const value = theme === "auto" ? "" : theme;
  setCookie(c, "theme", value, { path: "/", sameSite: "Lax", secure, maxAge: value ? 365 * 24 * 3600 : 0 });
}

export async function shellFacts(c: Http, shell: Shell, parts: PageParts, flash: Flash | null): Promise<ShellFacts> {
  const user = c.get("signedIn");
  const { db, ports } = c.get("deps");
  const staff = user !== null && allows(user, "manageBrokers");
  return {
    shell,
    ...parts,
    user: user && { name: user.name, role: user.role, brokerage: user.brokerage },
    path: c.req.path,
    lender: ports.site.lender,
    theme: themeOf(c),
    flash,
    pendingRequests: staff && shell === "dashboard" ? await openRequests(db) : 0,
    pages: registeredPages,
    menuCompact: getCookie(c, "menu") === "compact",
  };
}

const openRequestsQuery = preparedBy((db, _key: "open") =>
  db.select({ n: count() }).from(accountRequests).where(isNull(accountRequests.closedAt)).prepare()
);

/** How many people wait for an account: a count over an index. */
export const openRequests = async (db: Db): Promise<number> => (await openRequestsQuery(db, "open").get())?.n ?? 0;
