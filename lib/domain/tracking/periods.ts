/** The days that the overview looks back, today included, and how it puts them together. */
import { addDays, addMonths } from "../dates.ts";

/** The longest range in days that is counted back; a longer one is all there is. */
const LONGEST = 3660;
/** The longest range in days that is drawn by days; a longer one by months. */
export const LONGEST_BY_DAY = 60;

/** The first day of the last `range` days, as YYYY-MM-DD. */
export const firstDay = (range: number, today: string): string =>
  range > LONGEST ? "1970-01-01" : addDays(today, 1 - range);

/** The first of a month from a day on: the day itself, or the next month's. YYYY-MM-DD. */
export const firstWholeMonth = (from: string): string =>
  from.endsWith("-01") ? from : addMonths(`${from.slice(0, 7)}-01`, 1);

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
