/** How a loan's planned closing day is told to its broker, and what became of it. */
import { daysText, formatDate, isCalendarDate, wholeDays } from "../dates.ts";
import { inPortfolio, type LoanStatus } from "./status.ts";

/** Days are YYYY-MM-DD, or empty. */
export interface ClosingLoan {
  status: LoanStatus;
  estClosingDate: string;
  dateFunded: string;
}

/**
 * `Closing 20 Nov 2026, in 14 days`, `Closing was 29 Jul 2026, 118 days ago` while the loan is pending, `Funded 30 Jul
 * 2026` once it was; empty without a day, and where nothing closes any more.
 */
export function closingText({ status, estClosingDate, dateFunded }: ClosingLoan, today: string): string {
  if (inPortfolio(status) || status === "Loss") {
    return isCalendarDate(dateFunded) ? `Funded ${formatDate(dateFunded)}` : "";
  }
  if (status !== "NA" || !isCalendarDate(estClosingDate)) return "";
  const days = wholeDays(today, estClosingDate);
  return `${days < 0 ? "Closing was" : "Closing"} ${formatDate(estClosingDate)}, ${distance(days)}`;
}

/** `in 14 days`, `today`, `3 days ago`. */
function distance(days: number): string {
  if (days === 0) return "today";
  return days > 0 ? `in ${daysText(days)}` : `${daysText(-days)} ago`;
}
