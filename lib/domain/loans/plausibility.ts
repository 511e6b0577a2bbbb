/** Entries that cannot be, refused at review, submission and save alike (lending rules 13). */
import { isCalendarDate, MAX_DATE, MIN_DATE } from "../dates.ts";
import { minLoanRefusal } from "../lending/min_loan.ts";
import { namesPosition } from "../lending/ltv.ts";
import { parseNumber } from "../money.ts";
import { type DayRange, daysAround, PICKER_YEARS, yearsBefore } from "../picker_days.ts";
import { inOntario, ONTARIO_ONLY, POSTAL_EXAMPLE, postalArea, PROVINCE_ONLY } from "../places/postal_area.ts";

/** The ages that an applicant may have, in years. */
const AGES = { least: 18, most: 120 } as const;
/** What credit bureaus in Canada give. */
const CREDIT_SCORES = { least: 300, most: 900 } as const;

/** What an entry is judged by. */
export interface Occasion {
  /** YYYY-MM-DD in Toronto. */
  today: string;
  /** Of the days that are judged by when it is: `SUBMISSION`, or `SAVE` of `saved_days.ts`. */
  at: DayRules;
  /** The least that is lent, in whole dollars. */
  minLoan: number;
}

/** Why an entry cannot be, as a sentence; null where it can. */
export type Rule = (entry: string, about: Occasion) => string | null;

/** By field: what is wrong with a day, and the side of today that its picker offers alone. */
export type DayRules = Readonly<Record<string, { problem: Rule; only?: "past" | "ahead" }>>;

const OTHER_PROVINCE =
  /,\s*(AB|BC|MB|NB|NL|NS|NT|NU|PEI?|QC|SK|YT|Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland( and Labrador)?|Nova Scotia|Northwest Territories|Nunavut|Prince Edward Island|Qu[e\u00e9]bec|Saskatchewan|Yukon)\b[\s,.]*([A-Z]\d[A-Z]\s*\d[A-Z]\d)?[\s,.]*(Canada)?\.?$/i;

/** Said of a funded amount of 0. */
export const NOTHING_FUNDED = "Enter an amount above 0, or leave it empty: the loan amount then counts.";
const amountRule: Rule = (entry, { minLoan }) => minLoanRefusal(parseNumber(entry) ?? 0, minLoan);
const inOtherProvince = (place: string): string | null => OTHER_PROVINCE.test(place) ? PROVINCE_ONLY : null;

const RULES: Readonly<Record<string, Rule>> = {
  DOB(day, { today }) {
    if (!isCalendarDate(day)) return null;
    if (day > today) return "The birth date is after today. Check it.";
    if (day > yearsBefore(today, AGES.least)) return `An applicant is ${AGES.least} or older. Check the birth date.`;
    return day < yearsBefore(today, AGES.most)
      ? `The birth date is more than ${AGES.most} years ago. Check the year.`
      : null;
  },
  creditScore(entry) {
    const { least, most } = CREDIT_SCORES, score = parseNumber(entry);
    return score === null || (score >= least && score <= most)
      ? null
      : `Enter a credit score from ${least} to ${most}.`;
  },
  newLoanAmount: amountRule,
  // Without an amount lent nothing has a cost of borrowing, and no ceiling would hold.
  fsfcLoan: (entry, about) => parseNumber(entry) === 0 ? NOTHING_FUNDED : amountRule(entry, about),
  address: inOtherProvince,
  // There a province may stand by itself.
  city: (entry) => inOtherProvince(`, ${entry}`),
  region: (entry) => inOtherProvince(`, ${entry}`),
  firstOrSecond: (entry) => namesPosition(entry) ? null : "Choose first, second, third or bridge.",
  postal(entry) {
    const area = postalArea(entry);
    if (area === undefined) return `Enter a Canadian postal code, such as ${POSTAL_EXAMPLE}.`;
    return inOntario(area) ? null : ONTARIO_ONLY;
  },
};

/** The days of an application that is reviewed or submitted. */
export const SUBMISSION: DayRules = {
  estClosingDate: {
    only: "ahead",
    problem(day, { today }) {
      if (!isCalendarDate(day)) return null;
      if (day < today) return "The closing date has passed. Choose today or a later day.";
      return day > yearsBefore(today, -PICKER_YEARS)
        ? `The closing date is more than ${PICKER_YEARS} years ahead. Check the year.`
        : null;
    },
  },
};

/** The first and last day that a field's picker offers, YYYY-MM-DD; `day` is the saved one, which stays in reach. */
export function pickerDays(field: string, day: string, { today, at }: Omit<Occasion, "minLoan">): DayRange {
  if (field === "DOB") return { min: yearsBefore(today, AGES.most), max: yearsBefore(today, AGES.least) };
  // A mortgage may have matured already; a rarer term than ten years is typed.
  if (field === "maturesIn") return daysAround(today, { current: day });
  if (!Object.hasOwn(at, field)) return { min: MIN_DATE, max: MAX_DATE };
  return daysAround(today, { current: day, only: at[field].only });
}

/** Why an entry of a field cannot be, as a sentence; null where it can, and where it is empty. */
export function entryProblem(field: string, entry: unknown, about: Occasion): string | null {
  const text = String(entry ?? "").trim();
  const { at } = about;
  const rule = Object.hasOwn(RULES, field) ? RULES[field] : Object.hasOwn(at, field) ? at[field].problem : null;
  return text === "" || rule === null ? null : rule(text, about);
}

/** Every entry that cannot be, by field. */
export function plausibilityProblems(
  entries: Readonly<Record<string, unknown>>,
  about: Occasion,
): { field: string; message: string }[] {
  return Object.keys(entries).flatMap((field) => {
    const message = entryProblem(field, entries[field], about);
    return message === null ? [] : [{ field, message }];
  });
}
