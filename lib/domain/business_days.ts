/** Business days in Ontario: Monday to Friday, but for public holidays (Employment Standards Act, 2000, section 1). */
import { addDays } from "./dates.ts";

const SUNDAY = 0, MONDAY = 1, SATURDAY = 6;

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
const isWeekend = (date: string): boolean => [SATURDAY, SUNDAY].includes(weekdayOf(date));

/** The nth weekday (0 is Sunday) on or after a date. */
function weekdayFrom(date: string, weekday: number, nth: number): string {
  return addDays(date, (weekday - weekdayOf(date) + 7) % 7 + (nth - 1) * 7);
}

/** Easter Sunday of a year (Gauss's rule in Meeus's form for the Gregorian calendar). */
function easterSunday(year: number): string {
  const a = year % 19, b = Math.floor(year / 100), c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - c % 4) % 7;
  const days = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return `${year}-${String(Math.floor(days / 31)).padStart(2, "0")}-${String(days % 31 + 1).padStart(2, "0")}`;
}

/** A year's public holidays. One of a fixed date that falls on a weekend is kept on the next business day. */
export function publicHolidays(year: number): string[] {
  const holidays = [
    weekdayFrom(`${year}-02-01`, MONDAY, 3),
    addDays(easterSunday(year), -2),
    weekdayFrom(`${year}-05-18`, MONDAY, 1),
    weekdayFrom(`${year}-09-01`, MONDAY, 1),
    weekdayFrom(`${year}-10-01`, MONDAY, 2),
  ];
  for (const fixed of [`${year}-01-01`, `${year}-07-01`, `${year}-12-25`, `${year}-12-26`]) {
    let day = fixed;
    while (isWeekend(day) || holidays.includes(day)) day = addDays(day, 1);
    holidays.push(day);
  }
  return holidays.sort();
}

export const isBusinessDay = (date: string): boolean =>
  !isWeekend(date) && !publicHolidays(Number(date.slice(0, 4))).includes(date);

/** The day that is so many business days after a date, YYYY-MM-DD. */
export function addBusinessDays(date: string, days: number): string {
  let day = date;
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left--;
  }
  return day;
}
