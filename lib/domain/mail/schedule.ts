/** When a campaign runs: once, every so many days, or monthly, by Toronto's wall time. */
import { addDays, addMonths, dateInToronto, formatDate, formatTime, instantInToronto, MINUTE_MS } from "../dates.ts";

/** Most days between runs of an interval. */
export const EVERY_DAYS_MAX = 365;
export const EVERY_WEEKS_MAX = Math.floor(EVERY_DAYS_MAX / 7);

/** True for days that may lie between the runs of an interval. */
export const isEveryDays = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= EVERY_DAYS_MAX;

export type RhythmUnit = "day" | "week" | "month";

/**
 * Days between runs, from the fields; a week where none count. Of a campaign that goes once the fields are gone, so
 * what is wrong in them does not count.
 */
export function everyDaysOf(
  { type, every, unit }: Pick<Schedule, "type"> & { every: string; unit: RhythmUnit },
): number {
  const days = Number(every) * (unit === "week" ? 7 : 1);
  return unit === "month" || (type === "static" && !isEveryDays(days)) ? 7 : days;
}

export interface Schedule {
  type: "static" | "interval";
  /** When the next run begins, in milliseconds; null where none is planned. */
  sendAt: number | null;
  /** Days between runs of an interval. */
  everyDays: number;
  /** The day of the month (1 to 31) of an interval that runs monthly, the last of a shorter month; else null. */
  monthDay: number | null;
}

/** A schedule with the wall time (HH:MM) that its runs keep; null takes that of `sendAt`. */
export type StoredSchedule = Schedule & { sendTime?: string | null };

/** Whether a time is too long ago to begin a run at; a run that is just due is not. Milliseconds. */
export const hasPassed = (sendAt: number, now: number): boolean => sendAt < now - MINUTE_MS;

/** A day (1 to 31) of a date's month, or the month's last where it is shorter. */
const dayInMonth = (date: string, day: number): string => {
  const [year, month] = date.split("-").map(Number);
  return addMonths(`${year}-01-${String(day).padStart(2, "0")}`, month - 1);
};
const nextMonthsDay = (date: string, day: number): string => dayInMonth(addMonths(date, 1), day);

/** Why a monthly schedule would skip the month that it begins in, as a sentence; null where it does not. */
export function monthDayProblem({ type, sendAt, monthDay }: Omit<Schedule, "everyDays">): string | null {
  if (type !== "interval" || sendAt === null || monthDay === null) return null;
  const first = dateInToronto(sendAt), meant = dayInMonth(first, monthDay);
  if (first === meant) return null;
  return `The first day is ${formatDate(first)}, and the email runs monthly on day ${monthDay}. ` +
    `Choose ${formatDate(meant)} as the first day, or day ${Number(first.slice(8))} of the month.`;
}

/**
 * The first run after `after` of an interval whose next run is `sendAt`. Milliseconds. A wall time that spring skips is
 * an hour later that day alone.
 */
export function nextRun(
  { sendAt, sendTime, everyDays, monthDay }: Omit<StoredSchedule, "type"> & { sendAt: number },
  after: number,
): number {
  const time = sendTime ?? formatTime(sendAt);
  let date = dateInToronto(sendAt);
  do date = monthDay === null ? addDays(date, everyDays) : nextMonthsDay(date, monthDay); while (
    instantInToronto(date, time) <= after
  );
  return instantInToronto(date, time);
}

/** When a campaign that was held goes on: at its next planned time, none that it missed; null where none is left. */
export function resumedAt(schedule: StoredSchedule, now: number): number | null {
  const { type, sendAt } = schedule;
  if (sendAt === null || !hasPassed(sendAt, now)) return sendAt;
  return type === "interval" ? nextRun({ ...schedule, sendAt }, now) : null;
}

/** The next so many runs, in milliseconds; empty where none is planned. With `now` without those that were missed. */
export function upcomingRuns(schedule: StoredSchedule, count: number, now?: number): number[] {
  const { type } = schedule;
  const sendAt = now === undefined ? schedule.sendAt : resumedAt(schedule, now);
  if (sendAt === null) return [];
  const runs = [sendAt], sendTime = schedule.sendTime ?? formatTime(sendAt);
  while (type === "interval" && runs.length < count) {
    const last = runs.at(-1)!;
    runs.push(nextRun({ ...schedule, sendTime, sendAt: last }, last));
  }
  return runs;
}

/** How often, in words: `every 3 days`, `every 2 weeks`, `monthly on day 31`. */
export function rhythmText({ everyDays, monthDay }: Pick<Schedule, "everyDays" | "monthDay">): string {
  if (monthDay !== null) return `monthly on day ${monthDay}`;
  const weekly = everyDays % 7 === 0;
  const n = weekly ? everyDays / 7 : everyDays, unit = weekly ? "week" : "day";
  return n === 1 ? `every ${unit}` : `every ${n} ${unit}s`;
}
