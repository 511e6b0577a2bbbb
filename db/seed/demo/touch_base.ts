/** The demo's touch-base: its templates, and a queue in every state. */
import { inBusinessHours } from "../../../lib/domain/mail/touch_base.ts";
import type { touchBaseQueue, touchBaseTemplates } from "../../schema/mod.ts";

const HOUR_MS = 3600_000, DAY_MS = 24 * HOUR_MS;

const NORMAL = [
  {
    subject: "Anything I can price?",
    body:
      "Hi {firstName},\n\nI saw you had a look at our rates this week. If there is a file on your desk, send me the address and the amount: you will have a price before the call is over.\n\nMargaret",
  },
  {
    subject: "A deal like yours",
    body:
      "Hi {firstName},\n\nWe funded a second in your area last week: 68% of the value, nine days from application to cheque. Tell me what you are working on.\n\nMargaret",
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

/** Which broker, how long ago he was queued, with which template, and what became of it a day later. */
const QUEUE: readonly (readonly [
  broker: number,
  hoursAgo: number,
  templateId: number,
  state?: "sent" | "skipped" | "blacklist" | "consent",
])[] = [
  [4, 1, 5],
  [5, 5, 1],
  [2, 12 * 24, 2, "sent"],
  [7, 20 * 24, 3, "skipped"],
  [10, 26 * 24, 1, "blacklist"],
  [3, 33 * 24, 1, "consent"],
  [0, 41 * 24, 4, "sent"],
  [1, 50 * 24, 1, "sent"],
];

/** The queue at `now`, in milliseconds; `brokers` are the demo's in their order. */
export const demoTouchBase = (
  brokers: readonly { id: number; rating: string }[],
  now: number,
): (typeof touchBaseQueue.$inferInsert)[] =>
  QUEUE.map(([broker, hoursAgo, templateId, state], i) => {
    const { id: accountId, rating } = brokers[broker], queuedAt = now - hoursAgo * HOUR_MS;
    const row = { id: i + 1, accountId, templateId, rating, queuedAt };
    if (!state) return row;
    const skip = state === "sent" ? 0 : 1, why = state === "blacklist" || state === "consent" ? state : "";
    return { ...row, sent: 1, skip, why, sentDate: inBusinessHours(queuedAt + DAY_MS) };
  });
