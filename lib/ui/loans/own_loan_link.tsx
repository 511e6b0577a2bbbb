import type { ReactNode } from "react";
import { brokerStatusLabel } from "../../domain/loans/broker_view.ts";
import type { OwnLoan } from "../../domain/loans/own_loan.ts";
import { money } from "../../domain/money.ts";

/** "7 of 11", "Completed", or that there are no conditions yet. */
function progressText({ conditionsDone: done, conditionsTotal: total }: OwnLoan): string {
  if (total === 0) return "No conditions";
  return done >= total ? "Completed" : `${done} of ${total}`;
}

/** A loan in a broker's list: client, amount, and progress of its conditions. */
export function OwnLoanLink({ loan, current }: { loan: OwnLoan; current: boolean }): ReactNode {
  const name = `${loan.firstName} ${loan.lastName}`.trim();
  const { conditionsDone: done, conditionsTotal: total } = loan;
  const status = loan.adminComSelect === "NA" ? "" : `, ${brokerStatusLabel(loan.adminComSelect)}`;
  return (
    <a href={`/dashboard/viewloan/${loan.id}`} aria-current={current ? "true" : undefined}>
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
