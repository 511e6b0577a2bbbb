import { type ReactNode, useState } from "react";
import { openDialog } from "../../lib/client/dialog.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { TransferKind } from "../../lib/domain/servicing/transfers.ts";
import { Band } from "../../lib/ui/band.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { UNDO_DIALOG, UndoDialog } from "./_undo_dialog.tsx";

interface Row {
  id: number;
  loanId: number | null;
  clientCode: string;
  name: string;
  lastDigits: string;
  reference: string;
  cents: number;
  rowId: number | null;
  problem: string;
  undone: string | null;
}

/** The payments of a file; a debit that was posted can be recorded as returned by the bank. */
export function TransferRows(props: {
  kind: TransferKind;
  day: string;
  today: string;
  rows: readonly Row[];
}): ReactNode {
  const { kind, day, today, rows } = props;
  const [chosen, choose] = useState<Row | null>(null);
  return (
    <>
      <DataTable
        caption="Payments of the file"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">{kind === "debit" ? "Loan" : "Participant"}</th>
            <th role="columnheader" scope="col">Account</th>
            <th role="columnheader" scope="col">Reference</th>
            <th role="columnheader" scope="col" className="numeric">Amount</th>
            <th role="columnheader" scope="col">State</th>
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Returned</span>
            </th>
          </tr>
        }
      >
        {rows.map((row) => (
          <tr role="row" key={row.id}>
            <th role="rowheader" scope="row" className="row-title">
              {row.loanId === null ? row.name : (
                <a href={`/dashboard/loanledger?id=${row.loanId}`}>
                  {row.clientCode} <span className="client-name">{row.name}</span>
                </a>
              )}
            </th>
            <td role="cell" className="fold-hidden">{`ending in ${row.lastDigits}`}</td>
            <td role="cell" className="fold-hidden nowrap">{row.reference}</td>
            <td role="cell" className="numeric row-value">{moneyOfCents(row.cents)}</td>
            <td role="cell" className="row-detail">{stateOf(row)}</td>
            <td role="cell" className="row-status">
              {row.rowId !== null && row.undone === null && (
                <button
                  className="btn slim"
                  type="button"
                  aria-label={`Returned: ${row.clientCode}`}
                  onClick={() => {
                    choose(row);
                    // The dialog is there once the row is.
                    requestAnimationFrame(() => openDialog(UNDO_DIALOG));
                  }}
                >
                  Returned
                </button>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {chosen?.rowId && (
        <UndoDialog
          key={chosen.id}
          loanId={chosen.loanId!}
          line={{ id: chosen.rowId, kind: "payment", day, what: "Payment", amount: -chosen.cents, undoneToo: [] }}
          today={today}
        />
      )}
    </>
  );
}

function stateOf({ rowId, undone, problem }: Row): ReactNode {
  if (problem) return <Band band="red" word={problem} />;
  if (undone === "nsf") return <Band band="yellow" word="Returned by the bank" />;
  if (undone !== null) return "Reversed";
  return rowId === null ? "" : <Band band="green" word="Posted" />;
}
