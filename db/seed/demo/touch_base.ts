/** The demo's touch-base: its templates, and a queue in every state. */
import { DAY_MS, HOUR_MS } from "../../../lib/domain/dates.ts";
import { inBusinessHours, nextTemplate, TOUCH_BASE_KEY, TOUCH_BASE_NAME } from "../../../lib/domain/mail/touch_base.ts";
import type { touchBaseQueue, touchBaseTemplates } from "../../schema/mod.ts";
import type { DemoContact } from "./people.ts";
import type { DemoTracked } from "./tracking.ts";

const NORMAL = [
  {
    subject: "Anything I can price?",
    body:
      "Hi {firstName},\n\nI saw you had a look at our rates this week. If there is a file on your desk, send me the address and the amount: you will have a price before the call is over.\n\n[Our rates](https://lender.example/rates)\n\nMargaret",
  },
  {
    subject: "A deal like yours",
    body:
      "Hi {firstName},\n\nWe funded a second in your area last week: 68% of the value, nine days from application to cheque.\n\n[See more like it](https://lender.example/deals)\n\nTell me what you are working on.\n\nMargaret",
  },
  { subject: "Coffee?", body: "Hi {firstName},\n\nI am near your office on Thursdays. Ten minutes?\n\nMargaret" },
];
const ELITE = [
  {
    subject: "A word on your pipeline",
    body:
      "Hi {firstName},\n\nYou are one of the brokers we fund most with, so call me first on anything that closes this month: 905-555-0100.\n\nMargaret",
  },
  { subject: "Lunch on us", body: "Hi {firstName},\n\nLunch on us, next week. Say when.\n\nMargaret" },
];

export const TOUCH_BASE_TEMPLATES: (typeof touchBaseTemplates.$inferInsert)[] = [
  ...NORMAL.map((one, i) => ({ id: i + 1, list: "normal" as const, position: i, ...one })),
  ...ELITE.map((one, i) => ({ id: NORMAL.length + i + 1, list: "elite" as const, position: i, ...one })),
];

/** Which broker (place), how many hours ago they were queued, and the result a day later. In order of time. */
const QUEUE: readonly (readonly [
  place: number,
  hoursAgo: number,
  state?: "sent" | "skipped" | "blacklist" | "consent",
])[] = [
  [9, 290 * 24, "sent"],
  [5, 220 * 24, "sent"],
  [8, 190 * 24, "sent"],
  [1, 150 * 24, "sent"],
  [0, 130 * 24, "sent"],
  [2, 112 * 24, "sent"],
  [4, 95 * 24, "sent"],
  [6, 80 * 24, "sent"],
  [1, 62 * 24, "sent"],
  [0, 41 * 24, "sent"],
  [3, 33 * 24, "consent"],
  [10, 26 * 24, "blacklist"],
  [7, 20 * 24, "skipped"],
  [2, 12 * 24, "sent"],
  [8, 9 * 24, "sent"],
  [9, 7 * 24, "sent"],
  [6, 5 * 24, "sent"],
  [5, 5],
  [4, 1],
];

/** The queue at `now`, in milliseconds; `brokers` are the demo's in their order. */
export function demoTouchBase(
  brokers: readonly { id: number; rating: string }[],
  now: number,
): (typeof touchBaseQueue.$inferInsert)[] {
  const had = new Map<number, number[]>();
  return QUEUE.map(([place, hoursAgo, state], i) => {
    const { id: accountId, rating } = brokers[place], queuedAt = now - hoursAgo * HOUR_MS;
    const list = rating === "elite" ? "elite" : "normal", before = had.get(place) ?? [];
    const ids = TOUCH_BASE_TEMPLATES.filter((one) => one.list === list).map(({ id }) => id!);
    const templateId = nextTemplate(ids, before)!;
    if (state === "sent") had.set(place, [...before, templateId]);
    const row = { id: i + 1, accountId, templateId, rating, queuedAt };
    if (!state) return row;
    const skip = state === "sent" ? 0 : 1, why = state === "blacklist" || state === "consent" ? state : "";
    return { ...row, sent: 1, skip, why, sentDate: inBusinessHours(queuedAt + DAY_MS) };
  });
}

/** Where a template's link leads; null without one. */
const linkOf = (templateId: number): string | null =>
  /\]\((\S+)\)/.exec(TOUCH_BASE_TEMPLATES.find(({ id }) => id === templateId)!.body)?.[1] ?? null;

/** The sent mails of the queue, tracked under this id. `brokers` are the demo's in their order. */
export const demoTouchBaseMails = (
  queue: readonly (typeof touchBaseQueue.$inferInsert)[],
  brokers: readonly DemoContact[],
  emailId: number,
): DemoTracked[] =>
  queue.filter(({ sent, skip }) => sent && !skip).map(({ id, accountId, templateId, sentDate }, i) => {
    const place = brokers.findIndex((broker) => broker.id === accountId);
    return {
      emailId,
      campaignId: null,
      name: TOUCH_BASE_NAME,
      run: i + 1,
      at: sentDate!,
      place,
      contact: brokers[place],
      mailKey: `${TOUCH_BASE_KEY}${id}`,
      delivered: true,
      link: linkOf(templateId!),
      again: [1, 2, 4],
    };
  });
