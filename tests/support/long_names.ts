/**
 * A portal whose names are all as long as people's and companies' come: 90 characters, with a word that fills a line.
 */
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import {
  accountRequests,
  accounts,
  areaVersions,
  campaigns,
  conditions,
  conditionSets,
  files,
  holdings,
  loans,
  mails,
  participants,
  savedFilters,
  trackedEmails,
  trackedRecipients,
  transfers,
} from "../../db/schema/mod.ts";
import type { TestApp } from "./app.ts";

/** 90 characters: 34 of them one word, which a phone's line barely holds. */
export const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Papadopoulos-Cholmondeley of Ontario";
export const LONG_ADDRESS =
  "1234567 Concession Road Number Seventeen North-West, Unit 1204-B, Stormont-Dundas-Glengarry";

/** A square in the lake as a region with a long name. */
const AREAS = JSON.stringify({
  type: "FeatureCollection",
  features: [{
    type: "Feature",
    properties: { name: LONG_NAME },
    geometry: { type: "Polygon", coordinates: [[[-80, 43], [-79, 43], [-79, 44], [-80, 44], [-80, 43]]] },
  }],
});

/** Gives everything that people name a name of 90 characters. */
export async function lengthenNames({ deps: { db }, now }: TestApp): Promise<void> {
  await db.update(accounts).set({ name: LONG_NAME, brokerage: LONG_NAME });
  await db.update(accountRequests).set({ name: LONG_NAME, brokerage: LONG_NAME });
  await db.update(loans).set({
    firstName: LONG_NAME,
    lastName: LONG_NAME,
    brokerName: LONG_NAME,
    address: LONG_ADDRESS,
    city: LONG_NAME,
    employer: LONG_NAME,
    firstMortgageLender: LONG_NAME,
    marketRegion: LONG_NAME,
  });
  await db.update(conditions).set({ title: LONG_NAME, note: LONG_NAME });
  await db.update(files).set({ name: `${LONG_NAME}.pdf` });
  await db.update(campaigns).set({ name: LONG_NAME, subject: LONG_NAME });
  await db.update(mails).set({ subject: LONG_NAME });
  await db.update(trackedEmails).set({ name: LONG_NAME });
  await db.update(trackedRecipients).set({ name: LONG_NAME });
  await db.update(transfers).set({ name: LONG_NAME });
  await db.update(participants).set({ name: LONG_NAME });
  for (const { id, list } of await db.select().from(holdings)) {
    const named = list.map((one, i) => ({ ...one, name: `${LONG_NAME} ${i}` }));
    await db.update(holdings).set({ list: named }).where(eq(holdings.id, id));
  }
  const [{ id: accountId }] = await db.select().from(accounts).limit(1);
  const kept = { name: LONG_NAME, nameKey: LONG_NAME.toLowerCase() };
  await db.insert(savedFilters).values({ ...kept, accountId, query: "", savedAt: now() });
  await db.insert(conditionSets).values({ ...kept, terms: "[]", updatedAt: now() });
  const area = { name: `${LONG_NAME}.geojson`, geojson: AREAS, areas: 1, points: 5 };
  await db.insert(areaVersions).values({ ...area, uploadedAt: now(), inForceAt: now() });
}

/**
 * What a window cuts off or lays one over the other: controls that stand beyond its edge, buttons whose words leave
 * them, and controls that cover each other by more than their borders. Empty where all is well.
 */
export function crowdedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const shown = [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => !one.closest(".visually-hidden, #toasts, .ol-viewport, [aria-hidden=true]"))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2 && box.height > 2);
    /** Whether something around it scrolls it sideways into sight. */
    const scrolls = (one: Element) => {
      for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
        if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    };
    /** Of the window, which stays while the page goes by: menu, bars. */
    const stays = (one: Element) => {
      for (let at: Element | null = one; at; at = at.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
      }
      return false;
    };
    const words = (one: HTMLElement) =>
      `${one.tagName.toLowerCase()}.${one.className || one.id || one.getAttribute("name")} "${
        (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30)
      }"`;
    const found: string[] = [];
    for (const { one, box } of shown) {
      if ((box.left < -1 || box.right > width + 1) && !scrolls(one)) found.push(`beyond the edge: ${words(one)}`);
      const spills = one.matches("button, .btn:not(.bar-link)") && one.scrollWidth > one.clientWidth + 1;
      if (spills) found.push(`words cut: ${words(one)}`);
    }
    const still = shown.filter(({ one }) => !stays(one) && getComputedStyle(one).display !== "inline");
    for (const [i, { one, box: a }] of still.entries()) {
      for (const { one: other, box: b } of still.slice(i + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across <= 2 || down <= 2) continue;
        if (one.contains(other) || other.contains(one) || one.closest("label")?.contains(other)) continue;
        // The button that shows a password stands in its field.
        if (one.matches("[type=password]") && one.parentElement?.contains(other)) continue;
        found.push(`one over the other: ${words(one)}, ${words(other)}`);
      }
    }
    return found;
  });
}
