/** The days that a date field offers; what may be entered is another question. */
import { addMonths, MIN_DATE } from "./dates.ts";

/** Years around today that the date fields of loans and mails offer (loans specification 9). */
export const PICKER_YEARS = 10;
/** Years that those of accounts offer (accounts specification 9). */
export const ACCOUNT_PICKER_YEARS = 50;

/** The day that many years before; a negative number counts ahead. */
export const yearsBefore = (day: string, years: number): string => addMonths(day, -12 * years);

/** Attributes of a date field, YYYY-MM-DD. */
export interface DayRange {
  min: string;
  max: string;
}

/**
 * `kept` is the saved day, never what is being typed: it stays in reach; `only` the past, or what is ahead, today
 * included.
 */
export function daysAround(
  today: string,
  about: { current?: string; only?: "past" | "ahead"; years?: number } = {},
): DayRange {
  const { current = "", only, years = PICKER_YEARS } = about;
  const first = only === "ahead" ? today : yearsBefore(today, years);
  const last = only === "past" ? today : yearsBefore(today, -years);
  const min = current !== "" && current < first ? current : first;
  return { min: min < MIN_DATE ? MIN_DATE : min, max: current > last ? current : last };
}
