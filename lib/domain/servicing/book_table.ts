/** The lists of the book as files. */
import type { CsvCell } from "../csv.ts";
import { formatInstant } from "../dates.ts";
import { fromCents } from "../money.ts";
import { type MaturityPlan, PLAN_LABELS } from "./maturity_plan.ts";

/** A loan in servicing. Amounts are cents, days YYYY-MM-DD. */
export interface BookLoan {
  loanId: number;
  clientCode: string;
  borrower: string;
  arrears: number;
  /** Days since the oldest payment in arrears fell due. */
  arrearsDays: number;
  charges: number;
  balance: number;
  /** The payment received last; empty and 0 for none. */
  paidOn: string;
  paid: number;
  /** The next payment that falls due after today; null for none. */
  nextDay: string | null;
  nextPayment: number | null;
  maturity: string;
  plan: MaturityPlan;
  /** When the plan was decided, milliseconds; null where it was not. */
  decidedAt: number | null;
  decidedBy: string;
  /** The first day of a renewal that was accepted and has yet to begin. */
  renewedFrom: string | null;
}

/** Column titles of the file of loans, in arrears or all. */
export const BOOK_COLUMNS = [
  "Loan",
  "Borrower",
  "Arrears",
  "Days in arrears",
  "Charges and interest on arrears",
  "Posted balance",
  "Last payment",
  "Amount of the last payment",
  "Next payment due",
  "Amount of the next payment",
  "Maturity",
] as const;

/** A loan's cells; amounts are dollars. */
export const bookCells = (loan: BookLoan): CsvCell[] => [
  loan.clientCode,
  loan.borrower,
  fromCents(loan.arrears),
  loan.arrearsDays,
  fromCents(loan.charges),
  fromCents(loan.balance),
  loan.paidOn || null,
  loan.paidOn ? fromCents(loan.paid) : null,
  loan.nextDay,
  loan.nextPayment === null ? null : fromCents(loan.nextPayment),
  loan.maturity || null,
];

export const MATURITY_COLUMNS = [
  "Maturity",
  "Loan",
  "Borrower",
  "Posted balance",
  "Arrears",
  "Plan",
  "Decided",
  "By",
  "Renewed from",
] as const;

export const maturityCells = (loan: BookLoan): CsvCell[] => [
  loan.maturity,
  loan.clientCode,
  loan.borrower,
  fromCents(loan.balance),
  fromCents(loan.arrears),
  PLAN_LABELS[loan.plan],
  formatInstant(loan.decidedAt),
  loan.decidedBy,
  loan.renewedFrom,
];

/** What falls due on a day, or in a month (YYYY-MM). Amounts are cents. */
export interface CalendarRow {
  day: string;
  payments: number;
  /** All that falls due, and what of it is principal. */
  amount: number;
  principal: number;
  /** Loans that mature. */
  maturities: number;
}

export const CALENDAR_COLUMNS = ["Day", "Payments", "Amount", "Of which principal", "Loans that mature"] as const;

export const calendarCells = (row: CalendarRow): CsvCell[] => [
  row.day,
  row.payments,
  fromCents(row.amount),
  fromCents(row.principal),
  row.maturities,
];
