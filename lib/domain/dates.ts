/** Dates people pick are `YYYY-MM-DD` text; instants are integer milliseconds, shown in America/Toronto. */

/** Shown where a maturity or reminder date is missing (loans specification 4.3 and 9). */
export const FALLBACK_DATE = "2050-01-01";
/** The earliest date a picker accepts (accounts specification 9). */
export const MIN_DATE = "1900-01-01";
/** The last date that the portal takes. */
export const MAX_DATE = "2199-12-31";
/** Months from the reminder to maturity (loans specification 9). */
export const REMINDER_MONTHS = 2;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const SHORT_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The month, 1 to 12, whose English name begins with the same three letters; 0 for none. */
export const monthNamed = (name: string): number =>
  1 + SHORT_MONTHS.findIndex((month) => month.toLowerCase() === name.slice(0, 3).toLowerCase());

/** Made when it is first asked: to make it takes some 15 ms of CPU time. */
let torontoFormat: Intl.DateTimeFormat | undefined;

/** Days in a month (1 to 12). */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isoDate(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** True for `YYYY-MM-DD` text that names a day of the calendar. */
export function isCalendarDate(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), month);
}

/** True for a calendar date that the portal takes: from 1900 to 2199. */
export function isPickableDate(text: unknown): text is string {
  return isCalendarDate(text) && text >= MIN_DATE && text <= MAX_DATE;
}

/** The same day of the month `months` later (earlier when negative), or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const total = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  return isoDate(year, month, Math.min(Number(date.slice(8, 10)), daysInMonth(year, month)));
}

/** The date `days` later (or earlier when negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date + "T00:00:00Z") + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function wholeDays(from: string, to: string): number {
  return Math.round((Date.parse(to + "T00:00:00Z") - Date.parse(from + "T00:00:00Z")) / DAY_MS);
}

/** `1 day`, `12 days`. */
export const daysText = (days: number): string => days === 1 ? "1 day" : `${days} days`;

/** `1 month`, `12 months`. */
export const monthsText = (months: number): string => months === 1 ? "1 month" : `${months} months`;

/** Whole months from one date to a later one, by the day of the month. */
export function wholeMonths(from: string, to: string): number {
  const month = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const months = month(to) - month(from);
  return addMonths(from, months) <= to ? months : months - 1;
}

/** Two months before maturity, end of month safe (loans specification 4.3). */
export function reminderDate(maturity: string): string {
  return addMonths(maturity, -REMINDER_MONTHS);
}

/**
 * True when `date` is more than `months` months before `today` (a region is outdated after 6: loans specification 4.9).
 */
export function isOlderThanMonths(date: string, months: number, today: string): boolean {
  return addMonths(date, months) < today;
}

interface TorontoParts {
  date: string;
  time: string;
}

function askIntl(ms: number): TorontoParts {
  torontoFormat ??= new Intl.DateTimeFormat("en-CA", {
    timeZone: "America/Toronto",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts: Record<string, string> = {};
  for (const part of torontoFormat.formatToParts(ms)) parts[part.type] = part.value;
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/** Milliseconds from UTC by the hour since 1970: the clocks change on the hour, and Intl takes 20 times as long. */
const offsets = new Map<number, number>();
const OFFSETS_MOST = 20_000, YEAR_9000_MS = Date.UTC(9000, 0);

function torontoParts(ms: number): TorontoParts {
  if (!(ms >= 0 && ms < YEAR_9000_MS)) return askIntl(ms);
  const hour = Math.floor(ms / HOUR_MS);
  let offset = offsets.get(hour);
  if (offset === undefined) {
    if (offsets.size === OFFSETS_MOST) offsets.clear();
    const { date, time } = askIntl(hour * HOUR_MS);
    offsets.set(hour, offset = Date.parse(`${date}T${time}:00Z`) - hour * HOUR_MS);
  }
  const wall = new Date(ms + offset).toISOString();
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The hour that was asked for last, counted from 1970, with its date: many rows lie within one hour. */
let lastHour = { hour: NaN, date: "" };

/** The calendar date in Toronto at an instant, which is one within an hour: its clocks differ by whole hours. */
export function dateInToronto(ms: number): string {
  const hour = Math.floor(ms / HOUR_MS);
  if (hour !== lastHour.hour) lastHour = { hour, date: torontoParts(ms).date };
  return lastHour.date;
}

/**
 * The instant of a wall time (`HH:MM`) on a day in Toronto, in milliseconds. Of the hour that autumn repeats it is the
 * first; a time that spring leaves out is an hour later.
 */
export function instantInToronto(date: string, time: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const summer = wall + 4 * HOUR_MS, winter = wall + 5 * HOUR_MS;
  const parts = torontoParts(summer);
  return parts.date === date && parts.time === time ? summer : winter;
}

/** The instant at which a month (YYYY-MM) begins in Toronto, in milliseconds. */
export const monthStartInToronto = (month: string): number => dayStartInToronto(`${month}-01`);

/** The instant at which a day begins in Toronto, in milliseconds: never less than four hours after it does in UTC. */
export function dayStartInToronto(date: string): number {
  let start = Date.parse(`${date}T00:00:00Z`) + 4 * HOUR_MS;
  while (dateInToronto(start) < date) start += HOUR_MS;
  return start;
}

/** `20 Nov 2026`; empty for text that is not a date. */
export function formatDate(date: string | null | undefined): string {
  if (!isCalendarDate(date)) return "";
  return `${Number(date.slice(8, 10))} ${SHORT_MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** `20 November 2026`, for letters. */
export function formatLongDate(date: string | null | undefined): string {
  if (!isCalendarDate(date)) return "";
  return `${Number(date.slice(8, 10))} ${LONG_MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** `20 Nov`, where the context gives the year. */
export function formatDayMonth(date: string | null | undefined): string {
  if (!isCalendarDate(date)) return "";
  return `${Number(date.slice(8, 10))} ${SHORT_MONTHS[Number(date.slice(5, 7)) - 1]}`;
}

/** `November 2026`, of a month as YYYY-MM. */
export const formatMonth = (month: string): string => formatLongDate(`${month}-01`).replace(/^\S+ /, "");

/** `Nov 2026`, of a month as YYYY-MM. */
export const formatShortMonth = (month: string): string => formatDate(`${month}-01`).replace(/^\S+ /, "");

/** `20 Nov 2026` in Toronto. */
export function formatInstantDate(ms: number | null | undefined): string {
  return ms == null ? "" : formatDate(torontoParts(ms).date);
}

/** `20 Nov 2026, 16:20` in Toronto. */
export function formatInstant(ms: number | null | undefined): string {
  if (ms == null) return "";
  const { date, time } = torontoParts(ms);
  return `${formatDate(date)}, ${time}`;
}

/** `16:20` in Toronto. */
export function formatTime(ms: number | null | undefined): string {
  return ms == null ? "" : torontoParts(ms).time;
}
