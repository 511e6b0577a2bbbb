import type { ReactNode } from "react";
import { formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { DuePayment } from "../../lib/domain/servicing/receiving.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LoanHeading } from "../../lib/ui/loans/loan_heading.tsx";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { PickCell, PickHead } from "./_pick_cell.tsx";

/** What became of a payment due. */
function stateOf({ left, receipt, isLast }: DuePayment): ReactNode {
  if (receipt) return <Band band="green" word={`Received ${formatDate(receipt.day)}`} />;
  if (left === 0) return <Band band="green" word="Paid" />;
  return isLast ? "Unpaid, matures" : "Unpaid";
}

function detailsOf({ due, left, arrears, receipt, isLast }: DuePayment): string {
  const details = [
    isLast && (receipt !== null || left === 0) && "Matures",
    !receipt && left > 0 && left < due && `${moneyOfCents(left)} unpaid`,
    arrears > 0 && `${moneyOfCents(arrears)} of older arrears`,
  ];
  return details.filter(Boolean).join(", ");
}

/**
 * The payments due on a day, with boxes where some can be picked: unpaid ones to mark, marked ones to take back. Paid
 * ones have none.
 */
export function DueTable(props: {
  rows: readonly DuePayment[];
  picked: readonly number[];
  pick: (picked: number[]) => void;
}): ReactNode {
  const { rows, picked, pick } = props;
  const canPick = rows.some(({ left, receipt }) => left > 0 || receipt !== null);
  return (
    <DataTable
      caption="Payments due"
      folds
      className={canPick ? undefined : "no-pick"}
      head={
        <tr role="row">
          {canPick && <PickHead />}
          <th role="columnheader" scope="col">Loan</th>
          <th role="columnheader" scope="col" className="numeric">Due</th>
          <th role="columnheader" scope="col" className="numeric">Unpaid</th>
          <th role="columnheader" scope="col" className="numeric">Older arrears</th>
          <th role="columnheader" scope="col">State</th>
          <th role="columnheader" scope="col" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((row) => {
        const { dueId, loanId, clientCode, borrower, due, left, arrears, receipt } = row;
        return (
          <tr role="row" key={dueId}>
            {canPick && (
              <PickCell
                of={dueId}
                label={receipt ? `Take back ${clientCode}` : left > 0 ? `Mark ${clientCode}` : ""}
                picked={picked}
                pick={pick}
              />
            )}
            <LoanHeading id={loanId} clientCode={clientCode} name={borrower} ledger />
            <td role="cell" className="numeric row-value">{moneyOfCents(due)}</td>
            <td role="cell" className="numeric fold-hidden">{receipt || left === 0 ? <None /> : moneyOfCents(left)}</td>
            <td role="cell" className="numeric fold-hidden">{arrears > 0 ? moneyOfCents(arrears) : <None />}</td>
            <td role="cell" className="row-status">{stateOf(row)}</td>
            <td role="cell" className="row-detail fold-only">{detailsOf(row)}</td>
          </tr>
        );
      })}
    </DataTable>
  );
}
