/**
 * The demo's opens and clicks of a year, by brokers and by machines. Never random: a digest spreads them.
 */
import { isBusinessDay } from "../../../lib/domain/business_days.ts";
import { addDays, dateInToronto, formatTime, HOUR_MS, instantInToronto, MINUTE_MS } from "../../../lib/domain/dates.ts";
import type { DemoContact } from "./people.ts";
import type { trackedEmails, trackedRecipients, trackerEvents } from "../../schema/mod.ts";

/** A tracked mail to one broker: of a campaign, or of touch-base where `campaignId` is null. */
export interface DemoTracked {
  emailId: number;
  campaignId: number | null;
  name: string;
  run: number;
  /** When it left, in milliseconds. */
  at: number;
  /** The broker's place among the demo's. */
  place: number;
  contact: DemoContact;
  mailKey: string;
  delivered: boolean;
  /** Where its button leads; null without one. */
  link: string | null;
  /** Days after it left on which a reader may come back to it. */
  again: readonly number[];
}

/** How likely each broker reads, by place: some always do, some hardly ever. */
const KEEN = [0.95, 0.85, 0.8, 0.35, 0.9, 0.7, 0.75, 0.45, 0.6, 0.2, 0.5, 0.3, 0.15];

const OFFICE = [
  { browser: "Chrome 130", os: "Windows 10", platform: "desktop" },
  { browser: "Microsoft Edge 130", os: "Windows 11", platform: "desktop" },
  { browser: "Safari 18", os: "macOS", platform: "desktop" },
] as const;
const PHONE = { browser: "Safari 18", os: "iOS", platform: "mobile" } as const;
const PLACES = [["Toronto", "99.231.10"], ["Hamilton", "142.112.4"], ["Ottawa", "174.112.9"], ["London", "70.49.8"]];
/** Hours in Toronto in which people read a mail again. */
const HOURS = [8, 9, 9, 10, 11, 12, 13, 15, 16, 20, 21];
/** The first and last hour of an office, and the first in which anybody reads. */
const OPENS = "08:00", CLOSES = "18:00", WAKES = "06:30";

const SECOND_MS = 1000, WEEK_MS = 7 * 24 * HOUR_MS;
const MACHINES = [
  {
    after: 4 * SECOND_MS,
    clicks: true,
    event: { machine: "Microsoft's mail protection", ip: "40.93.12.8", browser: "Chrome 120", os: "Windows 10" },
  },
  {
    after: 6 * SECOND_MS,
    clicks: false,
    event: { machine: "Google's image proxy", ip: "66.249.84.12", browser: "Firefox 11", os: "Windows XP" },
  },
  {
    after: 25 * MINUTE_MS,
    clicks: false,
    event: { machine: "Apple's mail privacy fetches pictures by itself", ip: "17.58.97.4", browser: "", os: "" },
  },
] as const;
/** The place among them of the proxy that fetches a picture each time it is shown. */
const GOOGLE = 1;

/** A fraction below 1 that whole numbers always give alike, spread evenly. */
function spread(...numbers: number[]): number {
  let mixed = 2_166_136_261;
  for (const number of numbers) mixed = Math.imul((mixed ^ number) + (mixed >>> 13), 16_777_619) ^ (mixed << 5);
  return (Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519) >>> 0) / 2 ** 32;
}

/** When a person opened a mail: first within hours, later on some of its days. Milliseconds. */
function opensOf({ emailId, run, at, place, again }: DemoTracked): number[] {
  const keen = KEEN[place] ?? 0.2, opens: number[] = [];
  const chance = (of: number) => spread(emailId, run, place, of);
  if (chance(1) > keen + 0.05) return opens;
  const first = at + Math.round(9 * MINUTE_MS + chance(2) ** 2 * 13 * HOUR_MS);
  // A mail that arrives at night is read in the morning.
  opens.push(formatTime(first) < WAKES ? first + 8 * HOUR_MS : first);
  for (const days of again) {
    const day = addDays(dateInToronto(at), days);
    if (chance(10 + days) > keen * (isBusinessDay(day) ? 0.75 : 0.25)) continue;
    const hour = HOURS[Math.floor(chance(200 + days) * HOURS.length)], minute = Math.floor(chance(400 + days) * 60);
    opens.push(instantInToronto(day, `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`));
  }
  return opens;
}

/** Rows of the tracked emails, their recipients and events up to `now`, in milliseconds. `sent` is in order of time. */
export function demoTracking(sent: readonly DemoTracked[], now: number) {
  const emails = new Map<number, typeof trackedEmails.$inferInsert>();
  const recipients: (typeof trackedRecipients.$inferInsert)[] = [];
  const events: (typeof trackerEvents.$inferInsert)[] = [];
  for (const mail of sent) {
    const { emailId, campaignId, name, run: sentId, at, place, contact, mailKey, delivered, link } = mail;
    const { createdAt } = emails.get(emailId) ?? { createdAt: at };
    emails.set(emailId, { id: emailId, name, campaignId, timesRan: sentId, createdAt });
    const { id: accountId, email, phone } = contact;
    recipients.push({ emailId, sentId, accountId, name: contact.name, email, phone, mailKey });
    if (!delivered) continue;
    const add = (type: "open" | "link", created: number, more: Partial<typeof trackerEvents.$inferInsert>) => {
      if (created > now) return;
      const day = dateInToronto(created);
      events.push({ emailId, sentId, accountId, email, type, created, day, country: "Canada", ...more });
    };
    // Each brokerage has one gateway, which opens most of its mails.
    const machine = MACHINES[place % MACHINES.length];
    const seen = { ...machine.event, platform: "desktop", country: "United States" };
    const fetchesAgain = place % MACHINES.length === GOOGLE;
    if (spread(emailId, sentId, place, 5) < 0.6) {
      add("open", at + machine.after, seen);
      if (machine.clicks && link !== null) add("link", at + machine.after + SECOND_MS, { ...seen, link });
    }
    const [city, network] = PLACES[place % PLACES.length];
    for (const opened of opensOf(mail)) {
      const time = formatTime(opened);
      const atWork = time >= OPENS && time < CLOSES && isBusinessDay(dateInToronto(opened));
      const from = {
        ...atWork ? OFFICE[place % OFFICE.length] : PHONE,
        region: "Ontario",
        city,
        // An office keeps its address; a phone's is another each week.
        ip: atWork ? `${network}.${20 + place}` : `72.143.${Math.floor(opened / WEEK_MS) % 250}.${90 + place}`,
      };
      add("open", opened, from);
      if (fetchesAgain && spread(place, Math.floor(opened / MINUTE_MS)) < 0.4) add("open", opened - SECOND_MS, seen);
      const wants = spread(Math.floor(opened / MINUTE_MS), place) < (KEEN[place] ?? 0) * 0.45;
      if (link !== null && wants) add("link", opened + 2 * MINUTE_MS, { ...from, link });
    }
  }
  return { emails: [...emails.values()], recipients, events: events.sort((a, b) => a.created! - b.created!) };
}
