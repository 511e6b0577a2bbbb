import { fundedAmount } from "../lending/portfolio.ts";
import type { CsvCell } from "../csv.ts";
import { type LoanStatus, STATUS_LABELS } from "./status.ts";

/** What a row of the lender's list shows. Amounts in whole dollars, `ltv` in whole percent. */
export interface ListedLoan {
  id: number;
  clientCode: string;
  firstName: string;
  lastName: string;
  /** Empty where the loan has no broker. */
  brokerName: string;
  city: string;
  firstOrSecond: string;
  fsfcLoan: number | null;
  newLoanAmount: number;
  ltv: number | null;
  shownScore: number;
  /** Conditions that the broker changed and the lender has not looked at; 0 unless brokerConditionsUpdated is 1. */
  updated: number;
}

/** The seven columns (spec 001, section 2.2). */
export const LOAN_COLUMNS = ["Client", "Broker", "City", "Type", "Amount", "LTV", "Risk Rating"] as const;

/** "second" as it is read in a list: First, Second, Third, and the bridge types as they were entered. */
export function typeLabel(firstOrSecond: string): string {
  const text = firstOrSecond.trim();
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

/** `SMI-1042 Daniel Smithers`. */
export function clientWords(loan: Pick<ListedLoan, "clientCode" | "firstName" | "lastName">): string {
  return [loan.clientCode, loan.firstName, loan.lastName].map((word) => word.trim()).filter(Boolean).join(" ");
}

/** A row of the exported file: the amount a number, the LTV a percent that spreadsheets reckon with. */
export function loanCells(loan: ListedLoan): CsvCell[] {
  return [
    clientWords(loan),
    loan.brokerName,
    loan.city,
    typeLabel(loan.firstOrSecond),
    fundedAmount(loan),
    loan.ltv === null ? null : `${loan.ltv}%`,
    Number(loan.shownScore.toFixed(2)),
  ];
}

/** `loans-pending-2026-11-20.csv`. */
export function exportName(status: LoanStatus, today: string): string {
  return `loans-${STATUS_LABELS[status].toLowerCase()}-${today}.csv`;
}
