/** The demo's mails of a year: what brokers, and machines before them, did with them. Never random. */
import { dateInToronto } from "../../../lib/domain/dates.ts";
import type { DemoSent } from "./campaigns.ts";
import { CAMPAIGN_TEXTS } from "./campaign_texts.ts";
import type { trackedEmails, trackedRecipients, trackerEvents } from "../../schema/mod.ts";

const DAY_MS = 24 * 3600_000, MINUTE_MS = 60_000;

const PEOPLE = [
  { browser: "Chrome 130", os: "Windows 10", platform: "desktop" },
  { browser: "Safari 18", os: "iOS", platform: "mobile" },
  { browser: "Microsoft Edge 130", os: "Windows 10", platform: "desktop" },
] as const;
const PLACES = [["Toronto", "99.231.10"], ["Hamilton", "142.112.4"], ["Ottawa", "174.112.9"], ["London", "70.49.8"]];
const MACHINES = [
  ["Google's image proxy", "66.249.84.12", "Firefox 11", "Windows XP"],
  ["Microsoft's mail protection", "40.93.12.8", "Chrome 120", "Windows 10"],
] as const;

/** Where a campaign's button leads. */
const linkOf = (campaignId: number): string => /\]\((\S+)\)/.exec(CAMPAIGN_TEXTS[campaignId - 1].body)![1];

/** Rows of the tracked emails, their recipients and events up to `now`, in milliseconds. `sent` is in order of time. */
export function demoTracking(sent: readonly DemoSent[], now: number) {
  const emails = new Map<number, typeof trackedEmails.$inferInsert>();
  const recipients: (typeof trackedRecipients.$inferInsert)[] = [];
  const events: (typeof trackerEvents.$inferInsert)[] = [];
  for (const { campaignId: emailId, run: sentId, at, place, contact, mailKey, fate } of sent) {
    const { name } = CAMPAIGN_TEXTS[emailId - 1], { createdAt } = emails.get(emailId) ?? { createdAt: at };
    emails.set(emailId, { id: emailId, name, campaignId: emailId, timesRan: sentId, createdAt });
    const { id: accountId, email, phone } = contact;
    recipients.push({ emailId, sentId, accountId, name: contact.name, email, phone, mailKey });
    if (fate !== "delivered") continue;
    const link = linkOf(emailId), turn = emailId * 7 + sentId * 5 + place * 3;
    const add = (type: "open" | "link", after: number, more: Partial<typeof trackerEvents.$inferInsert>) => {
      const created = at + after;
      if (created > now) return;
      const day = dateInToronto(created);
      events.push({ emailId, sentId, accountId, email, type, created, day, country: "Canada", ...more });
    };
    const [city, network] = PLACES[place % PLACES.length];
    const person = { ...PEOPLE[turn % PEOPLE.length], region: "Ontario", city, ip: `${network}.${20 + place}` };
    if (turn % 3 === 0) {
      const [machine, ip, browser, os] = MACHINES[turn % MACHINES.length];
      add("open", 4000, { machine, ip, browser, os, platform: "desktop", country: "United States" });
      if (turn % 2) {
        add("link", 5000, { machine, ip, browser, os, platform: "desktop", link, country: "United States" });
      }
    }
    // The first brokers are the keenest; the last hardly ever read.
    if (turn % (2 + place) > 1 && place > 2) continue;
    add("open", (20 + turn % 300) * MINUTE_MS, person);
    if (turn % 4 === 0) add("open", DAY_MS + turn * MINUTE_MS, { ...person, ip: `${network}.${90 + place}` });
    if (turn % (2 + place) === 0) add("link", (22 + turn % 300) * MINUTE_MS, { ...person, link });
  }
  return { emails: [...emails.values()], recipients, events };
}
