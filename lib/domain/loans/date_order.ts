/** Days of a loan that cannot follow one another as they do. */
import { FALLBACK_DATE, isCalendarDate } from "../dates.ts";

/** Days are YYYY-MM-DD; empty or null for none. */
export interface LoanDays {
  dateFunded: string | null;
  dateRepaid: string | null;
  maturityEmailDate: string | null;
  reminderEmailDate: string | null;
}

type Field = keyof LoanDays;

/**
 * The first day that cannot be where it is, with the reason; null where all can. A maturity before the day funded is
 * looked at where one of them is new, and that day does not stand for none: an old loan that has it can be saved.
 */
export function dateOrderProblem(before: LoanDays, row: LoanDays): { field: Field; reason: string } | null {
  const isBefore = (one: Field, other: Field) => {
    const day = row[one] ?? "", then = row[other] ?? "";
    return isCalendarDate(day) && isCalendarDate(then) && day < then;
  };
  const isNew = (field: Field) => row[field] !== before[field];
  const isLookedAt = row.dateFunded !== FALLBACK_DATE && (isNew("maturityEmailDate") || isNew("dateFunded"));
  if (isBefore("dateRepaid", "dateFunded")) {
    return told("dateRepaid", "The loan cannot be repaid before it was funded.");
  }
  if (isLookedAt && isBefore("maturityEmailDate", "dateFunded")) {
    return told("maturityEmailDate", "The loan cannot mature before it was funded.");
  }
  return isBefore("maturityEmailDate", "reminderEmailDate")
    ? told("reminderEmailDate", "The reminder cannot come after maturity.")
    : null;
}

const told = (field: Field, reason: string) => ({ field, reason: `${reason} Correct one of the two dates.` });
