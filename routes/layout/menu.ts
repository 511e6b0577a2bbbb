import type { Lender, LenderLinks } from "../../lib/domain/lender.ts";
import { isAdministrator, ROLE } from "../../lib/domain/permissions.ts";
import type { IconName } from "../../lib/ui/icon.tsx";

/** A menu item. `within` are further paths that belong to it; `waiting` shows the number of open requests. */
export type MenuItem = {
  name: string;
  icon: IconName;
  tooltip: string;
  location: string;
  external?: true;
  waiting?: true;
  within?: readonly string[];
};

/** A menu: pages, and external tools. Logout is a form, which the shells render. */
export type Menu = { places: MenuItem[]; elsewhere: MenuItem[] };

const place = (name: string, icon: IconName, location: string, more: Partial<MenuItem> = {}): MenuItem => ({
  name,
  icon,
  tooltip: name,
  location,
  ...more,
});

const NEW_LOAN = place("New Loan", "square-plus", "/dashboard/submitloan");
const ACCOUNT = "/dashboard/accountsettings";
const LOAN_SCREENS = [
  "/dashboard/viewloan",
  "/dashboard/viewCommitment",
  "/dashboard/viewRenewal",
  "/dashboard/schedule",
  "/dashboard/payout",
];

const BROKER: MenuItem[] = [
  NEW_LOAN,
  place("Manage Conditions", "layers", "/dashboard/loans", { within: LOAN_SCREENS }),
  place("Settings", "user-cog", ACCOUNT),
  place("Contact Us", "mail", "/dashboard/contact"),
];

const STAFF_WORK: MenuItem[] = [
  NEW_LOAN,
  place("Manage Loans", "layers", "/dashboard/loans", { within: LOAN_SCREENS }),
  place("Manage Brokers", "users", "/dashboard/brokers", {
    waiting: true,
    within: ["/dashboard/viewbroker", "/dashboard/createbroker"],
  }),
  place("Map Loans", "map", "/dashboard/maploans"),
  place("Overview", "chart-pie", "/dashboard/overview"),
  place("Tracking", "radar", "/dashboard/tracking"),
  place("Emails", "mails", "/dashboard/emails", { within: ["/dashboard/viewemail"] }),
];

const STAFF_SETTINGS: MenuItem[] = [
  place("Global Settings", "sliders-horizontal", "/dashboard/settings"),
  place("Account Settings", "user-cog", ACCOUNT),
];

const OTHER: MenuItem[] = [place("Settings", "user-cog", ACCOUNT)];

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
  const location = links[key];
  return location ? [{ name, icon, tooltip: new URL(location).host, location, external: true }] : [];
}

/** A role's side menu (accounts specification 2 and 6), without missing pages and unconfigured tools. */
export function menuFor(role: number, lender: Lender, pages: ReadonlySet<string>): Menu {
  const there = (items: MenuItem[]) => items.filter((item) => item.external || pages.has(item.location));
  if (isAdministrator({ id: 0, name: "", role })) {
    const partners = site(lender.links, "partners", "Partners", "handshake");
    return {
      places: there([...STAFF_WORK, ...partners, ...STAFF_SETTINGS]),
      elsewhere: SITES.flatMap(([key, name, icon]) => site(lender.links, key, name, icon)),
    };
  }
  return { places: there(role === ROLE.broker ? BROKER : OTHER), elsewhere: [] };
}

/** The user menu: Dashboard, Contact and Settings; Settings only for an unknown role. */
export function userMenuFor(role: number, pages: ReadonlySet<string>): MenuItem[] {
  const known = role === ROLE.broker || isAdministrator({ id: 0, name: "", role });
  const items = [
    ...known ? [place("Dashboard", "layers", "/dashboard/loans"), place("Contact", "mail", "/contact")] : [],
    place("Settings", "user-cog", ACCOUNT),
  ];
  return items.filter((item) => pages.has(item.location));
}

/** The value of aria-current: "page" for this item's page, "true" for one that belongs to it. */
export function currentIn(item: MenuItem, path: string): "page" | "true" | undefined {
  if (path === item.location) return "page";
  const below = [item.location, ...item.within ?? []];
  const belongs = below.some((start) => path === start || path.startsWith(start + "/"));
  return belongs && !item.external ? "true" : undefined;
}
