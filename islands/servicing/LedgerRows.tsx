import { type ReactNode, useState } from "react";
import { openDialog } from "../../lib/client/dialog.ts";
import { formatDate, formatInstant } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { LedgerLine } from "../../lib/domain/servicing/ledger_table.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { UNDO_DIALOG, UndoDialog } from "./_undo_dialog.tsx";

const cents = (amount: number): string => amount === 0 ? "" : moneyOfCents(amount);

/** The rows of a ledger, the newest first; while it is open each may be undone. */
export function LedgerRows(props: {
  loanId: number;
  lines: readonly LedgerLine[];
  today: string;
  open: boolean;
}): ReactNode {
  const { loanId, lines, today, open } = props;
  const [chosen, choose] = useState<LedgerLine | null>(null);
  return (
    <>
      <DataTable
        caption="Ledger, the newest entry first"
        folds
        className="ledger-rows no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Day</th>
            <th role="columnheader" scope="col">Entry</th>
            <th role="columnheader" scope="col" className="numeric">Charged</th>
            <th role="columnheader" scope="col" className="numeric">Paid</th>
            <th role="columnheader" scope="col" className="numeric">Balance</th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
            <th role="columnheader" scope="col" className="no-print">
              <span className="visually-hidden">Undo</span>
            </th>
          </tr>
        }
      >
        {lines.map((line) => (
          <tr role="row" key={line.id} data-undone={line.isLive ? undefined : ""}>
            <td role="cell" className="nowrap fold-hidden">{formatDate(line.day)}</td>
            <th role="rowheader" scope="row" className="row-title" title={recorded(line)}>
              {line.what}
              {line.note && <span className="entry-note mute">{line.note}</span>}
            </th>
            <td role="cell" className="numeric fold-hidden">{cents(line.charged)}</td>
            <td role="cell" className="numeric fold-hidden">{cents(line.paid)}</td>
            <td role="cell" className="numeric fold-hidden">{line.balance !== null && moneyOfCents(line.balance)}</td>
            <td role="cell" className="row-value fold-only">{cents(line.paid === 0 ? line.charged : -line.paid)}</td>
            <td role="cell" className="row-detail fold-only">
              {line.balance === null
                ? formatDate(line.day)
                : `${formatDate(line.day)}, balance ${moneyOfCents(line.balance)}`}
            </td>
            <td role="cell" className="row-status no-print">
              {open && line.mayReverse && (
                <button
                  className="btn bare slim icon-only"
                  type="button"
                  aria-label={`Undo ${line.what} of ${formatDate(line.day)}`}
                  title="Undo"
                  onClick={() => {
                    choose(line);
                    requestAnimationFrame(() => openDialog(UNDO_DIALOG));
                  }}
                >
                  <Icon name="undo-2" />
                </button>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {chosen && <UndoDialog key={chosen.id} loanId={loanId} line={chosen} today={today} />}
    </>
  );
}

const recorded = ({ recordedBy, recordedAt }: LedgerLine): string =>
  `${recordedBy ? `Recorded by ${recordedBy}` : "Posted by itself"}, ${formatInstant(recordedAt)}`;
