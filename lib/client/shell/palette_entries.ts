/**
 * What the command palette lists besides what the server finds: screens, what can be begun, and what was opened lately.
 */
import { FOUND_MOST } from "../../domain/loans/found.ts";
import { paletteFacts } from "./palette_facts.ts";
import { recentPages } from "./recent.ts";

/** An entry: a link, or a command of the page. */
export interface Entry {
  name: string;
  /** Beside the name, quieter. */
  more?: string;
  /** Below the name: what was found in it, where the name does not say. */
  why?: string;
  icon: string;
  href?: string;
  run?: () => void;
}

/** Entries under a heading. */
export interface Group {
  title: string;
  entries: Entry[];
}

type Match = { label: string; text: string };

/** What the server finds. */
export interface Found {
  loans: { id: number; clientCode: string; client: string; city: string; status: string; match: Match | null }[];
  brokers: { id: number; name: string; brokerage: string }[];
}

/** Whether each typed word begins a word of the name. */
function matchesStarts(name: string, typed: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return typed.toLowerCase().split(/\s+/).filter(Boolean).every((start) =>
    words.some((word) => word.startsWith(start))
  );
}

/** The screens of the menus, which are the person's own. */
function screens(): Entry[] {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>("#menu > a:not([target], .brand, [data-palette]), #user a"),
  ];
  return links.map((link) => ({
    name: (link.querySelector(".label") ?? link).textContent!.trim(),
    icon: link.querySelector("use")?.getAttribute("href")?.split("#")[1] ?? "chevron-right",
    href: link.getAttribute("href")!,
  })).filter(({ href }, at, all) => all.findIndex((one) => one.href === href) === at);
}

/** The groups for what is typed: `found` is null while the server has not answered. */
export function groupsFor(typed: string, found: Found | null, openSheet: () => void): Group[] {
  const begin = paletteFacts().begin.map(([name, href]) => ({ name, href, icon: "plus" }));
  const begun = new Set(begin.map(({ href }) => href));
  const help: Entry = { name: "Keyboard shortcuts", icon: "info", run: openSheet };
  const matching = (entries: Entry[]) => entries.filter(({ name }) => matchesStarts(name, typed));
  const loans = {
    title: (found?.loans.length ?? 0) < FOUND_MOST.loans ? "Loans" : `Loans, the newest ${FOUND_MOST.loans}`,
    entries: (found?.loans ?? []).map(loanEntry),
  };
  const brokers = {
    title: (found?.brokers.length ?? 0) < FOUND_MOST.brokers ? "Brokers" : `Brokers, the first ${FOUND_MOST.brokers}`,
    entries: (found?.brokers ?? []).map(({ id, name, brokerage }) => (
      { name, more: brokerage, icon: "user", href: `/dashboard/viewbroker?id=${id}` }
    )),
  };
  // Where a broker is typed, their loans are found too: the broker comes first.
  const isNamed = ({ entries }: { entries: Entry[] }) => matching(entries).length > 0;
  const groups: Group[] = [
    { title: "Recent", entries: typed ? [] : recentPages().map((one) => ({ ...one, icon: "history" })) },
    { title: "Go to", entries: matching([...screens().filter(({ href }) => !begun.has(href!)), help]) },
    { title: "Create", entries: matching(begin) },
    ...(isNamed(brokers) && !isNamed(loans) ? [brokers, loans] : [loans, brokers]),
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function loanEntry({ id, clientCode, client, city, status, match }: Found["loans"][number]): Entry {
  return {
    name: `${clientCode} ${client}`,
    why: match ? `${match.label}: ${match.text}` : undefined,
    more: [city, status].filter(Boolean).join(", "),
    icon: "layers",
    // Brokers are sent on to their own page of it.
    href: `/dashboard/viewloan/${id}`,
  };
}
