/** Which reminders are due on a day. Days are YYYY-MM-DD in Toronto. */
import { addDays, isCalendarDate, reminderDate } from "../dates.ts";
import type { OfferKind } from "../letters/terms.ts";
import type { LoanStatus } from "../loans/status.ts";
import type { MaturityPlan } from "../servicing/maturity_plan.ts";
import type { NewsData, ReminderKind } from "./kinds.ts";
import { isSwitchedOn, type NewsSettings } from "./settings.ts";

/** Reminders go out from this time of the morning on, in Toronto. */
export const MORNING = "08:00";
/** Days after a maturity on which it is still announced, where no process ran on the day itself. */
export const MATURITY_LATE_DAYS = 14;

/** What reminders read of a loan. */
export interface RemindedLoan {
  id: number;
  status: LoanStatus;
  /** `maturityEmailDate` and `reminderEmailDate`. */
  maturity: string;
  reminder: string;
  /** What staff decided for that maturity. */
  plan: MaturityPlan;
  closing: string;
  /** Conditions that the broker has to complete and has not; optional ones do not count. */
  open: number;
  /** The letter that is out: its last day, and whether it came back signed; null where none is. */
  offer: { letter: OfferKind; until: string; signed: boolean } | null;
}

/** A licence in the operator's register, of an enabled broker. */
export interface RemindedLicence {
  accountId: number;
  name: string;
  license: string;
  expiry: string;
}

/** A reminder of a day. Its key names what it is about and that day, so that a moved date reminds again. */
export type DueReminder =
  & { key: string; day: string; loanId: number | null; accountId: number | null }
  & { [K in ReminderKind]: { kind: K; data: NewsData[K] } }[ReminderKind];

const isBetween = (today: string, from: string, until: string): boolean => from <= today && today <= until;

/** True from `days` days before a day up to the day itself. */
export const isAhead = (day: string, days: number, today: string): boolean =>
  isCalendarDate(day) && isBetween(today, addDays(day, -days), day);

/** The loan's reminders that are due today, of the kinds that are switched on. */
export function loanReminders(loan: RemindedLoan, settings: NewsSettings, today: string): DueReminder[] {
  const due: DueReminder[] = [];
  const { id: loanId, status, maturity, reminder, plan, closing, open, offer } = loan;
  const about = (kind: ReminderKind, day: string) => ({
    key: `${kind}:${loanId}:${day}`,
    day,
    loanId,
    accountId: null,
  });
  if (status === "Funded" && isCalendarDate(maturity)) {
    const from = isCalendarDate(reminder) ? reminder : reminderDate(maturity);
    if (isBetween(today, from, addDays(maturity, -1))) {
      due.push({ ...about("maturityReminder", maturity), kind: "maturityReminder", data: { day: maturity, plan } });
    }
    if (isBetween(today, maturity, addDays(maturity, MATURITY_LATE_DAYS))) {
      due.push({ ...about("maturity", maturity), kind: "maturity", data: { day: maturity, plan } });
    }
  }
  if (status === "NA" && open > 0 && isAhead(closing, settings.conditionsDays, today)) {
    due.push({ ...about("conditionsOpen", closing), kind: "conditionsOpen", data: { day: closing, open } });
  }
  const waits = status === (offer?.letter === "commitment" ? "NA" : "Funded");
  if (offer && waits && !offer.signed && isAhead(offer.until, settings.commitmentDays, today)) {
    const data = { day: offer.until, letter: offer.letter };
    due.push({ ...about("commitmentExpiring", offer.until), kind: "commitmentExpiring", data });
  }
  return due.filter(({ kind }) => isSwitchedOn(settings, kind));
}

/** The reminder of a licence that expires soon; null where it is not due today. */
export function licenceReminder(
  { accountId, name, license, expiry }: RemindedLicence,
  settings: NewsSettings,
  today: string,
): DueReminder | null {
  if (!isSwitchedOn(settings, "licenceExpiring") || !isAhead(expiry, settings.licenceDays, today)) return null;
  return {
    key: `licenceExpiring:${license}:${expiry}:${accountId}`,
    day: expiry,
    loanId: null,
    accountId,
    kind: "licenceExpiring",
    data: { day: expiry, license, accountId, name },
  };
}
