/** What is counted of a mail's events (loans specification 3.13 and 4.10). */

/** People's figures, and the machines' beside them. */
export interface Counts {
  opens: number;
  uniqueOpens: number;
  clicks: number;
  machineOpens: number;
  machineClicks: number;
}

/** How interested somebody is: clicks plus unique opens (loans specification 3.13). */
export const hotOf = ({ clicks, uniqueOpens }: Pick<Counts, "clicks" | "uniqueOpens">): number => clicks + uniqueOpens;

/** The counts of one contact's events: a unique open is one distinct address of a person (loans specification 4.10). */
export function countEvents(events: readonly { type: "open" | "link"; ip: string; machine: string }[]): Counts {
  const people = events.filter(({ machine }) => machine === "");
  const of = (list: typeof people, type: "open" | "link") => list.filter((event) => event.type === type);
  const opens = of(people, "open"), clicks = of(people, "link").length;
  return {
    opens: opens.length,
    uniqueOpens: new Set(opens.map(({ ip }) => ip)).size,
    clicks,
    machineOpens: of([...events], "open").length - opens.length,
    machineClicks: of([...events], "link").length - clicks,
  };
}

/** Days that the overview looks back, with their names; 10 unless chosen (loans specification 9). */
export const RANGES = [
  [5, "5 days"],
  [7, "7 days"],
  [10, "10 days"],
  [30, "One Month"],
  [60, "Two Months"],
  [365, "One Year"],
  [99999, "All"],
] as const;
export type Range = (typeof RANGES)[number][0];
export const DEFAULT_RANGE: Range = 10;

/** What an event is called on screen (loans specification 2.10). */
export const EVENT_LABELS = { open: "Emailed Opened", link: "Link Clicked" } as const;
