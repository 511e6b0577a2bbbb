import type { Context } from "../../lib/server/http.ts";
import type { Lender, LenderLinks } from "../../lib/domain/lender.ts";
import { plainLink } from "../../lib/domain/loans/links.ts";
import { allows, type Permission } from "../../lib/domain/permissions.ts";
import type { Badge } from "../../lib/server/site_map.ts";
import type { IconName } from "../../lib/ui/icon.tsx";

/** An area's entry in a menu. It is shown to who has the permission, once its page exists. */
export interface MenuEntry {
  /** The side menu, the user's, the top bar, where entries are icons, or what the command palette begins. */
  menu?: "side" | "user" | "bar" | "create";
  name: string;
  icon: IconName;
  /** The name, unless it says more. */
  tooltip?: string;
  location: string;
  /** Entries come in ascending order of it. */
  place: number;
  permission: Permission;
  /** Hidden from those with this permission, who have another entry instead. */
  except?: Permission;
  /** Further paths that belong to the entry. */
  within?: readonly string[];
  /** A number beside the entry, not shown at 0, and what it counts; `pulse`: somebody waits for it. */
  badge?: { count(ctx: Context): Promise<number>; one: string; many: string; pulse?: true };
}

/** A menu's item: a page, or an external tool. */
export type MenuItem =
  & Pick<MenuEntry, "name" | "icon" | "location" | "within" | "badge">
  & { tooltip: string; external?: true };

/** A menu: pages, and external tools. Logout is a form, which the shells render. */
export type Menu = { places: MenuItem[]; elsewhere: MenuItem[] };

/** The place of the partners' page among the entries of staff. */
const PARTNERS_PLACE = 80;

type SiteKey = Exclude<keyof LenderLinks, "demoVideos" | "scheduleCall">;

const SITES: readonly (readonly [SiteKey, string, IconName])[] = [
  ["mortgageOffice", "Mortgage Office", "building-2"],
  ["propertyMap", "Property Map", "map-pin"],
  ["soldPrices", "Sold Prices", "tag"],
  ["listings", "Listings", "house"],
  ["valuation", "Valuation", "pencil"],
  ["enforcement", "Enforcement", "gavel"],
];

/** An external tool; empty where its address is not configured. */
function site(links: LenderLinks, key: SiteKey, name: string, icon: IconName): MenuItem[] {
  const site = links[key];
  return site ? [{ name, icon, tooltip: new URL(site).host, location: plainLink(site), external: true }] : [];
}

/** The entries of a menu that a role sees, in order, without missing pages. */
function shown(
  entries: readonly MenuEntry[],
  menu: Required<MenuEntry>["menu"],
  role: number,
  pages: ReadonlySet<string>,
) {
  const actor = { id: 0, name: "", role };
  return entries
    .filter((entry) => (entry.menu ?? "side") === menu && pages.has(entry.location.split("?")[0]))
    .filter(({ permission, except }) => allows(actor, permission) && !(except && allows(actor, except)))
    .sort((a, b) => a.place - b.place)
    .map((entry) => ({ ...entry, tooltip: entry.tooltip ?? entry.name }));
}

/** A role's side menu (accounts specification 2 and 6), without missing pages and unconfigured tools. */
export function menuFor(
  entries: readonly MenuEntry[],
  role: number,
  lender: Lender,
  pages: ReadonlySet<string>,
): Menu {
  const places = shown(entries, "side", role, pages);
  if (!allows({ id: 0, name: "", role }, "manageLoans")) return { places, elsewhere: [] };
  const before = places.filter(({ place }) => place < PARTNERS_PLACE);
  const partners = site(lender.links, "partners", "Partners", "handshake");
  return {
    places: [...before, ...partners, ...places.slice(before.length)],
    elsewhere: SITES.flatMap(([key, name, icon]) => site(lender.links, key, name, icon)),
  };
}

/** The user menu: Dashboard, Contact and Settings; Settings only for an unknown role. */
export const userMenuFor = (entries: readonly MenuEntry[], role: number, pages: ReadonlySet<string>): MenuItem[] =>
  shown(entries, "user", role, pages);

/** The icons of the top bar. */
export const barFor = (entries: readonly MenuEntry[], role: number, pages: ReadonlySet<string>): MenuItem[] =>
  shown(entries, "bar", role, pages);

/** What a role may begin, for the command palette. */
export const createFor = (entries: readonly MenuEntry[], role: number, pages: ReadonlySet<string>): MenuItem[] =>
  shown(entries, "create", role, pages);

/** The badges of the entries that have one. */
export const badgesOf = (entries: readonly MenuEntry[]): Badge[] =>
  entries.flatMap(({ location, permission, badge }) => badge ? [{ location, permission, count: badge.count }] : []);

/** The value of aria-current: "page" for this item's page, "true" for one that belongs to it. */
export function currentIn(item: MenuItem, path: string): "page" | "true" | undefined {
  if (path === item.location) return "page";
  const below = [item.location, ...item.within ?? []];
  const belongs = below.some((start) => path === start || path.startsWith(start + "/"));
  return belongs && !item.external ? "true" : undefined;
}
