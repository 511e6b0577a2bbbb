import { fundedAmount } from "../lending/portfolio.ts";
import type { CsvCell } from "../csv.ts";
import { type LoanStatus, STATUS_LABELS } from "./status.ts";
import { typeLabel } from "./loan_type.ts";

/** A row of the lender's loan list. Amounts in whole dollars, `ltv` in whole percent. */
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
  /** Conditions with broker changes that the lender has not seen; 0 unless brokerConditionsUpdated is 1. */
  updated: number;
}

/** The seven columns (loans specification 2.2). */
export const LOAN_COLUMNS = ["Client", "Broker", "City", "Type", "Amount", "LTV", "Risk Rating"] as const;

/** `SMI-1042 Daniel Smithers`. */
function clientLabel(loan: Pick<ListedLoan, "clientCode" | "firstName" | "lastName">): string {
  return [loan.clientCode, loan.firstName, loan.lastName].map((word) => word.trim()).filter(Boolean).join(" ");
}

/** A row of the exported file: amount and rating as numbers, the LTV as `64%`. */
export function loanCells(loan: ListedLoan): CsvCell[] {
  return [
    clientLabel(loan),
    loan.brokerName,
    loan.city,
    typeLabel(loan.firstOrSecond),
    fundedAmount(loan),
    loan.ltv === null ? null : `${loan.ltv}%`,
    Number(loan.shownScore.toFixed(2)),
  ];
}

/** `loans-pending-2026-11-20.csv`. */
export function exportFileName(status: LoanStatus, today: string): string {
  return `loans-${STATUS_LABELS[status].toLowerCase()}-${today}.csv`;
}
