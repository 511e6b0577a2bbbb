/** When mails are read: what the chart of one email draws. */
import { addDays, dateInToronto, formatDate, formatDayMonth, formatInstant, formatTime, HOUR_MS } from "../dates.ts";

/** By the hour of the day, or by the day. */
export const READING_CHOICES = [["", "Hours"], ["days", "Days"]] as const;
export type ReadingChoice = (typeof READING_CHOICES)[number][0];

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

const sumOf = (rows: readonly ReadInHour[]): number => rows.reduce((sum, { opens }) => sum + opens, 0);

/** A run's unique opens by hour or day since it was sent, in milliseconds. Toronto's clock. */
export function readAfter(rows: readonly ReadInHour[], sentAt: number, by: ReadingChoice): ReadingTimes {
  const began = Math.floor(sentAt / HOUR_MS) * HOUR_MS, sentOn = dateInToronto(sentAt);
  const columns = by === "days"
    ? Array.from({ length: DAYS }, (_, i) => {
      const day = addDays(sentOn, i);
      const opens = sumOf(rows.filter(({ at }) => dateInToronto(at) === day));
      return { label: formatDate(day), short: formatDayMonth(day), opens };
    })
    : Array.from({ length: HOURS }, (_, i) => {
      const at = began + i * HOUR_MS;
      return { label: formatInstant(at), short: formatTime(at), opens: sumOf(rows.filter((row) => row.at === at)) };
    });
  return { columns, later: sumOf(rows) - columns.reduce((sum, { opens }) => sum + opens, 0) };
}

/** All runs' unique opens by hour of the day or by weekday, in Toronto. */
export function readAtAnyTime(rows: readonly ReadInHour[], by: ReadingChoice): ReadingTimes {
  const names = by === "days"
    ? WEEKDAYS
    : Array.from({ length: HOURS }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  const nameOf = ({ at }: ReadInHour) =>
    by === "days" ? WEEKDAYS[(new Date(dateInToronto(at)).getUTCDay() + 6) % 7] : `${formatTime(at).slice(0, 2)}:00`;
  return {
    columns: names.map((label) => ({
      label,
      short: by === "days" ? label.slice(0, 3) : label,
      opens: sumOf(rows.filter((row) => nameOf(row) === label)),
    })),
    later: 0,
  };
}
