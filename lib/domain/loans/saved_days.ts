/** The days of a loan that cannot be, where the lender saves it (lending rules 13). */
import { FALLBACK_DATE, isCalendarDate } from "../dates.ts";
import { PICKER_YEARS, yearsBefore } from "../picker_days.ts";
import type { DayRules, Rule } from "./plausibility.ts";

/** A day that a picker offers: ten years around today at most, or the date that stands for none. */
const plausibleYear: Rule = (day, { today }) => {
  if (!isCalendarDate(day) || day === FALLBACK_DATE) return null;
  if (day > yearsBefore(today, -PICKER_YEARS)) return `This is more than ${PICKER_YEARS} years ahead. Check the year.`;
  return day < yearsBefore(today, PICKER_YEARS) ? `This is more than ${PICKER_YEARS} years ago. Check the year.` : null;
};

const past = (what: string): Rule => (day, about) =>
  day > about.today
    ? `A loan cannot have been ${what} after today. Choose today or an earlier day.`
    : plausibleYear(day, about);

/** The days of a loan that is saved. */
export const SAVE: DayRules = {
  estClosingDate: { problem: plausibleYear },
  maturityEmailDate: { problem: plausibleYear },
  reminderEmailDate: { problem: plausibleYear },
  dateFunded: { problem: past("funded"), only: "past" },
  dateRepaid: { problem: past("repaid"), only: "past" },
};
