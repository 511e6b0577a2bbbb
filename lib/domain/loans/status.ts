import { daysText, wholeDays } from "../dates.ts";

/** Statuses of a loan, `adminComSelect` (loans specification 2.2 and 4.1). */
export const LOAN_STATUSES = ["NA", "Funded", "Repaid", "Declined", "Loss", "Trash"] as const;

export type LoanStatus = (typeof LOAN_STATUSES)[number];

export const STATUS_LABELS: Readonly<Record<LoanStatus, string>> = {
  NA: "Pending",
  Funded: "Funded",
  Repaid: "Repaid",
  Declined: "Declined",
  Loss: "Loss",
  Trash: "Trash",
};

/** Neither finished nor in the trash. */
export const ACTIVE_STATUSES: readonly LoanStatus[] = ["NA", "Funded"];

/** True for a loan that is finished (repaid, declined, lost) or in the trash: its broker only reads it. */
export const isClosed = (status: string): boolean => !ACTIVE_STATUSES.some((active) => active === status);

/** Statuses that risk rating and days are about (lending rules 9): a loss is not among them. */
export const PORTFOLIO_STATUSES = ["Funded", "Repaid"] as const satisfies readonly LoanStatus[];

/** Statuses in which money was lent: the loan has a contract in force, or had one to its end. */
export const LENT_STATUSES: readonly LoanStatus[] = [...PORTFOLIO_STATUSES, "Loss"];

const isOneOf = (statuses: readonly string[]) => (status: string): boolean => statuses.includes(status);

/** True for a status of LENT_STATUSES. */
export const isLent = isOneOf(LENT_STATUSES);

/** True for a status of PORTFOLIO_STATUSES. */
export const inPortfolio = isOneOf(PORTFOLIO_STATUSES);

/** Progress of a loan; a lower number is a step back. */
const STAGES: Readonly<Record<LoanStatus, number>> = { NA: 0, Trash: 0, Declined: 1, Funded: 2, Repaid: 3, Loss: 3 };

/** The dates that a status change reads and sets, YYYY-MM-DD. */
export interface StatusDates {
  dateFunded: string | null;
  dateRepaid: string | null;
}

/** True for text that is a status. */
export function isLoanStatus(text: unknown): text is LoanStatus {
  return (LOAN_STATUSES as readonly unknown[]).includes(text);
}

/** A status's label; NA and anything unknown read Pending. */
export function statusLabel(status: string): string {
  return isLoanStatus(status) ? STATUS_LABELS[status] : STATUS_LABELS.NA;
}

/** True where a change goes back and needs a confirmation; the trash button saves at once (loans specification 4.1). */
export function needsConfirmation(from: LoanStatus, to: LoanStatus): boolean {
  return to !== "Trash" && STAGES[to] < STAGES[from];
}

/** True where a change needs a declined reason (loans specification 4.1). */
export function needsDeclineReason(from: LoanStatus, to: LoanStatus): boolean {
  return to === "Declined" && from !== "Declined";
}

/** The dates after setting a status: Funded fills dateFunded if empty, Repaid dateRepaid if empty. */
export function datesAfterStatus(dates: StatusDates, to: LoanStatus, today: string): StatusDates {
  return {
    dateFunded: to === "Funded" && !dates.dateFunded ? today : dates.dateFunded,
    dateRepaid: to === "Repaid" && !dates.dateRepaid ? today : dates.dateRepaid,
  };
}

/** True for a loan that was ever funded: its records are kept, so it cannot be deleted. */
export function wasEverFunded(status: string, dates: StatusDates): boolean {
  return Boolean(dates.dateFunded || dates.dateRepaid) || isLent(status);
}

/**
 * Whole days funded: to `today` while Funded, to dateRepaid once Repaid; null without them or where they run backwards
 * (loans specification 4.2).
 */
export function daysFunded(status: string, dates: StatusDates, today: string): number | null {
  const end = status === "Funded" ? today : status === "Repaid" ? dates.dateRepaid : null;
  if (!dates.dateFunded || !end || end < dates.dateFunded) return null;
  return wholeDays(dates.dateFunded, end);
}

/** `12 days`, or Not Available (loans specification 4.2). */
export function daysFundedLabel(days: number | null): string {
  return days === null ? "Not Available" : daysText(days);
}
