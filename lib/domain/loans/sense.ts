/** Entries that cannot be, refused at review, submission and save alike (lending rules 13). */
import { addMonths, FALLBACK_DATE, isCalendarDate } from "../dates.ts";
import { namesPosition } from "../lending/ltv.ts";
import { parseNumber } from "../money.ts";
import { inOntario, ONTARIO_ONLY, POSTAL_EXAMPLE, postalArea } from "../places/postal_area.ts";

/** The ages that an applicant may have, in years. */
export const AGES = { least: 18, most: 120 } as const;
/** What credit bureaus in Canada give. */
export const CREDIT_SCORES = { least: 300, most: 900 } as const;
/** Years ahead that a date picker offers (loans specification 9). */
const YEARS_AHEAD = 10;

type Rule = (entry: string, today: string) => string | null;

const yearsBefore = (day: string, years: number): string => addMonths(day, -12 * years);

const RULES: Readonly<Record<string, Rule>> = {
  DOB(day, today) {
    if (!isCalendarDate(day)) return null;
    if (day > today) return "The birth date is after today.";
    if (day > yearsBefore(today, AGES.least)) return `An applicant is ${AGES.least} or older. Check the birth date.`;
    return day < yearsBefore(today, AGES.most) ? `The birth date is more than ${AGES.most} years ago. Check it.` : null;
  },
  creditScore(entry) {
    const { least, most } = CREDIT_SCORES, score = parseNumber(entry);
    return score === null || (score >= least && score <= most) ? null : `A credit score is from ${least} to ${most}.`;
  },
  firstOrSecond: (entry) => namesPosition(entry) ? null : "Choose first, second, third or bridge.",
  postal(entry) {
    const area = postalArea(entry);
    if (area === undefined) return `Enter a Canadian postal code, such as ${POSTAL_EXAMPLE}.`;
    return inOntario(area) ? null : ONTARIO_ONLY;
  },
};

const SUBMITTED: Readonly<Record<string, Rule>> = {
  estClosingDate(day, today) {
    if (!isCalendarDate(day)) return null;
    if (day < today) return "The closing date has passed. Choose today or a later day.";
    return day > addMonths(today, 12 * YEARS_AHEAD)
      ? `The closing date is more than ${YEARS_AHEAD} years ahead.`
      : null;
  },
};

/** A day that a picker offers: ten years ahead at most, or the date that stands for none. */
const withinYears = (day: string, today: string): string | null =>
  day !== FALLBACK_DATE && day > addMonths(today, 12 * YEARS_AHEAD)
    ? `This is more than ${YEARS_AHEAD} years ahead. Check the year.`
    : null;

const SAVED: Readonly<Record<string, Rule>> = {
  estClosingDate: withinYears,
  maturityEmailDate: withinYears,
  reminderEmailDate: withinYears,
  dateFunded: (day, today) => day > today ? "A loan cannot have been funded after today." : null,
  dateRepaid: (day, today) => day > today ? "A loan cannot have been repaid after today." : null,
};

/** Why an entry of a field cannot be, as a sentence; null where it can, and where it is empty. `today` is YYYY-MM-DD. */
export function entryProblem(field: string, entry: unknown, today: string, at: "submission" | "save"): string | null {
  const text = String(entry ?? "").trim();
  const rules = at === "submission" ? SUBMITTED : SAVED;
  const rule = Object.hasOwn(RULES, field) ? RULES[field] : Object.hasOwn(rules, field) ? rules[field] : null;
  return text === "" || rule === null ? null : rule(text, today);
}

/** Every entry that cannot be, by field. */
export function senseProblems(
  entries: Readonly<Record<string, unknown>>,
  today: string,
  at: "submission" | "save",
): { field: string; message: string }[] {
  return Object.keys(entries).flatMap((field) => {
    const message = entryProblem(field, entries[field], today, at);
    return message === null ? [] : [{ field, message }];
  });
}
