/** Opens and clicks of one mail, in words for the lender. */
import type { Counts } from "./figures.ts";

/** People's opens and clicks with the last instant (milliseconds; null before any), and the machines'. */
export interface MailEngagement extends Omit<Counts, "uniqueOpens"> {
  lastAt: number | null;
}

export const NO_ENGAGEMENT: MailEngagement = { opens: 0, clicks: 0, machineOpens: 0, machineClicks: 0, lastAt: null };

const times = (n: number, what: string): string[] => n === 0 ? [] : [n === 1 ? `1 ${what}` : `${n} ${what}s`];

/** People's opens and clicks, as in "2 opens, 1 click"; empty where there are none. */
export const engagementText = ({ opens, clicks }: Pick<MailEngagement, "opens" | "clicks">): string =>
  [...times(opens, "open"), ...times(clicks, "click")].join(", ");

/** Machines' opens and clicks, as in "Machines: 1 open"; empty where there are none. */
export function machineEngagementText({ machineOpens: opens, machineClicks: clicks }: MailEngagement): string {
  const did = engagementText({ opens, clicks });
  return did && `Machines: ${did}`;
}
