/** The demo's campaigns: when each ran in a year, to whom, and the result of each mail. Never random. */
import { isBusinessDay } from "../../../lib/domain/business_days.ts";
import { addDays, addMonths, dateInToronto, instantInToronto } from "../../../lib/domain/dates.ts";
import type { Audience } from "../../../lib/domain/mail/audience.ts";
import { nextRun } from "../../../lib/domain/mail/schedule.ts";
import type { blacklist, campaignRuns, campaigns, suppressedAddresses } from "../../schema/mod.ts";
import { CAMPAIGN_TEXTS } from "./campaign_texts.ts";
import type { DemoContact } from "./people.ts";
import type { DemoTracked } from "./tracking.ts";

const MINUTE_MS = 60_000, DAY_MS = 24 * 60 * MINUTE_MS;
/** Between two mails of a run: two leave in a second. */
const PACE_MS = 500;

/** What the mail server of the address that bounced answered. */
export const BOUNCE_REASON = "550 5.1.1 There is no mailbox of this name here.";

/** One mail of a run to one broker. Instants in milliseconds. */
export interface DemoSent {
  campaignId: number;
  run: number;
  /** When it left. */
  at: number;
  /** The broker's place among the demo's. */
  place: number;
  contact: DemoContact;
  mailKey: string;
  fate: "delivered" | "bounced" | "failed";
}

/** Places among the demo's brokers: whom mail does not reach, and since how many days some get none. */
const UNSUBSCRIBED = 3, BLACKLISTED = 10, DISABLED = 11, LAPSED = 12, BOUNCED = 7, FAILED = 6;
const UNSUBSCRIBED_DAYS_AGO: Readonly<Record<number, number>> = {
  [UNSUBSCRIBED]: 33,
  [BLACKLISTED]: 27,
  [DISABLED]: 100,
  [LAPSED]: 240,
};

type Plan = Pick<typeof campaigns.$inferInsert, "type" | "active" | "sendAt" | "sendTime" | "monthDay"> & {
  everyDays?: number;
  audience?: Audience;
  /** When each run began. */
  runs: number[];
};

function businessDay(day: string, step: 1 | -1): string {
  while (!isBusinessDay(day)) day = addDays(day, step);
  return day;
}

const daysApart = (days: number, last: string, time: string, count: number): number[] =>
  Array.from({ length: count }, (_, i) => instantInToronto(addDays(last, (i + 1 - count) * days), time));

/** By the campaigns' ids, from 1: two that are running, one stopped, one done, one planned, one draft. */
function plansAt(now: number): Plan[] {
  const today = dateInToronto(now);
  const deals = daysApart(14, businessDay(addDays(today, -2), -1), "09:30", 26);
  const bridges = daysApart(84, businessDay(addDays(today, -20), -1), "10:00", 4);
  const rates = Array.from({ length: 13 }, (_, i) => addMonths(`${today.slice(0, 7)}-01`, i - 12))
    .map((day) => instantInToronto(day, "09:00")).filter((at) => at <= now - 60 * MINUTE_MS).slice(-12);
  const interval = (runs: number[], sendTime: string, everyDays: number, monthDay: number | null) => {
    const sendAt = nextRun({ sendAt: runs.at(-1)!, sendTime, everyDays, monthDay }, now);
    return { type: "interval" as const, active: true, runs, sendAt, sendTime, everyDays, monthDay };
  };
  return [
    interval(deals, "09:30", 14, null),
    interval(rates, "09:00", 7, 1),
    { ...interval(bridges, "10:00", 84, null), active: false, audience: { ratings: ["green", "elite"] } },
    { runs: [instantInToronto(businessDay(addDays(today, -45), -1), "11:00")] },
    {
      active: true,
      sendAt: instantInToronto(businessDay(addDays(today, 5), 1), "10:00"),
      sendTime: "10:00",
      audience: { brokerages: ["Lakeshore Mortgage Group", "Peel Mortgage Partners"] },
      runs: [],
    },
    { runs: [] },
  ];
}

/**
 * Days after a run on which readers come back to it, by the campaigns' ids from 1: a rate sheet is looked up all month.
 */
const AGAIN: readonly (readonly number[])[] = [
  [1, 2, 4, 7, 10, 13],
  [1, 2, 4, 6, 7, 9, 10, 12, 13, 15, 17, 18, 20, 21, 22, 24, 27],
  [1, 3, 6, 8, 10, 12, 14, 15, 18, 20, 21, 23, 27, 33],
  [1, 2, 5, 12, 20, 29, 32, 34, 37, 39, 41, 43, 44, 46, 50, 57],
];

/** Where a campaign's button leads. */
const linkOf = (campaignId: number): string => /\]\((\S+)\)/.exec(CAMPAIGN_TEXTS[campaignId - 1].body)![1];

/** The mails as they are tracked. */
export const trackedOf = (sent: readonly DemoSent[]): DemoTracked[] =>
  sent.map(({ campaignId, run, at, place, contact, mailKey, fate }) => ({
    emailId: campaignId,
    campaignId,
    name: CAMPAIGN_TEXTS[campaignId - 1].name,
    run,
    at,
    place,
    contact,
    mailKey,
    delivered: fate === "delivered",
    link: linkOf(campaignId),
    again: AGAIN[campaignId - 1],
  }));

/** Rows of the campaigns and their runs up to `now`, in milliseconds, and every mail in the order in which it left. */
export function demoCampaigns(contacts: readonly DemoContact[], now: number) {
  const plans = plansAt(now), newestDeals = plans[0].runs.at(-1)!;
  const gets = (contact: DemoContact, place: number, at: number, audience: Audience = {}): boolean =>
    (audience.ratings?.includes(contact.rating) ?? true) && at < now - (UNSUBSCRIBED_DAYS_AGO[place] ?? 0) * DAY_MS &&
    (place !== BOUNCED || at <= newestDeals);
  const sent = plans.flatMap(({ runs, audience }, i) =>
    runs.flatMap((began, r) =>
      contacts.map((contact, place) => ({ contact, place })).filter(({ contact, place }) =>
        gets(contact, place, began, audience)
      ).map(({ contact, place }, n): DemoSent => {
        const campaignId = i + 1, run = r + 1, newest = i === 0 && run === runs.length;
        const fate = newest && place === BOUNCED ? "bounced" : newest && place === FAILED ? "failed" : "delivered";
        const mailKey = `campaign:${campaignId}:${run}:${contact.email}`;
        return { campaignId, run, at: began + n * PACE_MS, place, contact, mailKey, fate };
      })
    )
  ).sort((a, b) => a.at - b.at);
  const farewell = sent.findLast(({ place }) => place === UNSUBSCRIBED);
  const sentIn = (id: number, run: number) => sent.filter((one) => one.campaignId === id && one.run === run);
  const rows: (typeof campaigns.$inferInsert)[] = plans.map(({ runs, ...plan }, i) => ({
    id: i + 1,
    ...CAMPAIGN_TEXTS[i],
    ...plan,
    runs: runs.length,
    lastRan: runs.at(-1) ?? null,
    lastRecipients: sentIn(i + 1, runs.length).length,
    createdAt: (runs.at(0) ?? now) - 3 * DAY_MS,
  }));
  const runRows: (typeof campaignRuns.$inferInsert)[] = plans.flatMap(({ runs }, i) => {
    const { subject, preview, body } = CAMPAIGN_TEXTS[i], campaignId = i + 1;
    return runs.map((startedAt, r) => ({
      campaignId,
      run: r + 1,
      subject,
      preview,
      body,
      startedAt,
      finishedAt: startedAt + MINUTE_MS,
      unsubscribed: farewell?.campaignId === campaignId && farewell.run === r + 1 ? 1 : 0,
    }));
  });
  const listed: (typeof blacklist.$inferInsert)[] = [
    { email: "@rival-lending.example", addedAt: now - 140 * DAY_MS },
    { email: contacts[BLACKLISTED].email, addedAt: now - UNSUBSCRIBED_DAYS_AGO[BLACKLISTED] * DAY_MS },
  ];
  const suppressed: (typeof suppressedAddresses.$inferInsert)[] = [
    { email: contacts[BOUNCED].email, why: "bounced", reason: BOUNCE_REASON, at: newestDeals + MINUTE_MS },
  ];
  const unsubscribed = { ...contacts[UNSUBSCRIBED], at: now - UNSUBSCRIBED_DAYS_AGO[UNSUBSCRIBED] * DAY_MS };
  return { rows, runs: runRows, sent, blacklist: listed, suppressed, unsubscribed };
}
