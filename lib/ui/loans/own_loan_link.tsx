import type { ReactNode } from "react";
import { brokerStatusLabel } from "../../domain/loans/broker_view.ts";
import { ownGroupOf, type OwnLoan, ownLoanAddress } from "../../domain/loans/own_loan.ts";
import { money } from "../../domain/money.ts";

/** "7 of 11", "Completed", or that there are no conditions: neither completed nor not. */
function progressText({ conditionsDone: done, conditionsTotal: total, ...loan }: OwnLoan): string {
  if (total === 0) return ownGroupOf(loan) === "closed" ? "No conditions" : "No conditions yet";
  return done >= total ? "Completed" : `${done} of ${total}`;
}

/**
 * A loan in a broker's list: client, amount, and progress of its conditions. `list`: the list's query, for the way
 * back.
 */
export function OwnLoanLink({ loan, list, current }: { loan: OwnLoan; list: string; current: boolean }): ReactNode {
  const name = `${loan.firstName} ${loan.lastName}`.trim();
  const { conditionsDone: done, conditionsTotal: total } = loan;
  const status = loan.adminComSelect === "NA" ? "" : `, ${brokerStatusLabel(loan.adminComSelect)}`;
  return (
    <a href={ownLoanAddress(loan.id, list)} aria-current={current ? "true" : undefined}>
      <b>{name || loan.clientCode}</b>
      <span>{money(loan.newLoanAmount)}</span>
      <span>{`${[loan.clientCode, loan.city].filter(Boolean).join(", ")}${status}`}</span>
      <span>{progressText(loan)}</span>
      {total > 0 && (
        <progress max={total} value={done} aria-label={`${name}: ${done} of ${total} conditions completed`} />
      )}
    </a>
  );
}
