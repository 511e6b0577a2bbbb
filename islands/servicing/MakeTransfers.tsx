import { type ReactNode, useState } from "react";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import type { TransferKind, TransferRow } from "../../lib/domain/servicing/transfers.ts";
import { LoanHeading } from "../../lib/ui/loans/loan_heading.tsx";
import { None } from "../../lib/ui/money.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";
import { ActBar } from "./_act_bar.tsx";
import { PickCell, PickHead } from "./_pick_cell.tsx";

/** What the next file holds, no more than it takes: exceptions are unticked, the rest is made into a file. */
export function MakeTransfers(props: {
  request: { kind: TransferKind; day: string; month: string; arrears: boolean };
  rows: readonly TransferRow[];
}): ReactNode {
  const { request, rows } = props;
  const [picked, pick] = useState<readonly string[]>(rows.map(({ party }) => party));
  const chosen = rows.filter(({ party }) => picked.includes(party));
  const sum = chosen.reduce((total, { cents }) => total + cents, 0);
  const hasCarried = rows.some(({ carried = 0 }) => carried < 0);
  const hasArrears = rows.some(({ arrears }) => arrears > 0);
  const { errors, reason, busy, handlers } = useForm<{ data: { id: number } }, object>({
    call: callWithReason("/api/loans/maketransfers"),
    read: () => ({ ...request, rows: chosen.map(({ party, cents, mark }) => ({ party, cents, mark })) }),
    // The reason stands above the table.
    says: () => "",
    done({ data: { id } }) {
      toastAfter(
        `File of ${paymentCountText(chosen.length)} made, ${
          moneyOfCents(sum)
        }. Download it, send it, then mark it as sent.`,
      );
      location.assign(`/dashboard/transferfile?id=${id}`);
      return "leaving";
    },
  });
  const problem = reason || Object.values(errors)[0];
  return (
    <div>
      {problem && <Notice band="red" live>{problem}</Notice>}
      <ActBar
        label={chosen.length === 0 ? "Make the file" : `Make the file of ${paymentCountText(chosen.length)}`}
        said={`${chosen.length} of ${rows.length} chosen, ${moneyOfCents(sum)}`}
        busy={busy}
        disabled={chosen.length === 0}
        handlers={handlers}
      />
      <DataTable
        caption="Payments of the next file"
        folds
        head={
          <tr role="row">
            <PickHead />
            <th role="columnheader" scope="col">{request.kind === "debit" ? "Loan" : "Participant"}</th>
            <th role="columnheader" scope="col">Account</th>
            {hasArrears && <th role="columnheader" scope="col" className="numeric">Of it arrears</th>}
            {hasCarried && <th role="columnheader" scope="col" className="numeric">Came back earlier</th>}
            <th role="columnheader" scope="col" className="numeric">Amount</th>
          </tr>
        }
      >
        {rows.map(({ party, loanId, clientCode, name, cents, arrears, carried = 0, lastDigits }) => (
          <tr role="row" key={party}>
            <PickCell of={party} label={`Take ${clientCode || name}`} picked={picked} pick={pick} />
            <LoanHeading id={loanId} clientCode={clientCode} name={name} ledger />
            <td role="cell" className="row-detail">
              <span className="nowrap">{`ending in ${lastDigits}`}</span>
              <span className="fold-only">
                {arrears > 0 && `, ${moneyOfCents(arrears)} of it arrears`}
                {carried < 0 && `, ${moneyOfCents(carried)} came back earlier`}
              </span>
            </td>
            {hasArrears && (
              <td role="cell" className="numeric fold-hidden">{arrears > 0 ? moneyOfCents(arrears) : <None />}</td>
            )}
            {hasCarried && (
              <td role="cell" className="numeric fold-hidden">{carried < 0 ? moneyOfCents(carried) : <None />}</td>
            )}
            <td role="cell" className="numeric row-value">{moneyOfCents(cents)}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
