/** How a loan's planned closing day is told to its broker. */
import { daysText, formatDate, isCalendarDate, wholeDays } from "../dates.ts";

/**
 * `Closing 20 Nov 2026, in 14 days`, `Closing was 29 Jul 2026, 118 days ago`; empty without a day. Once the loan
 * `isPending` no more, the distance is no news and left out.
 */
export function closingText(day: string, { today, isPending }: { today: string; isPending: boolean }): string {
  if (!isCalendarDate(day)) return "";
  const days = wholeDays(today, day);
  const text = `${days < 0 ? "Closing was" : "Closing"} ${formatDate(day)}`;
  return isPending ? `${text}, ${distance(days)}` : text;
}

/** `in 14 days`, `today`, `3 days ago`. */
function distance(days: number): string {
  if (days === 0) return "today";
  return days > 0 ? `in ${daysText(days)}` : `${daysText(-days)} ago`;
}
