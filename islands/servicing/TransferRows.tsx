import { type ReactNode, useState } from "react";
import { openDialog } from "../../lib/client/dialog.ts";
import { callApi } from "../../lib/client/call_api.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { TransferKind, TransferState, TransferView } from "../../lib/domain/servicing/transfers.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LoanHeading } from "../../lib/ui/loans/loan_heading.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { NO_RESPONSE } from "../forms/call_with_reason.ts";
import { CREDIT_DIALOG, CreditNotReturned, CreditReturn } from "./_credit_return.tsx";
import { UNDO_DIALOG, UndoDialog } from "./_undo_dialog.tsx";

/**
 * The payments of a file; one that was posted, or was sent to a participant, can be recorded as returned by the bank.
 */
export function TransferRows(props: {
  kind: TransferKind;
  state: TransferState;
  day: string;
  today: string;
  rows: readonly TransferView[];
}): ReactNode {
  const { kind, state, day, today, rows } = props;
  const [chosen, choose] = useState<TransferView | null>(null);
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
            <LoanHeading id={row.loanId} clientCode={row.clientCode} name={row.name} ledger />
            <td role="cell" className="fold-hidden nowrap">{`ending in ${row.lastDigits}`}</td>
            <td role="cell" className="fold-hidden nowrap">{row.reference}</td>
            <td role="cell" className="numeric row-value">{moneyOfCents(row.cents)}</td>
            <td role="cell" className="row-detail">
              <span className="fold-only">{`Ending in ${row.lastDigits}, ${row.reference} `}</span>
              {stateOf(row, state)}
            </td>
            <td role="cell" className="row-status">
              {row.problem && state === "sent" && <UnpostedActs id={row.id} clientCode={row.clientCode} />}
              {row.returnedOn && state === "sent" && <CreditNotReturned id={row.id} name={row.name} />}
              {canReturn(row, kind, state, today >= day) && (
                <button
                  className="btn slim"
                  type="button"
                  aria-label={`Returned: ${row.clientCode || row.name}`}
                  onClick={() => {
                    choose(row);
                    // The dialog is there once the row is.
                    requestAnimationFrame(() => openDialog(kind === "debit" ? UNDO_DIALOG : CREDIT_DIALOG));
                  }}
                >
                  Returned
                </button>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {chosen && kind === "credit" && <CreditReturn key={chosen.id} row={chosen} day={day} today={today} />}
      {chosen?.rowId && (
        <UndoDialog
          key={chosen.id}
          loanId={chosen.loanId!}
          line={{
            id: chosen.rowId,
            kind: "payment",
            day,
            what: "Payment",
            charged: 0,
            paid: chosen.cents,
            undoneToo: [],
          }}
          today={today}
        />
      )}
    </>
  );
}

/** A debit that could not be posted is posted once that can be, or was settled by hand. */
function UnpostedActs({ id, clientCode }: { id: number; clientCode: string }): ReactNode {
  const [busy, setBusy] = useState("");
  const act = async (path: string, said: string) => {
    if (busy) return;
    setBusy(path);
    const result = await callApi(path, { id });
    if (!result.response) {
      setBusy("");
      return toast(result.reason ?? NO_RESPONSE, "bad");
    }
    toastAfter(said);
    location.reload();
  };
  const button = (name: string, path: string, said: string) => (
    <button
      className="btn slim"
      type="button"
      aria-label={`${name}: ${clientCode}`}
      aria-busy={busy === path || undefined}
      onClick={() => void act(path, said)}
    >
      {name}
    </button>
  );
  return (
    <span className="btn-row">
      {button("Post again", "/api/loans/postagain", "Payment posted.")}
      {button("Settled", "/api/loans/settletransfer", "Payment marked as settled.")}
    </span>
  );
}

/** A debit that counts in its ledger, or a credit that was paid. */
const canReturn = (row: TransferView, kind: TransferKind, state: TransferState, isPaid: boolean): boolean =>
  kind === "debit" ? row.rowId !== null && row.undone === null : state === "sent" && isPaid && row.returnedOn === "";

function stateOf({ rowId, undone, problem, returnedOn, returnReason }: TransferView, state: TransferState): ReactNode {
  if (returnedOn) {
    return <Band band="yellow" word={`Returned ${formatDate(returnedOn)}${returnReason ? `: ${returnReason}` : ""}`} />;
  }
  if (problem) return <Band band="red" word={problem} />;
  if (undone === "nsf") return <Band band="yellow" word="Returned by the bank" />;
  if (undone !== null) return state === "undone" ? "Taken back" : "Reversed";
  return rowId === null ? "" : <Band band="green" word="Posted" />;
}
