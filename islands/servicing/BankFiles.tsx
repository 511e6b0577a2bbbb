import { type ReactNode, useState } from "react";
import { openDialog } from "../../lib/client/dialog.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import { DataTable } from "../../lib/ui/table.tsx";
import { TakeBackDialog } from "./_take_back_dialog.tsx";

const DIALOG = "take-back-file";

interface File {
  file: string;
  when: string;
  takenBy: string;
  payments: number;
  cents: number;
  rowIds: number[];
}

/** The bank's files that were recorded; the payments of one can be taken back together. */
export function BankFiles({ files }: { files: readonly File[] }): ReactNode {
  const [chosen, choose] = useState<File | null>(null);
  return (
    <>
      <DataTable
        caption="Files that were recorded"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">File</th>
            <th role="columnheader" scope="col">Recorded</th>
            <th role="columnheader" scope="col" className="numeric">Payments that count</th>
            <th role="columnheader" scope="col" className="numeric">Sum</th>
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Take back</span>
            </th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {files.map((file) => (
          <tr role="row" key={`${file.when} ${file.file}`}>
            <th role="rowheader" scope="row" className="row-title">{file.file}</th>
            <td role="cell" className="fold-hidden">{`${file.when}, ${file.takenBy}`}</td>
            <td role="cell" className="numeric fold-hidden">{`${file.rowIds.length} of ${file.payments}`}</td>
            <td role="cell" className="numeric row-value">{moneyOfCents(file.cents)}</td>
            <td role="cell" className="row-status">
              {file.rowIds.length > 0 && (
                <button
                  className="btn slim"
                  type="button"
                  aria-label={`Take back ${file.file}`}
                  onClick={() => {
                    choose(file);
                    // The dialog is that file's once it is drawn.
                    requestAnimationFrame(() => openDialog(DIALOG));
                  }}
                >
                  Take back
                </button>
              )}
            </td>
            <td role="cell" className="row-detail fold-only">
              {`${file.when}, ${file.rowIds.length} of ${paymentCountText(file.payments)} count`}
            </td>
          </tr>
        ))}
      </DataTable>
      <TakeBackDialog
        id={DIALOG}
        title="Take a file's payments back"
        key={chosen?.when}
        text={chosen
          ? `${
            paymentCountText(chosen.rowIds.length)
          } of ${chosen.file}: each stays in its ledger, with an entry that takes it ` +
            "back. The rows can be recorded again."
          : ""}
        rowIds={chosen?.rowIds ?? []}
      />
    </>
  );
}
