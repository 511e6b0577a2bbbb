/** What is counted of a mail's events (loans specification 3.13 and 4.10). */

/** People's figures, and the machines' beside them. */
export interface Counts {
  opens: number;
  uniqueOpens: number;
  clicks: number;
  machineOpens: number;
  machineClicks: number;
}

/** Whether people did anything; otherwise the row is hidden with the machines' figures. */
export const byPeople = ({ opens, clicks }: Pick<Counts, "opens" | "clicks">): boolean => opens + clicks > 0;

/** Figures of several added up. */
export function sumsOf(rows: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => rows.reduce((total, row) => total + row[of], 0);
  return {
    opens: sum("opens"),
    uniqueOpens: sum("uniqueOpens"),
    clicks: sum("clicks"),
    machineOpens: sum("machineOpens"),
    machineClicks: sum("machineClicks"),
  };
}

/** A person's interest: clicks plus unique opens (loans specification 3.13). */
export const hotOf = ({ clicks, uniqueOpens }: Pick<Counts, "clicks" | "uniqueOpens">): number => clicks + uniqueOpens;

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
export type TrackerEventType = keyof typeof EVENT_LABELS;
