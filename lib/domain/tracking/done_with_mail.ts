/** What was done with one mail, in words for the lender. */
import type { Counts } from "./figures.ts";

/**
 * People's opens and clicks with their last instant (milliseconds; null before that), and the machines' beside them.
 */
export interface DoneWithMail extends Omit<Counts, "uniqueOpens"> {
  lastAt: number | null;
}

export const NOTHING_DONE: DoneWithMail = { opens: 0, clicks: 0, machineOpens: 0, machineClicks: 0, lastAt: null };

const times = (n: number, what: string): string[] => n === 0 ? [] : [n === 1 ? `1 ${what}` : `${n} ${what}s`];

/** What people did, as in "2 opens, 1 click"; empty where nobody did anything. */
export const peopleDid = ({ opens, clicks }: Pick<DoneWithMail, "opens" | "clicks">): string =>
  [...times(opens, "open"), ...times(clicks, "click")].join(", ");

/** What programs did, as in "Machines: 1 open"; empty where they did nothing. */
export function machinesDid({ machineOpens: opens, machineClicks: clicks }: DoneWithMail): string {
  const did = peopleDid({ opens, clicks });
  return did && `Machines: ${did}`;
}
