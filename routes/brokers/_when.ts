import { addDays, dateInToronto, formatInstantDate, formatTime } from "../../lib/domain/dates.ts";

/** `Today, 11:05`, `Yesterday`, or the date, in Toronto; instants in milliseconds. */
export function whenText(at: number, now: number): string {
  const day = dateInToronto(at), today = dateInToronto(now);
  if (day === today) return `Today, ${formatTime(at)}`;
  return day === addDays(today, -1) ? "Yesterday" : formatInstantDate(at);
}
