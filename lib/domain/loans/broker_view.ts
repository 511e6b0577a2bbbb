import { formatDate } from "../dates.ts";
import { money } from "../money.ts";
import { COMMITMENT_CONDITION } from "./conditions.ts";
import type { FormInput } from "../settings/form_config.ts";
import { isLoanStatus, type LoanStatus, STATUS_LABELS } from "./status.ts";
import { capitalised } from "../capitalised.ts";

/** Statuses that are the lender's own: a broker is told CLOSED of them. */
export const INTERNAL_STATUSES: readonly LoanStatus[] = ["Loss", "Trash"];
/** What a broker is told of an internal status, in place of the status too. */
export const CLOSED = "Closed";

/** The status label for brokers, of a status or of CLOSED: losses and trash are internal, so both read Closed. */
export function brokerStatusLabel(status: string): string {
  if (status === CLOSED || INTERNAL_STATUSES.some((one) => one === status)) return CLOSED;
  return STATUS_LABELS[isLoanStatus(status) ? status : "NA"];
}

/** An entry as read-only text: dollars, years, a date or the text. Empty where nothing was entered. */
export function entryText(input: Pick<FormInput, "type" | "unit">, entry: unknown): string {
  if (entry === null || entry === undefined || entry === "") return "";
  if (input.type === "date") return formatDate(String(entry));
  if (typeof entry === "number" && input.unit === "dollars") return money(entry);
  if (input.unit === "years") return Number(entry) === 1 ? "1 year" : `${entry} years`;
  return String(entry);
}

/** `Second mortgage of $120,000`, `Bridge loan of $60,000`. */
export function requestedLoanText(loan: { firstOrSecond: string; newLoanAmount: number | null }): string {
  const kind = loan.firstOrSecond.trim().toLowerCase();
  const amount = money(loan.newLoanAmount);
  if (kind.includes("bridge")) return `Bridge loan of ${amount}`;
  return kind ? `${capitalised(kind)} mortgage of ${amount}` : `Mortgage of ${amount}`;
}

/** Why a loan has no conditions, for its broker: only a pending one still gets some. `label`: brokerStatusLabel's. */
export function noConditionsText(label: string): string {
  return label === STATUS_LABELS.NA
    ? "No conditions are set yet. They will be listed here once we have read the application."
    : "No conditions were set for this loan.";
}

/** Why a closed loan's conditions cannot be completed any more, and what to do (docs/decisions/conditions.md). */
export const CLOSED_TEXT = "This loan is closed, so its conditions are read-only. Ask us if a paper has to change.";

/**
 * True where the broker may download the commitment: it exists and the executed one is not uploaded
 * (loans specification 6).
 */
export function mayDownloadCommitment(
  hasCommitment: boolean,
  conditions: readonly { id: number; completed: boolean }[],
): boolean {
  return hasCommitment && !conditions.some(({ id, completed }) => id === COMMITMENT_CONDITION && completed);
}
