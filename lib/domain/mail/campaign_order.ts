/** The order of the list of campaigns. */

/** What the list orders by; `brokers` and `last` are of the last run, `lastRan` in milliseconds, null before it. */
export interface Ordered {
  name: string;
  settings: { type: string };
  lastRecipients: number;
  lastRan: number | null;
  last: { sent: number; opened: number; clicked: number };
}

/** People as a share of the mails that left, as the list shows it; what never left comes before all others. */
const share = (people: number, sent: number): number => sent === 0 ? -1 : people / sent;

const COMPARE = {
  name: (a: Ordered, b: Ordered) => a.name.localeCompare(b.name, "en-CA"),
  type: (a: Ordered, b: Ordered) => a.settings.type.localeCompare(b.settings.type),
  brokers: (a: Ordered, b: Ordered) => a.lastRecipients - b.lastRecipients,
  sent: (a: Ordered, b: Ordered) => (a.lastRan ?? 0) - (b.lastRan ?? 0),
  opened: (a: Ordered, b: Ordered) => share(a.last.opened, a.last.sent) - share(b.last.opened, b.last.sent),
  clicked: (a: Ordered, b: Ordered) => share(a.last.clicked, a.last.sent) - share(b.last.clicked, b.last.sent),
} as const;

/** The campaigns in an order; those that are equal in it stay as they were. */
export function inCampaignOrder<T extends Ordered>(
  rows: readonly T[],
  { sort, descending }: { sort: keyof typeof COMPARE; descending: boolean },
): T[] {
  const sign = descending ? -1 : 1, compare = COMPARE[sort];
  return rows.toSorted((a, b) => sign * compare(a, b));
}
