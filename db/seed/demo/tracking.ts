/** The demo's mails of a year: what brokers, and machines before them, did with them. Never random. */
import { dateInToronto } from "../../../lib/domain/dates.ts";
import type { trackedEmails, trackedRecipients, trackerEvents } from "../../schema/mod.ts";

const DAY_MS = 24 * 3600_000, MINUTE_MS = 60_000;
/** The time of the day at which mails leave, UTC: in the morning in Toronto. */
const SENT_AT_MS = 14 * 3600_000;

/** Mails with their runs a year, and the days since the last. */
const EMAILS: readonly (readonly [name: string, runs: number, lastDaysAgo: number, link: string])[] = [
  ["Weekly funded deals", 26, 2, "https://lender.example/deals"],
  ["Rate sheet", 12, 6, "https://lender.example/rates"],
  ["Bridge loans in five days", 4, 20, "https://lender.example/bridge"],
  ["Where we lend now", 2, 45, "https://lender.example/areas"],
];

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

export interface DemoContact {
  id: number;
  name: string;
  email: string;
  phone: string;
}

/** Rows of the tracked emails, their recipients and events up to `now`, in milliseconds. */
export function demoTracking(contacts: readonly DemoContact[], now: number) {
  const emails: (typeof trackedEmails.$inferInsert)[] = [];
  const recipients: (typeof trackedRecipients.$inferInsert)[] = [];
  const events: (typeof trackerEvents.$inferInsert)[] = [];
  EMAILS.forEach(([name, runs, lastDaysAgo, link], e) => {
    const id = e + 1, everyMs = Math.floor((365 - lastDaysAgo) / runs) * DAY_MS;
    const last = Math.floor(now / DAY_MS - lastDaysAgo) * DAY_MS + SENT_AT_MS;
    const sentAt = (sentId: number) => last - (runs - sentId) * everyMs;
    emails.push({ id, name, timesRan: runs, createdAt: sentAt(1) });
    for (let sentId = 1; sentId <= runs; sentId++) {
      contacts.forEach((contact, c) => {
        const { id: accountId, name, email, phone } = contact;
        recipients.push({ emailId: id, sentId, accountId, name, email, phone });
        const turn = e * 7 + sentId * 5 + c * 3;
        const add = (type: "open" | "link", after: number, more: Partial<typeof trackerEvents.$inferInsert>) => {
          const created = sentAt(sentId) + after;
          if (created > now) return;
          const day = dateInToronto(created);
          events.push({ emailId: id, sentId, accountId, email, type, created, day, country: "Canada", ...more });
        };
        const [city, network] = PLACES[c % PLACES.length];
        const person = { ...PEOPLE[turn % PEOPLE.length], region: "Ontario", city, ip: `${network}.${20 + c}` };
        if (turn % 3 === 0) {
          const [machine, ip, browser, os] = MACHINES[turn % MACHINES.length];
          add("open", 4000, { machine, ip, browser, os, platform: "desktop", country: "United States" });
          if (turn % 2) {
            add("link", 5000, { machine, ip, browser, os, platform: "desktop", link, country: "United States" });
          }
        }
        // The first brokers are the keenest; the last hardly ever read.
        if (turn % (2 + c) > 1 && c > 2) return;
        add("open", (20 + turn % 300) * MINUTE_MS, person);
        if (turn % 4 === 0) add("open", DAY_MS + turn * MINUTE_MS, { ...person, ip: `${network}.${90 + c}` });
        if (turn % (3 + c) === 0) add("link", (22 + turn % 300) * MINUTE_MS, { ...person, link });
      });
    }
  });
  return { emails, recipients, events };
}
