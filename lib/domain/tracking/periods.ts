/** The days that the overview looks back, today included, and how it puts them together. */
import { addDays, addMonths } from "../dates.ts";

/** The longest range in days that is counted back; a longer one is all there is. */
const LONGEST = 3660;
/** The longest range in days that is drawn by days; a longer one by months. */
export const LONGEST_BY_DAY = 60;

/** Whether a range is all there is. */
export const isAll = (range: number): boolean => range > LONGEST;

/** The first day of the last `range` days, as YYYY-MM-DD. */
export const firstDay = (range: number, today: string): string =>
  isAll(range) ? "1970-01-01" : addDays(today, 1 - range);

/** The span that all days are in. */
export const ALL_DAYS = "all";

/**
 * The spans that tallies are kept by, from short to long, of which a day is in one each: the day, the third of its
 * month, month, quarter and year. `starts` tells on which days, MM-DD, one begins; `sql` names that of a day, or of the
 * span before, in SQL. Each sort's names have a length of their own.
 */
export const SPANS = [
  { letters: 10, starts: /./, name: (day: string) => day, sql: (day: string) => day },
  {
    letters: 9,
    starts: /-(01|11|21)$/,
    name: (day: string) => `${day.slice(0, 7)}/${Math.min(3, Math.ceil(Number(day.slice(8)) / 10))}`,
    sql: (day: string) => `substr(${day}, 1, 7) || '/' || min(3, (substr(${day}, 9, 2) + 9) / 10)`,
  },
  { letters: 7, starts: /-01$/, name: (day: string) => day.slice(0, 7), sql: (day: string) => `substr(${day}, 1, 7)` },
  {
    letters: 6,
    starts: /^(01|04|07|10)-01$/,
    name: (day: string) => `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
    sql: (day: string) => `substr(${day}, 1, 4) || 'Q' || ((substr(${day}, 6, 2) + 2) / 3)`,
  },
  {
    letters: 4,
    starts: /^01-01$/,
    name: (day: string) => day.slice(0, 4),
    sql: (day: string) => `substr(${day}, 1, 4)`,
  },
] as const;

/** The fewest spans that hold the last `range` days, each day in one of them: a long range is read as few rows. */
export function spansOf(range: number, today: string): string[] {
  if (isAll(range)) return [ALL_DAYS];
  const spans: string[] = [];
  let day = firstDay(range, today);
  while (day.slice(0, 4) <= today.slice(0, 4)) {
    const { name } = SPANS.findLast(({ starts }) => starts.test(day.slice(5)))!;
    const span = name(day);
    spans.push(span);
    do day = addDays(day, 1); while (name(day) === span);
  }
  return spans;
}

/** Every day (YYYY-MM-DD), or every month (YYYY-MM), from one day to another. */
export function periodsBetween(from: string, to: string, months: boolean): string[] {
  const periods: string[] = [];
  if (months) {
    for (let day = `${from.slice(0, 7)}-01`; day <= to; day = addMonths(day, 1)) periods.push(day.slice(0, 7));
  } else {
    for (let day = from; day <= to; day = addDays(day, 1)) periods.push(day);
  }
  return periods;
}

/** The Monday of a day's week, both as YYYY-MM-DD. */
export const weekOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The same in SQL. */
export const weekSql = (day: string): string => `date(${day}, '-6 days', 'weekday 1')`;

/** The Mondays of the last `count` whole weeks before a day's, in order, and of its own at the end. */
export const weeksUntil = (today: string, count: number): string[] =>
  Array.from({ length: count + 1 }, (_, i) => addDays(weekOf(today), (i - count) * 7));
