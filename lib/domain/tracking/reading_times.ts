/** When mails are read: what the chart of one email draws. */
import { addDays, dateInToronto, formatDate, formatDayMonth, formatInstant, formatTime, HOUR_MS } from "../dates.ts";

/** By the hour of the day, or by the day. */
export const READING_UNITS = [["", "Hours"], ["days", "Days"]] as const;
export type ReadingUnit = (typeof READING_UNITS)[number][0];

/** Unique opens of a clock hour, counted at the first open from each address; `at` is its first millisecond. */
export interface ReadInHour {
  at: number;
  opens: number;
}

/** Columns in order; `later` are unique opens after the last of them, `short` what stands below a column. */
export interface ReadingTimes {
  columns: { label: string; short: string; opens: number }[];
  later: number;
}

/** Hours and days after a run that are drawn one by one. */
const HOURS = 24, DAYS = 14;
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Opens by the name of their column; Toronto's clock is asked once for each hour. */
function byName(rows: readonly ReadInHour[], nameOf: (at: number) => string) {
  const named = new Map<string, number>();
  for (const { at, opens } of rows) {
    const name = nameOf(at);
    named.set(name, (named.get(name) ?? 0) + opens);
  }
  return { of: (name: string) => named.get(name) ?? 0 };
}

/** An hour's name; of the two that autumn calls alike each has its zone. */
function hourName(at: number): string {
  const name = formatInstant(at);
  if (name === formatInstant(at + HOUR_MS)) return `${name} EDT`;
  return name === formatInstant(at - HOUR_MS) ? `${name} EST` : name;
}

/** A run's unique opens by hour or day since it was sent, in milliseconds. Toronto's clock. */
export function readAfter(rows: readonly ReadInHour[], sentAt: number, by: ReadingUnit): ReadingTimes {
  const began = Math.floor(sentAt / HOUR_MS) * HOUR_MS, sentOn = dateInToronto(sentAt);
  const days = by === "days";
  const opens = byName(rows, days ? dateInToronto : String);
  const columns = Array.from({ length: days ? DAYS : HOURS }, (_, i) => {
    if (days) {
      const day = addDays(sentOn, i);
      return { label: formatDate(day), short: formatDayMonth(day), opens: opens.of(day) };
    }
    const at = began + i * HOUR_MS;
    return { label: hourName(at), short: formatTime(at), opens: opens.of(String(at)) };
  });
  // Clocks differ: an open before the first column is not one that came later.
  const isLater = (at: number) => days ? dateInToronto(at) >= addDays(sentOn, DAYS) : at >= began + HOURS * HOUR_MS;
  return { columns, later: rows.reduce((sum, { at, opens }) => isLater(at) ? sum + opens : sum, 0) };
}

/** All runs' unique opens by hour of the day or by weekday, in Toronto. */
export function readAtAnyTime(rows: readonly ReadInHour[], by: ReadingUnit): ReadingTimes {
  const days = by === "days";
  const names = days ? WEEKDAYS : Array.from({ length: HOURS }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  const opens = byName(
    rows,
    (at) => days ? WEEKDAYS[(new Date(dateInToronto(at)).getUTCDay() + 6) % 7] : `${formatTime(at).slice(0, 2)}:00`,
  );
  return {
    columns: names.map((label) => ({ label, short: days ? label.slice(0, 3) : label, opens: opens.of(label) })),
    later: 0,
  };
}
